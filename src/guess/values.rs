//! The values that are guessed: they come from the program's own comparisons and texts.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use focuscheck_base::arith::Relation;
use focuscheck_base::reading::TextPart;
use focuscheck_cells::facts::cfg::{Action, Condition, Expr, Graph, ScalarId, SiteId, UnitKind};
use focuscheck_cells::facts::reads::read_by;
use focuscheck_cells::simulation::flow::read_into;
use focuscheck_rules::copies::copied;
use focuscheck_rules::schema::{Scalar, Site};

/// Letters of texts that are guessed besides those that the program compares them with: texts that are nothing but
/// separators and ends say little.
const LETTERS: [u8; 4] = *b"ab1 ";
/// At most so many texts of the program are guessed, each of at most so many letters.
const WORDS: usize = 256;
/// See [`WORDS`].
const LONGEST: usize = 32;
/// At most so many values of a site are taken from comparisons.
const VALUES: usize = 256;
/// At most so many numbers are written into texts.
const NUMBERS: usize = 64;
/// A number in a text often does not stand in the program.
const PLAIN: [i128; 6] = [0, 1, 2, 3, 10, 100];

/// What is guessed of a program.
#[derive(Clone, Debug)]
pub struct Values {
    /// For each site the values that are guessed.
    sites: Vec<Vec<i128>>,
    /// For each site where the length of a text is read, the letters that are guessed of it.
    letters: Vec<Vec<i128>>,
    /// Texts of the program that are single words, and that it compares with something if there are such.
    words: Vec<Vec<i128>>,
    /// All its texts.
    texts: Vec<Vec<i128>>,
    /// Numbers, as they are written in texts.
    numbers: Vec<Vec<i128>>,
    /// By site, whether it is what a variable holds that has no value yet.
    local: Vec<bool>,
}

/// A few of what is guessed: a run that is confined to some of it gets further than one that uses all
/// (Groce et al., "Swarm testing", ISSTA 2012).
pub struct Palette<'v> {
    sites: Vec<Vec<i128>>,
    letters: Vec<Vec<i128>>,
    words: Vec<Vec<i128>>,
    texts: &'v [Vec<i128>],
    numbers: Vec<Vec<i128>>,
    local: &'v [bool],
}

impl Values {
    pub fn of(graph: &Graph) -> Self {
        let copies = copies(graph);
        let (sites, numbers) = site_values(graph, &copies);
        let letters = (0..graph.sites.len()).map(|count| letters(graph, &sites, count)).collect();
        let numbers = PLAIN.iter().chain(&numbers).take(NUMBERS);
        let numbers = numbers.map(|number| number.to_string().bytes().map(i128::from).collect()).collect();
        let compared = compared_with_others(graph, &copies);
        let texts = texts(graph);
        let is_compared = |text: &&Text| text.letters.iter().any(|letter| compared.contains(letter));
        let mut words: Vec<&Text> =
            texts.iter().filter(is_compared).filter(|text| is_word(&text.text)).collect();
        if words.is_empty() {
            words = texts.iter().filter(|text| is_word(&text.text)).collect();
        }
        let words =
            BTreeSet::from_iter(words.into_iter().map(|text| text.text.clone())).into_iter().collect();
        let texts = BTreeSet::from_iter(texts.into_iter().map(|text| text.text)).into_iter().collect();
        Values { sites, letters, words, texts, numbers, local: local(graph) }
    }

    /// Some of them, at random.
    pub fn palette(&self, random: &mut Rng) -> Palette<'_> {
        let (sites, letters) = (some_of_each(&self.sites, random), some_of_each(&self.letters, random));
        let (words, numbers) = (some_texts(&self.words, random), some_texts(&self.numbers, random));
        Palette { sites, letters, words, texts: &self.texts, numbers, local: &self.local }
    }
}

