//! The ways in which a function fails that are one: they differ only in how many elements lie behind a pointer.

use focuscheck_base::reading::{ELEMENTS_OF, LENGTH_OF};

use super::model::{Behind, FileReport};
use super::text::implied;
use super::words;

/// A way in which a function fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What has to hold, all of it.
    pub conditions: Vec<String>,
    /// What else decides, in words; empty if nothing does.
    pub besides: String,
}

/// The ways in which a function that was started by itself fails, as Reduce has left them.
pub fn of(report: &FileReport) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    for way in report.errors.iter().flat_map(words::kept) {
        let left = implied::without_implied(way.assumptions.iter().filter(|a| !a.eliminated));
        let conditions: Vec<String> = left.iter().map(|assumption| assumption.text.clone()).collect();
        let besides = match (way.claim.if_reached, way.slice.last()) {
            (true, Some(step)) => format!("if {} is reached", report.parts.phrase(step.line)),
            _ if way.claim.some_choices => "for some choices at `*`".to_owned(),
            _ => String::new(),
        };
        found.push(Way { conditions, besides });
    }
    either(joined(found, report))
}

/// The same ways, where two of them are one because they only have opposite conditions.
fn either(mut ways: Vec<Way>) -> Vec<Way> {
    let is_opposite = |one: &Way, other: &Way| match (&one.conditions[..], &other.conditions[..]) {
        ([one_condition], [condition]) => {
            one.besides == other.besides && opposite(one_condition).as_deref() == Some(condition)
        }
        _ => false,
    };
    for first in 0..ways.len() {
        let second = (first + 1..ways.len()).find(|&second| is_opposite(&ways[first], &ways[second]));
        if let Some(second) = second {
            ways.remove(second);
            ways[first].conditions.clear();
            // What holds without a condition holds under every one.
            let all = ways[first].clone();
            ways.retain(|way| *way == all || way.besides != all.besides);
            return ways;
        }
    }
    ways
}

/// The same ways, in fewer ones where these say the same.
fn joined(ways: Vec<Way>, report: &FileReport) -> Vec<Way> {
    let mut ways = ways;
    let mut at = 0;
    while at < ways.len() {
        match joined_with(&ways, at, report) {
            Some((way, members)) => {
                let mut number = 0;
                ways.retain(|_| {
                    number += 1;
                    !members.contains(&(number - 1))
                });
                let place = at - members.iter().filter(|member| **member < at).count();
                ways.insert(place.min(ways.len()), way);
                at = place + 1;
            }
            None => at += 1,
        }
    }
    ways
}

/// A comparison the other way round; nothing if it is none.
pub fn opposite(term: &str) -> Option<String> {
    /// Relations with their opposites.
    const OPPOSITES: [(&str, &str); 6] =
        [("==", "!="), ("!=", "=="), ("<=", ">"), (">=", "<"), ("<", ">="), (">", "<=")];
    let mut depth = 0u32;
    let mut found: Option<(usize, &str, &str)> = None;
    for (at, word) in words_of(term) {
        match word {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "&&" | "||" | "?" | "!" if depth == 0 => return None,
            _ if depth > 0 => {}
            _ => {
                let Some((relation, opposite)) = OPPOSITES.iter().find(|(relation, _)| *relation == word)
                else {
                    continue;
                };
                if found.is_some() {
                    return None;
                }
                found = Some((at, relation, opposite));
            }
        }
    }
    let (at, relation, opposite) = found?;
    Some(format!("{}{opposite}{}", &term[..at], &term[at + relation.len()..]))
}

/// The words and signs of an expression, with their places.
pub fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    /// Signs of two characters.
    const LONG: [&str; 9] = ["->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>"];
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else if let Some(letter) = rest.strip_prefix('\'').and_then(|letter| letter.get(1..)) {
            // A letter is one sign: 'a', '\n'.
            letter.find('\'').map_or(rest.len(), |end| end + 3)
        } else {
            LONG.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
        };
        let start = at;
        at += length;
        Some((start, &rest[..length]))
    })
}

/// The way that one of them is together with others, and the numbers of all these.
fn joined_with(ways: &[Way], at: usize, report: &FileReport) -> Option<(Way, Vec<usize>)> {
    let way = &ways[at];
    way.conditions.iter().find_map(|condition| {
        let (name, _) = condition.split_once(" == ").or_else(|| condition.split_once(" <= "))?;
        if let Some(array) = name.strip_prefix(ELEMENTS_OF) {
            let most = most_elements(array, report)?;
            let compared = way.conditions.iter().filter_map(|condition| compared(condition));
            return compared.into_iter().find_map(|(left, relation, _)| {
                let condition = format!("{left} {relation} {name}");
                let ways_of = |most_here: u32| {
                    let least = format!("{left} {relation} {most_here}");
                    if most_here == most {
                        return vec![vec![least]];
                    }
                    let mut bounds = vec![format!("{name} <= {most_here}"), format!("{name} == {most_here}")];
                    bounds.truncate(if most_here == 1 { 2 } else { 1 });
                    bounds.extend((most_here + 1 == most).then(|| format!("{name} != {most}")));
                    bounds.into_iter().map(|bound| vec![least.clone(), bound]).collect()
                };
                one_of_all(ways, at, &condition, (1..=most).map(ways_of))
            });
        }
        let text = name.strip_prefix(LENGTH_OF)?;
        let most = report.given.iter().find_map(|given| match given.behind {
            Behind::Letters(most) if given.name == text => Some(most),
            _ => None,
        })?;
        one_of_all(ways, at, "", (0..=most).map(|letters| vec![vec![format!("{name} == {letters}")]]))
    })
}

