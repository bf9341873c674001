//! Sequences that look like explanations but are not possible, and why.

use super::steps;
use crate::model::{Assumption, InfeasibleSlice};
use crate::style::{Role, Style};
use crate::words;

/// Lines of the program that a contradiction names before the one that they exclude.
const MAX_PLACES: usize = 5;

/// Each sequence with the reason why it is not possible; those that read the same are said once.
pub fn listing(infeasible: &[InfeasibleSlice], style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for (path, reason) in entries(infeasible, style) {
        lines.extend(style.wrap("    steps ", "          ", &path, Some(Role::Faint)));
        lines.extend(style.wrap("      ", "      ", &reason, None));
    }
    lines
}

/// The steps of each sequence, and why it is not possible; what reads the same is there once.
pub fn entries(infeasible: &[InfeasibleSlice], style: &Style) -> Vec<(String, String)> {
    let mut said: Vec<(String, String)> = Vec::new();
    for refuted in infeasible {
        let entry = (steps::path(&refuted.slice, style), sentence(&refuted.clash, style));
        if !said.contains(&entry) {
            said.push(entry);
        }
    }
    said
}

/// `line 20 (new = old) against line 18 (new != old)`: what comes first in the run against what comes last.
fn sentence(clash: &[Assumption], style: &Style) -> String {
    let mut entries: Vec<&Assumption> = Vec::new();
    for assumption in clash {
        if !entries.iter().any(|entry| entry.line == assumption.line && entry.text == assumption.text) {
            entries.push(assumption);
        }
    }
    if entries.iter().all(|entry| is_constant(&entry.text)) {
        // `0 != 0` is what is left of a condition once the values are put in; it says nothing to a reader.
        let mut numbers: Vec<u32> = entries.iter().map(|entry| entry.line).collect();
        numbers.sort_unstable();
        numbers.dedup();
        return match numbers.is_empty() {
            true => "its conditions contradict each other".to_owned(),
            false => {
                format!("the steps before it settle {} the other way", words::lines(&numbers, &style.parts))
            }
        };
    }
    let mut places: Vec<(u32, Vec<String>)> = Vec::new();
    for entry in entries {
        let text = style.phrase(&entry.text, 80);
        match places.last_mut() {
            Some((line, texts)) if *line == entry.line => texts.push(text),
            _ => places.push((entry.line, vec![text])),
        }
    }
    let Some((last, before)) = places.split_last() else { return String::new() };
    let place =
        |(line, texts): &(u32, Vec<String>)| format!("{} ({})", style.line_phrase(*line), words::list(texts));
    if before.is_empty() {
        let (line, texts) = last;
        let line = style.line_phrase(*line);
        return match texts.as_slice() {
            [one] => format!("{line} cannot come out as {one}"),
            several => format!("{line} contradicts itself: {}", words::list(several)),
        };
    }
    let hidden = before.len().saturating_sub(MAX_PLACES);
    let mut texts: Vec<String> = before[hidden..].iter().map(place).collect();
    if hidden > 0 {
        texts.insert(0, words::count(hidden, "earlier step", "earlier steps"));
    }
    format!("{} against {}", words::list(&texts), place(last))
}

/// Whether a condition compares two numbers.
fn is_constant(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    matches!(words.as_slice(), [left, _, right] if left.parse::<i128>().is_ok() && right.parse::<i128>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(clash: &[(&str, u32)]) -> String {
        let clash: Vec<Assumption> =
            clash.iter().map(|&(text, line)| Assumption::new(text, line, 1)).collect();
        sentence(&clash, &Style::default())
    }

    #[test]
    fn what_comes_first_stands_against_what_comes_last() {
        assert_eq!(
            said(&[("new = old", 20), ("new != old", 18)]),
            "line 20 (new = old) against line 18 (new != old)"
        );
        assert_eq!(
            said(&[("i >= 0", 3), ("i <= 1", 3), ("i != 0", 5), ("i != 1", 5)]),
            "line 3 (i >= 0 and i <= 1) against line 5 (i != 0 and i != 1)"
        );
        assert_eq!(said(&[("x > y", 3), ("x < y", 3)]), "line 3 contradicts itself: x > y and x < y");
    }

    #[test]
    fn numbers_alone_are_not_shown() {
        assert_eq!(said(&[("0 != 0", 18)]), "the steps before it settle line 18 the other way");
        assert_eq!(said(&[("x = 0", 4), ("0 != 0", 5)]), "line 4 (x = 0) against line 5 (0 != 0)");
        assert_eq!(said(&[]), "its conditions contradict each other");
    }
}
