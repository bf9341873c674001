//! Values for inputs that are given by name.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::facts::cfg::{Action, Graph, Site, SiteId, UnitKind};
use focuscheck_base::source::SourceFile;

use super::interpreter::Oracle;

/// The name of an input, and the line of the place that is meant; without one all places of that name are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputName {
    /// The name, as reports show it.
    pub name: String,
    /// The line.
    pub line: Option<u32>,
}

impl std::fmt::Display for InputName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}@{line}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// What is wrong with the values given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GivenError {
    /// No input of the program is called so.
    #[error("there is no input `{name}`; {known}")]
    Unknown {
        /// The name.
        name: InputName,
        /// Which inputs there are, in words.
        known: String,
    },
    /// None of the inputs called so can have the value.
    #[error("{value} is not a value of the input `{name}`, which is in {low}..{high}")]
    Range {
        /// The name.
        name: InputName,
        /// The value.
        value: i128,
        /// The smallest possible value.
        low: i128,
        /// The largest possible value.
        high: i128,
    },
}

/// Where the values come from that were not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// The value nearest to zero, of a letter `a`.
    Zero,
    /// Any, chosen by a generator that starts with this seed.
    Random(u64),
}

/// Whether locals without an initial value are inputs like others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locals {
    /// They are.
    Inputs,
    /// They have no value unless one was given.
    Uninitialised,
}

/// An oracle that answers with the values given for a name, in the order of the reads; a name with a line
/// comes before one without.
#[derive(Clone, Debug)]
pub struct NamedInputs {
    sites: Vec<Site>,
    lines: Vec<u32>,
    /// For each site whether it is the declaration of a variable whose name other reads have, too: a value that is
    /// given by the name alone is meant for those.
    overshadowed: Vec<Overshadowed>,
    values: BTreeMap<InputName, VecDeque<i128>>,
    default: Default,
    locals: Locals,
    missing: BTreeSet<(SiteId, u32)>,
}

/// At most this many missing values are kept.
const MOST_MISSING: usize = 10_000;

impl NamedInputs {
    /// Checks that each name and value is possible.
    pub fn new(
        graph: &Graph,
        source: &SourceFile,
        values: BTreeMap<InputName, VecDeque<i128>>,
        default: Default,
        locals: Locals,
    ) -> Result<Self, GivenError> {
        let sites = graph.sites.clone();
        let lines: Vec<u32> = sites.iter().map(|site| source.position(site.span.start).line).collect();
        for (name, list) in &values {
            let named = |(site, line): &(&Site, &u32)| {
                site.name == name.name && name.line.is_none_or(|wanted| wanted == **line)
            };
            let meant: Vec<&Site> = sites.iter().zip(&lines).filter(named).map(|(site, _)| site).collect();
            let low = meant.iter().map(|site| site.range.0).min();
            let high = meant.iter().map(|site| site.range.1).max();
            let (Some(low), Some(high)) = (low, high) else {
                return Err(GivenError::Unknown { name: name.clone(), known: known(&sites, &lines) });
            };
            if let Some(&value) = list.iter().find(|&&value| value < low || high < value) {
                return Err(GivenError::Range { name: name.clone(), value, low, high });
            }
        }
        let overshadowed = overshadowed(graph, &lines);
        Ok(NamedInputs { sites, lines, overshadowed, values, default, locals, missing: BTreeSet::new() })
    }

    /// The reads for which no value was left: the place, and the how-many-th read there, from 0.
    pub fn missing(&self) -> &BTreeSet<(SiteId, u32)> {
        &self.missing
    }

    /// The names whose values were not all used, with how many are left.
    pub fn unused(&self) -> Vec<(&InputName, usize)> {
        self.values.iter().filter(|(_, left)| !left.is_empty()).map(|(n, left)| (n, left.len())).collect()
    }

    fn given(&mut self, site: SiteId) -> Option<i128> {
        let name = InputName { name: self.sites.get(site.index())?.name.clone(), line: None };
        self.given_here(site).or_else(|| self.values.get_mut(&name).and_then(VecDeque::pop_front))
    }

    /// A value that was given with the line.
    fn given_here(&mut self, site: SiteId) -> Option<i128> {
        let line = self.lines.get(site.index()).copied();
        let name = InputName { name: self.sites.get(site.index())?.name.clone(), line };
        self.values.get_mut(&name).and_then(VecDeque::pop_front)
    }
}

/// Where else an input is read that is called like a declaration without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overshadowed {
    /// Nowhere, or it is no such declaration.
    No,
    /// On other lines.
    Elsewhere,
    /// On its line.
    Here,
}

