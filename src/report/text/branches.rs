//! Explanations that differ by the outcome of a branch alone, or say the same about the chosen inputs.

use std::collections::BTreeSet;

use super::{difference, steps};
use crate::model::{Bearing, Counterexample, Projected, Step, StepKind};
use crate::words;
use focuscheck_base::source::Parts;

/// So many explanations that are alike are named.
const MOST_NAMED: usize = 4;

/// Explanations under the same conditions that say the same on either branch of some conditionals, or under the same
/// conditions on the chosen inputs.
pub struct Group<'a> {
    /// The best-ranked one first; there is at least one.
    pub members: Vec<&'a Counterexample>,
    /// The lines of the conditionals.
    branches: BTreeSet<u32>,
    /// Whether some of them are alike in what they say about the chosen inputs only.
    projected: bool,
}

impl<'a> Group<'a> {
    /// The best-ranked member.
    pub fn first(&self) -> &'a Counterexample {
        self.members[0]
    }

    /// `#1 and #2`; of many that are alike only how many there are.
    pub fn ranks(&self) -> String {
        let named: Vec<String> = self.members.iter().map(|member| format!("#{}", member.rank)).collect();
        match named.len() > MOST_NAMED && self.projected {
            true => format!("{} and {} more", named[0], named.len() - 1),
            false => words::list(&named),
        }
    }

    /// `, on either branch of line 7`; nothing for an explanation that stands alone.
    pub fn phrase(&self, parts: &Parts) -> String {
        if self.projected {
            return format!(", in {} ways", self.members.len());
        }
        if self.branches.is_empty() {
            return String::new();
        }
        let lines: Vec<u32> = self.branches.iter().copied().collect();
        format!(", on either branch of {}", words::lines(&lines, parts))
    }
}

/// Gathers explanations of one error, in their order.
pub fn groups<'a>(shown: &[&'a Counterexample]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    'next: for &counterexample in shown {
        for group in &mut groups {
            if group.first().says_the_same(counterexample) {
                group.projected = true;
                group.members.push(counterexample);
                continue 'next;
            }
            if let Some(branches) = either_way(group.first(), counterexample) {
                group.branches.extend(branches);
                group.members.push(counterexample);
                continue 'next;
            }
        }
        groups.push(Group { members: vec![counterexample], branches: BTreeSet::new(), projected: false });
    }
    groups
}

/// The lines of the conditionals by whose outcome two explanations differ, if that is all.
fn either_way(one: &Counterexample, other: &Counterexample) -> Option<Vec<u32>> {
    let alike = match (&one.projected, &other.projected) {
        (None, None) => true,
        (Some(Projected::Unknown), Some(Projected::Unknown)) => true,
        _ => one.says_the_same(other),
    };
    if !alike || !one.assumes_the_same(other) {
        return None;
    }
    let (first, second) = (&one.slice, &other.slice);
    let difference = difference::compare(&steps::keys(first), &steps::keys(second));
    let mut lines = Vec::new();
    for (old, new) in &difference.hunks {
        let (head, opposite) = (first.get(old.start)?, second.get(new.start)?);
        let place = |step: &Step| (step.line, step.column, step.kind);
        let opposed = head.outcome.is_some() && head.outcome == opposite.outcome.map(|outcome| !outcome);
        if old.is_empty()
            || new.is_empty()
            || head.kind != StepKind::Branch
            || place(head) != place(opposite)
            || !opposed
            || !guarded(first, old.clone())
            || !guarded(second, new.clone())
        {
            return None;
        }
        lines.push(head.line);
    }
    (!lines.is_empty()).then_some(lines)
}

/// Whether every step of a stretch but the first is there because of the first.
fn guarded(slice: &[Step], mut stretch: std::ops::Range<usize>) -> bool {
    let Some(head) = stretch.next() else { return false };
    let mut inside = BTreeSet::from([head]);
    stretch.all(|step| {
        let decides = |&earlier: &usize| {
            let mut reasons = slice[earlier].reasons.iter();
            reasons.any(|r| r.step as usize == step && matches!(r.kind, Bearing::Control | Bearing::Call))
        };
        let guarded = inside.iter().any(decides);
        inside.insert(step);
        guarded
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Reason;
    use crate::text::samples;

    fn way(rank: u32, conditions: &[&str], texts: &[(&str, &str)], decides: usize) -> Counterexample {
        let mut slice: Vec<Step> = texts.iter().map(|(place, text)| samples::step(place, text)).collect();
        slice[0].reasons = vec![Reason { kind: Bearing::Control, step: decides as u32, variable: None }];
        let assumptions = conditions.iter().map(|text| samples::assumption(text, 3)).collect();
        samples::counterexample(rank, Vec::new(), assumptions, slice)
    }

    #[test]
    fn what_differs_by_a_branch_alone_is_one() {
        let one = way(1, &["-x > 3"], &[("3T", "x > 3"), ("4", "y = 1"), ("7", "y == 0")], 1);
        let other = way(2, &["-x <= 3"], &[("3F", "x > 3"), ("6", "y = 2"), ("7", "y == 0")], 1);
        let joined = groups(&[&one, &other]);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].phrase(&Parts::default()), ", on either branch of line 3");
        let condition = way(2, &["x <= 3"], &[("3F", "x > 3"), ("6", "y = 2"), ("7", "y == 0")], 1);
        assert_eq!(groups(&[&one, &condition]).len(), 2, "another condition");
        let unguarded = way(2, &[], &[("3F", "x > 3"), ("6", "y = 2"), ("7", "y == 0")], 2);
        assert_eq!(groups(&[&one, &unguarded]).len(), 2, "a step that the branch does not decide");
    }
}
