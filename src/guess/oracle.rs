//! Gives a program what is chosen for it, as far as it asks for that; what else it asks for is guessed.

use std::collections::{BTreeSet, VecDeque};

use fastrand::Rng;
use focuscheck_base::reading::{Drawn, TextPart};
use focuscheck_cells::facts::cfg::{Graph, Site, SiteId};
use focuscheck_cells::simulation::draws::Draws;
use focuscheck_cells::simulation::interpreter::Oracle;

use super::parts::{Content, Part};
use super::values::Palette;

/// A value is taken from the program's comparisons so often out of a hundred times.
const COMPARED: u32 = 97;
/// So many of the next parts are looked at for one that is read where the program asks: others are left out.
const AHEAD: usize = 8;
/// How many parts are guessed behind what is given: a run that never ends leads nowhere, and one of a few parts says what
/// each of them does.
const MORE: [usize; 16] = [1, 1, 2, 2, 2, 4, 4, 4, 4, 8, 8, 8, 16, 16, 64, usize::MAX];
/// What a letter is where those that were chosen may not stand.
const LETTER: i128 = b'a' as i128;

/// Gives what is given, then guesses.
pub struct Guess<'a> {
    graph: &'a Graph,
    palette: &'a Palette<'a>,
    /// By site, letters that may not stand there.
    excluded: &'a [BTreeSet<i128>],
    given: VecDeque<Part>,
    /// What is left of a text, the last letter first.
    rest: Vec<i128>,
    /// So many parts are still guessed; then reading fails wherever it may.
    more: usize,
    /// What is known of what comes next on the standard input.
    draws: Draws,
    random: &'a mut Rng,
}

impl<'a> Guess<'a> {
    /// Guesses values of a palette behind what is given.
    pub fn new(
        graph: &'a Graph,
        (palette, excluded): (&'a Palette<'a>, &'a [BTreeSet<i128>]),
        given: Vec<Part>,
        random: &'a mut Rng,
    ) -> Self {
        let more = MORE[random.usize(..MORE.len())];
        Guess {
            graph,
            palette,
            excluded,
            given: given.into(),
            rest: Vec::new(),
            more,
            draws: Draws::default(),
            random,
        }
    }

    /// Whether what is read here is the end, since enough was guessed.
    fn is_at_end(&mut self, site: SiteId) -> bool {
        let described = &self.graph.sites[site.index()];
        let can_end = matches!(described.range.0, -1 | 0) && described.text != Some(TextPart::Letter);
        if !can_end || self.palette.is_local(site) {
            return false;
        }
        let is_end = self.more == 0;
        self.more = self.more.saturating_sub(1);
        is_end
    }

    /// The next part that is given, if it is one that is read here.
    fn next_given(&mut self, site: SiteId) -> Option<Content> {
        let at = self.given.iter().take(AHEAD).position(|part| part.site == site)?;
        self.given.drain(..=at).next_back().map(|part| part.content)
    }

    /// Begins a text: its length.
    fn begin(&mut self, mut text: Vec<i128>, (low, high): (i128, i128)) -> Option<i128> {
        text.truncate(usize::try_from(high).unwrap_or(0));
        let length = text.len() as i128;
        text.reverse();
        self.rest = text;
        (low <= length).then_some(length)
    }

    /// A length with a text, which is guessed.
    fn length(&mut self, site: SiteId, range: (i128, i128)) -> Option<i128> {
        match self.random.u32(..8) {
            0 if range.0 <= 0 => Some(range.0),
            0..6 => {
                let most = usize::try_from(range.1).unwrap_or(usize::MAX);
                let text = self.palette.text(site, most, range.0 < 0, self.random);
                self.begin(text, range)
            }
            _ => None,
        }
    }

    /// The first character of a word or number.
    fn character(&mut self) -> Option<i128> {
        let text = match self.random.u32(..8) {
            0 => self.palette.word(self.random),
            1 => self.palette.number(self.random),
            _ => None,
        };
        self.rest = text?.iter().rev().copied().collect();
        self.rest.pop()
    }

    fn guessed(&mut self, site: SiteId) -> i128 {
        let described = &self.graph.sites[site.index()];
        let (low, high) = described.range;
        if self.rest.is_empty() && self.is_at_end(site) {
            return low;
        }
        let whole = match described.text {
            Some(TextPart::Count) => self.length(site, (low, high)),
            Some(TextPart::Letter) => None,
            None if is_character(described) && !self.palette.is_local(site) => {
                self.rest.pop().or_else(|| self.character())
            }
            None => None,
        };
        if let Some(value) = whole.filter(|&value| low <= value && value <= high) {
            return value;
        }
        if self.random.u32(..100) < COMPARED
            && let Some(value) = self.palette.value(site, self.random)
        {
            return value;
        }
        let near = (low.max(-16), high.min(16));
        let (low, high) = if near.0 <= near.1 && self.random.bool() { near } else { (low, high) };
        self.random.i128(low..=high)
    }

    fn chosen(&mut self, site: SiteId) -> i128 {
        let described = &self.graph.sites[site.index()];
        let (low, high) = described.range;
        let fits = |value: &i128| low <= *value && *value <= high;
        if described.text == Some(TextPart::Letter)
            && let Some(letter) = self.rest.pop().filter(fits)
        {
            return letter;
        }
        let given = self.next_given(site);
        if given.is_some() || !is_character(described) {
            self.rest.clear();
        }
        let given = match given {
            Some(Content::Number(value)) => Some(value),
            Some(Content::Text(letters)) => self.begin(letters, (low, high)),
            Some(Content::Open) | None => None,
        };
        given.filter(fits).unwrap_or_else(|| self.guessed(site))
    }

    /// A value that may come here.
    fn possible(&mut self, site: SiteId) -> i128 {
        let described = &self.graph.sites[site.index()];
        let value = self.allowed(site);
        if self.draws.fits(described, value) {
            return value;
        }
        let (low, high) = described.range;
        let mut others = std::iter::once(i128::from(b'\n')).chain(described.drawn.and_then(Drawn::end));
        let fits = |other: &i128| (low..=high).contains(other) && self.draws.fits(described, *other);
        others.find(fits).unwrap_or(value)
    }

    /// A value that may stand here.
    fn allowed(&mut self, site: SiteId) -> i128 {
        let value = self.chosen(site);
        let excluded = &self.excluded[site.index()];
        if !excluded.contains(&value) {
            return value;
        }
        let other = self.palette.value(site, self.random).filter(|value| !excluded.contains(value));
        other.unwrap_or(LETTER)
    }
}

/// Whether a character is read by itself.
pub fn is_character(site: &Site) -> bool {
    site.text.is_none() && !site.choice && site.range.0 >= -128 && (127..=255).contains(&site.range.1)
}

impl Oracle for Guess<'_> {
    fn input(&mut self, site: SiteId, _occurrence: u32) -> i128 {
        let value = self.possible(site);
        self.draws.read(&self.graph.sites[site.index()], value);
        value
    }
}
