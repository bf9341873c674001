//! Changes of what led somewhere new.

use fastrand::Rng;
use focuscheck_cells::facts::cfg::Graph;

use super::coverage::Pool;
use super::oracle::is_character;
use super::parts::{Content, Part};
use super::values::Palette;

/// At most so many parts are put in or taken out at once.
const SPAN: usize = 8;
/// At most so many letters are.
const LETTERS: usize = 6;

/// One of what is kept, often as it is, else changed in a few places.
pub fn varied(graph: &Graph, kept: &Pool, palette: &Palette<'_>, random: &mut Rng) -> Vec<Part> {
    let mut parts = kept.some(random).to_vec();
    if parts.is_empty() {
        return parts;
    }
    let changes = [0, 0, 1, 1, 1, 2, 2, 4][random.usize(..8)];
    for _ in 0..changes {
        if parts.is_empty() {
            break;
        }
        change(graph, &mut parts, kept, palette, random);
    }
    parts
}

fn change(graph: &Graph, parts: &mut Vec<Part>, kept: &Pool, palette: &Palette<'_>, random: &mut Rng) {
    let at = place(parts, palette, random);
    match random.u32(..8) {
        0 => parts.truncate(at),
        1 => parts[at].content = Content::Open,
        2 => _ = parts.drain(span(at, parts.len(), SPAN, random)),
        3 => {
            // What happened once happens once more.
            let again = parts[span(at, parts.len(), SPAN, random)].to_vec();
            let behind = if random.bool() { at + again.len() } else { random.usize(..=parts.len()) };
            parts.splice(behind..behind, again);
        }
        4 => {
            let other = kept.some(random);
            let rest = other.iter().skip(if other.is_empty() { 0 } else { random.usize(..other.len()) });
            parts.truncate(at + 1);
            parts.extend(rest.cloned());
        }
        _ => change_content(graph, parts, at, palette, random),
    }
}

/// Where something is changed. What variables hold that have no value yet seldom matters, and there may be many.
fn place(parts: &[Part], palette: &Palette<'_>, random: &mut Rng) -> usize {
    if random.u32(..8) != 0 {
        let read = || parts.iter().enumerate().filter(|(_, part)| !palette.is_local(part.site));
        let count = read().count();
        if count > 0
            && let Some((at, _)) = read().nth(random.usize(..count))
        {
            return at;
        }
    }
    random.usize(..parts.len())
}

fn change_content(graph: &Graph, parts: &mut Vec<Part>, at: usize, palette: &Palette<'_>, random: &mut Rng) {
    let site = parts[at].site;
    match &mut parts[at].content {
        Content::Text(letters) => {
            change_text(letters, |random| palette.letter(site, random), palette, random)
        }
        Content::Number(_) if is_character(&graph.sites[site.index()]) && random.bool() => {
            let text = some_text(palette, random).unwrap_or_default();
            let read = text.iter().map(|&letter| Part { site, content: Content::Number(letter) });
            let read: Vec<Part> = read.collect();
            parts.splice(at..at, read);
        }
        Content::Number(value) => {
            *value = match random.u32(..4) {
                0 => value.saturating_add(1),
                1 => value.saturating_sub(1),
                _ => palette.value(site, random).unwrap_or(*value),
            };
        }
        Content::Open => {}
    }
}

/// A word or number of the program.
fn some_text(palette: &Palette<'_>, random: &mut Rng) -> Option<Vec<i128>> {
    let text = if random.bool() { palette.word(random) } else { palette.number(random) };
    text.map(<[i128]>::to_vec)
}

fn change_text(
    letters: &mut Vec<i128>,
    letter: impl Fn(&mut Rng) -> Option<i128>,
    palette: &Palette<'_>,
    random: &mut Rng,
) {
    let at = random.usize(..=letters.len());
    let here = span(at, letters.len(), LETTERS, random);
    match random.u32(..5) {
        0 => _ = letters.splice(at..at, some_text(palette, random).unwrap_or_default()),
        1 => _ = letters.splice(here, some_text(palette, random).unwrap_or_default()),
        2 => _ = letters.drain(here),
        3 => {
            let again = letters[here].to_vec();
            letters.splice(at..at, again);
        }
        _ => {
            if let (Some(old), Some(new)) = (letters.get_mut(at), letter(random)) {
                *old = new;
            }
        }
    }
}

/// From a place on, a few of so many.
fn span(at: usize, count: usize, most: usize, random: &mut Rng) -> std::ops::Range<usize> {
    let end = (at + random.usize(1..=most)).min(count);
    at.min(end)..end
}