/// For each site whether it is a declaration without a value, and an input of the same name is read elsewhere.
fn overshadowed(graph: &Graph, lines: &[u32]) -> Vec<Overshadowed> {
    let mut declared = vec![false; graph.sites.len()];
    let mut read: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for node in &graph.nodes {
        let Action::Input { site, .. } = node.action else { continue };
        match graph.units[node.unit.index()].kind {
            UnitKind::Havoc => declared[site.index()] = true,
            _ => {
                let name = graph.sites[site.index()].name.as_str();
                read.entry(name).or_default().insert(lines[site.index()]);
            }
        }
    }
    let there = |((site, line), declared): ((&Site, &u32), bool)| match read.get(site.name.as_str()) {
        Some(lines) if declared && lines.contains(line) => Overshadowed::Here,
        Some(_) if declared => Overshadowed::Elsewhere,
        _ => Overshadowed::No,
    };
    graph.sites.iter().zip(lines).zip(declared).map(there).collect()
}

impl Oracle for NamedInputs {
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128 {
        if let Some(value) = self.given(site) {
            return value;
        }
        if self.missing.len() < MOST_MISSING {
            self.missing.insert((site, occurrence));
        }
        let (low, high) = self.sites[site.index()].range;
        match &mut self.default {
            Default::Zero => self.sites[site.index()].plainest(),
            Default::Random(state) => {
                // The range is at most 64 bits wide.
                let width = (high - low + 1).max(1);
                low + i128::from(random(state)) % width
            }
        }
    }

    fn local(&mut self, site: SiteId, occurrence: u32) -> Option<i128> {
        match self.locals {
            Locals::Inputs => Some(self.input(site, occurrence)),
            Locals::Uninitialised => match self.overshadowed.get(site.index()) {
                Some(Overshadowed::Here) => None,
                Some(Overshadowed::Elsewhere) => self.given_here(site),
                Some(Overshadowed::No) | None => self.given(site),
            },
        }
    }
}

/// One step of SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut value = *state;
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// The inputs of a program in words.
fn known(sites: &[Site], lines: &[u32]) -> String {
    const MOST: usize = 12;
    let mut names: Vec<String> =
        sites.iter().zip(lines).map(|(site, line)| format!("{} (line {line})", site.name)).collect();
    names.dedup();
    if names.is_empty() {
        return "the program reads none".to_owned();
    }
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("the program reads {}{rest}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_base::arith::IntegerType;
    use focuscheck_base::source::Span;

    fn graph() -> (Graph, SourceFile) {
        let site = |name: &str, start, range| Site {
            name: name.to_owned(),
            star: false,
            choice: false,
            ty: IntegerType::INT,
            range,
            span: Span::new(start, start + 1),
            undefined: None,
            text: None,
            argument: None,
            drawn: None,
            volatile: false,
        };
        let sites = vec![site("x", 0, (-5, 5)), site("x", 2, (3, 9)), site("c", 4, (0, 255))];
        (Graph { sites, ..Graph::default() }, SourceFile::new("f.c", "x\nx\nc\n"))
    }

    fn given(texts: &[(&str, Option<u32>, &[i128])], default: Default) -> Result<NamedInputs, GivenError> {
        let (graph, source) = graph();
        let values = texts.iter().map(|(name, line, values)| {
            (InputName { name: (*name).to_owned(), line: *line }, values.iter().copied().collect())
        });
        NamedInputs::new(&graph, &source, values.collect(), default, Locals::Uninitialised)
    }

    #[test]
    fn values_are_taken_in_order_and_a_line_comes_first() {
        let mut given = given(&[("x", None, &[1, 2]), ("x", Some(2), &[7])], Default::Zero).expect("valid");
        let sites = [1, 0, 0, 0, 1, 2];
        let answers: Vec<i128> = sites.into_iter().map(|site| given.input(SiteId(site), 0)).collect();
        assert_eq!(answers, [7, 1, 2, 0, 3, 0]);
        assert_eq!(given.missing().len(), 3);
        assert_eq!(given.local(SiteId(0), 0), None);
        assert_eq!(given.unused(), []);
    }

    #[test]
    fn random_values_are_in_range_and_repeat_with_the_seed() {
        let draw = |seed| {
            let mut given = given(&[], Default::Random(seed)).expect("valid");
            (0..50).map(|_| given.input(SiteId(1), 0)).collect::<Vec<_>>()
        };
        assert!(draw(1).iter().all(|value| (3..=9).contains(value)));
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn names_and_values_that_cannot_be_are_refused() {
        let message = |texts| given(texts, Default::Zero).expect_err("refused").to_string();
        assert_eq!(
            message(&[("y", None, &[1])]),
            "there is no input `y`; the program reads x (line 1), x (line 2), c (line 3)"
        );
        assert!(message(&[("x", Some(3), &[1])]).starts_with("there is no input `x@3`"));
        assert_eq!(
            message(&[("c", None, &[256])]),
            "256 is not a value of the input `c`, which is in 0..255"
        );
    }
}