/// How many elements an array has at most: one behind a parameter, or one that such an object leads to.
fn most_elements(array: &str, report: &FileReport) -> Option<u32> {
    report.given.iter().find_map(|given| match (given.behind, array.strip_prefix(&*given.name)?) {
        (Behind::Elements(most), "") => Some(most),
        (_, inner) if inner.starts_with(['-', '[', '.']) => given.inner.elements,
        _ => None,
    })
}

/// What is said to be greater than a number, with the relation and the number.
fn compared(condition: &str) -> Option<(&str, &str, u32)> {
    let (left, rest) = condition
        .rsplit_once(" > ")
        .map(|(left, right)| (left, (" > ", right)))
        .or_else(|| condition.rsplit_once(" >= ").map(|(left, right)| (left, (" >= ", right))))?;
    (!left.starts_with(ELEMENTS_OF)).then_some(())?;
    Some((left, rest.0.trim(), rest.1.parse().ok()?))
}

/// If for each of some lists of conditions there is a way that asks for one of them and else for the same as the way with a number:
/// one way that asks for a condition in their place.
fn one_of_all(
    ways: &[Way],
    at: usize,
    condition: &str,
    cases: impl Iterator<Item = Vec<Vec<String>>>,
) -> Option<(Way, Vec<usize>)> {
    let cases: Vec<Vec<Vec<String>>> = cases.collect();
    let without = |way: &Way, parts: &[String]| -> Option<Vec<String>> {
        let has = |part: &String| way.conditions.contains(part);
        let rest = way.conditions.iter().filter(|condition| !parts.contains(condition)).cloned();
        parts.iter().all(has).then(|| rest.collect())
    };
    let own = |way: &Way, case: &[Vec<String>]| case.iter().find_map(|parts| without(way, parts));
    let rest = cases.iter().find_map(|case| own(&ways[at], case))?;
    let mut members = Vec::new();
    for case in &cases {
        let fits = |(_, way): &(usize, &Way)| {
            way.besides == ways[at].besides
                && case.iter().any(|parts| without(way, parts).as_ref() == Some(&rest))
        };
        members.push(ways.iter().enumerate().find(fits)?.0);
    }
    let new = (!condition.is_empty()).then(|| condition.to_owned());
    let conditions = rest.into_iter().chain(new).collect();
    Some((Way { conditions, besides: ways[at].besides.clone() }, members))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GivenPointer, Inner, Verdict};
    use crate::text::samples;

    fn ways(texts: &[&str]) -> Vec<Way> {
        let way = |text: &&str| Way {
            conditions: text.split(" && ").map(str::to_owned).collect(),
            besides: String::new(),
        };
        texts.iter().map(way).collect()
    }

    fn shown(texts: &[&str], behind: Behind) -> Vec<String> {
        let mut report = samples::file("a.c", Verdict::Unsafe, Vec::new());
        let (name, same) = ("a".to_owned(), Vec::new());
        let inner = Inner { elements: Some(3), ..Inner::default() };
        let (constant, may_be_null, freed) = (true, false, false);
        report.given = vec![GivenPointer { name, constant, may_be_null, freed, behind, inner, same }];
        joined(ways(texts), &report).into_iter().map(|way| way.conditions.join(" && ")).collect()
    }

    #[test]
    fn opposite_conditions_are_none() {
        let texts = |all: &[&str]| -> Vec<String> {
            either(ways(all)).into_iter().map(|way| way.conditions.join(" && ")).collect()
        };
        assert_eq!(texts(&["p == NULL", "n > 1", "p != NULL"]), [""], "and nothing else matters then");
        assert_eq!(texts(&["n < 3", "n >= 4"]), ["n < 3", "n >= 4"]);
        assert_eq!(texts(&["n < 3 && k == 1", "n >= 3"]), ["n < 3 && k == 1", "n >= 3"]);
        let mut apart = ways(&["p == NULL", "p != NULL"]);
        apart[1].besides = "if line 3 is reached".to_owned();
        assert_eq!(either(apart.clone()), apart);
    }

    #[test]
    fn ways_for_each_number_of_elements_are_one() {
        let all = ["n > 1 && elements of a == 1", "n > 2 && elements of a != 3", "n > 3"];
        assert_eq!(shown(&all, Behind::Elements(3)), ["n > elements of a"]);
        let more = ["x == 0", all[0], all[1], "n > 3", "x == 1"];
        assert_eq!(shown(&more, Behind::Elements(3)), ["x == 0", "n > elements of a", "x == 1"]);
        let beside = ["x < 0 && n >= 1 && elements of a == 1", "x < 0 && n >= 2"];
        assert_eq!(shown(&beside, Behind::Elements(2)), ["x < 0 && n >= elements of a"]);
        let texts = ["length of a == 0 && c == 1", "length of a == 1 && c == 1"];
        assert_eq!(shown(&texts, Behind::Letters(1)), ["c == 1"]);
    }

    #[test]
    fn what_a_condition_leaves_out_is_no_bound() {
        let inner = ["elements of a->data != 1 && x == 0", "elements of a->data == 2 && x > 1"];
        assert_eq!(shown(&inner, Behind::Structure), inner);
    }

    #[test]
    fn ways_of_which_one_is_missing_stay_apart() {
        let some = ["n > 1 && elements of a == 1", "n > 3"];
        assert_eq!(shown(&some, Behind::Elements(3)), some);
        let other = ["n > 1 && elements of a == 1", "x > 0 && n > 2 && elements of a != 3", "n > 3"];
        assert_eq!(shown(&other, Behind::Elements(3)), other);
        let texts = ["length of a == 0", "length of a == 1"];
        assert_eq!(shown(&texts, Behind::Letters(2)), texts);
    }
}