impl Palette<'_> {
    /// Whether a site is what a variable holds that has no value yet.
    pub fn is_local(&self, site: SiteId) -> bool {
        self.local[site.index()]
    }

    /// A value of a site, if there is one.
    pub fn value(&self, site: SiteId, random: &mut Rng) -> Option<i128> {
        any(&self.sites[site.index()], random).copied()
    }

    /// A text of the program, mostly a single word: others often are what it writes.
    pub fn word(&self, random: &mut Rng) -> Option<&[i128]> {
        let single = if random.u32(..8) != 0 { any(&self.words, random) } else { None };
        single.or_else(|| any(self.texts, random)).map(Vec::as_slice)
    }

    /// A number, as it is written.
    pub fn number(&self, random: &mut Rng) -> Option<&[i128]> {
        any(&self.numbers, random).map(Vec::as_slice)
    }

    /// A letter of the text whose length is read here.
    pub fn letter(&self, length: SiteId, random: &mut Rng) -> Option<i128> {
        any(&self.letters[length.index()], random).copied()
    }

    /// A text as people write them: words, numbers and separators, at most so long; `ends` is whether it may end as a line does.
    pub fn text(&self, length: SiteId, most: usize, ends: bool, random: &mut Rng) -> Vec<i128> {
        // Arguments and words often are what the program compares them with.
        if if ends { random.u32(..8) == 0 } else { random.u32(..8) != 0 } {
            let mut text = match random.u32(..8) {
                0 | 1 => self.number(random).unwrap_or_default().to_vec(),
                2 => self.letter(length, random).into_iter().collect(),
                _ => self.word(random).unwrap_or_default().to_vec(),
            };
            text.truncate(most);
            return text;
        }
        let mut text = Vec::new();
        let most_pieces = [1, 2, 3, 4, 8][random.usize(..5)];
        let pieces = random.usize(1..=most_pieces);
        for _ in 0..pieces {
            match random.u32(..8) {
                0..4 => text.extend(self.word(random).unwrap_or_default()),
                4..6 => text.extend(self.number(random).unwrap_or_default()),
                _ => {}
            }
            match random.u32(..8) {
                0..4 => text.push(i128::from(b' ')),
                4..7 => text.extend(self.letter(length, random)),
                _ => {}
            }
        }
        if random.bool() && text.last() == Some(&i128::from(b' ')) {
            text.pop();
        }
        text.truncate(most);
        if ends && random.u32(..8) != 0 {
            text.truncate(most.saturating_sub(1));
            text.push(i128::from(b'\n'));
        }
        text
    }
}

fn local(graph: &Graph) -> Vec<bool> {
    let mut local = vec![false; graph.sites.len()];
    for node in &graph.nodes {
        if let Action::Input { site, .. } = node.action {
            local[site.index()] |= graph.units[node.unit.index()].kind == UnitKind::Havoc;
        }
    }
    local
}

fn any<'v, T>(values: &'v [T], random: &mut Rng) -> Option<&'v T> {
    (!values.is_empty()).then(|| &values[random.usize(..values.len())])
}

fn some_of_each(all: &[Vec<i128>], random: &mut Rng) -> Vec<Vec<i128>> {
    all.iter().map(|values| some(values, random)).collect()
}

fn some(values: &[i128], random: &mut Rng) -> Vec<i128> {
    if values.len() <= 2 || random.u32(..4) == 0 {
        return values.to_vec();
    }
    let count = 1 + random.usize(..values.len().min(8));
    (0..count).map(|_| values[random.usize(..values.len())]).collect()
}

fn some_texts(texts: &[Vec<i128>], random: &mut Rng) -> Vec<Vec<i128>> {
    if texts.len() <= 2 || random.u32(..4) == 0 {
        return texts.to_vec();
    }
    let count = 1 + random.usize(..texts.len().min(6));
    (0..count).map(|_| texts[random.usize(..texts.len())].clone()).collect()
}

/// What is guessed of the letters of the text whose length is read at a site: they are read at those right behind it.
fn letters(graph: &Graph, values: &[Vec<i128>], count: usize) -> Vec<i128> {
    if graph.sites[count].text != Some(TextPart::Count) {
        return Vec::new();
    }
    let behind =
        graph.sites[count + 1..].iter().take_while(|site| site.text == Some(TextPart::Letter)).count();
    let all: BTreeSet<i128> = values[count + 1..=count + behind].iter().flatten().copied().collect();
    all.into_iter().collect()
}

/// A text that variables have when the program starts, and the scalars that have its letters.
struct Text {
    text: Vec<i128>,
    letters: Vec<ScalarId>,
}

/// The texts that variables have when the program starts, among them those of its literals: often what it reads is compared
/// with these, as a whole.
fn texts(graph: &Graph) -> Vec<Text> {
    let (mut found, mut text) = (Vec::new(), Text { text: Vec::new(), letters: Vec::new() });
    let mut before = None;
    for (scalar, number) in graph.scalars.iter().zip(0..) {
        let letter = match scalar.initial {
            Some(Ok(letter)) if scalar.ty.width == 8 => Some(letter),
            _ => None,
        };
        let is_begun = letter.is_some() && before == Some(scalar.span);
        if !is_begun || letter == Some(0) {
            let whole = std::mem::replace(&mut text, Text { text: Vec::new(), letters: Vec::new() });
            let is_ended = is_begun && letter == Some(0);
            if is_ended && !whole.text.is_empty() && whole.text.len() <= LONGEST && found.len() < WORDS {
                found.push(whole);
            }
        }
        if let Some(letter) = letter.filter(|&letter| letter != 0) {
            text.text.push(letter);
            text.letters.push(ScalarId(number));
        }
        before = letter.is_some().then_some(scalar.span);
    }
    found
}

/// The scalars whose values come where they are compared with what is no constant.
fn compared_with_others(graph: &Graph, copies: &[(ScalarId, ScalarId)]) -> BTreeSet<ScalarId> {
    let mut from: BTreeMap<ScalarId, Vec<ScalarId>> = BTreeMap::new();
    for &(source, target) in copies {
        from.entry(target).or_default().push(source);
    }
    let mut found = BTreeSet::new();
    let mut open: Vec<ScalarId> = Vec::new();
    for node in &graph.nodes {
        if let Action::Branch(Condition { left, right, .. }) = &node.action
            && !read_by(left).is_empty()
            && !read_by(right).is_empty()
        {
            open.extend(read_by(left).into_iter().chain(read_by(right)));
        }
    }
    while let Some(scalar) = open.pop() {
        if found.insert(scalar) {
            open.extend(from.get(&scalar).into_iter().flatten());
        }
    }
    found
}

/// Whether a text is one word, and says nothing of how something is written.
fn is_word(text: &[i128]) -> bool {
    let parts = b" \t\n%".map(i128::from);
    !text.iter().any(|letter| parts.contains(letter))
}

/// Which scalars' values come into which others, as far as copies tell.
fn copies(graph: &Graph) -> Vec<(ScalarId, ScalarId)> {
    let mut copies = Vec::new();
    for node in &graph.nodes {
        match &node.action {
            Action::Assign { target, value } => {
                copies.extend(read_by(value).into_iter().map(|from| (from, *target)));
            }
            Action::Load { target, range, .. } => copies.extend(range.cells().map(|from| (from, *target))),
            Action::Store { range, value, .. } => {
                for from in read_by(value) {
                    copies.extend(range.cells().map(|cell| (from, cell)));
                }
            }
            Action::Call { callee, arguments, .. } => {
                let formals = &graph.procedures[callee.index()].formals;
                for (formal, argument) in formals.iter().zip(arguments) {
                    copies.extend(read_by(argument).into_iter().map(|from| (from, *formal)));
                }
            }
            Action::Branch(_)
            | Action::Assume(_)
            | Action::Skip
            | Action::UnitStart
            | Action::Bounds { .. }
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. }
            | Action::Stop(_) => {}
        }
    }
    copies
}

/// For each site the constants that its values are compared with, as far as copies tell, and their neighbours; and all
/// constants that anything is compared with.
fn site_values(graph: &Graph, copies: &[(ScalarId, ScalarId)]) -> (Vec<Vec<i128>>, BTreeSet<i128>) {
    let mut compared: BTreeMap<ScalarId, BTreeSet<i128>> = BTreeMap::new();
    let mut constants = BTreeSet::new();
    for node in &graph.nodes {
        let (Action::Branch(condition) | Action::Assume(condition)) = &node.action else { continue };
        let Condition { relation, left, right } = condition;
        for (one, other) in [(left, right), (right, left)] {
            if let Expr::Constant(value, _) = one {
                constants.insert(*value);
                for scalar in read_by(other) {
                    let values = compared.entry(scalar).or_default();
                    values.insert(*value);
                    if !matches!(relation, Relation::Equal | Relation::NotEqual) {
                        values.extend([value - 1, value + 1]);
                    }
                }
            }
        }
    }
    let pair = |(from, to): (ScalarId, ScalarId)| (Scalar::from(from), Scalar::from(to));
    let copied = copied(read_into(graph), copies.iter().copied().map(pair));
    let values = graph.sites.iter().zip(0..).map(|(site, number)| {
        let (low, high) = site.range;
        let reached = copied.of(Site(number)).iter().map(|&(_, scalar)| ScalarId::from(scalar));
        let mut all: BTreeSet<i128> =
            reached.filter_map(|scalar| compared.get(&scalar)).flatten().copied().collect();
        all.extend(match site.text {
            Some(TextPart::Letter) => LETTERS.map(i128::from).to_vec(),
            Some(TextPart::Count) => vec![1, 2, high],
            None => Vec::new(),
        });
        all.into_iter().filter(|&value| low <= value && value <= high).take(VALUES).collect()
    });
    (values.collect(), constants)
}
