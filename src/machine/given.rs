//! Values from outside.

use std::collections::{BTreeMap, VecDeque};

use focuscheck_base::source::Span;

/// The values from outside of one run, by the place in the source at which they are read.
#[derive(Clone, Debug, Default)]
pub struct RunInputs {
    /// Whether objects that are declared without a value have none; else that comes from outside, or is not known.
    pub uninitialised: bool,
    calls: BTreeMap<Span, VecDeque<i128>>,
    objects: BTreeMap<Span, BTreeMap<String, VecDeque<i128>>>,
    allocations: BTreeMap<Span, VecDeque<bool>>,
}

impl RunInputs {
    /// The next value that is read at a place: of a call, or of a part of an object that is declared there. Values are
    /// added in the order of a run.
    pub fn add(&mut self, span: Span, name: &str, value: i128) {
        self.calls.entry(span).or_default().push_back(value);
        self.objects.entry(span).or_default().entry(name.to_owned()).or_default().push_back(value);
    }

    /// The next value of what is read at a place. What is converted where it is read may be known by the place of the
    /// conversion.
    pub(super) fn call(&mut self, span: Span) -> Option<i128> {
        if let Some(values) = self.calls.get_mut(&span) {
            return values.pop_front();
        }
        let around = self.calls.iter_mut().filter(|(outer, values)| {
            outer.start <= span.start && span.end <= outer.end && !values.is_empty()
        });
        let (_, values) = around.min_by_key(|(outer, _)| outer.end - outer.start)?;
        values.pop_front()
    }

    /// Says whether the next allocation at a place fails. This is said in the order of a run; where nothing is, none fails.
    pub fn allocation(&mut self, span: Span, fails: bool) {
        self.allocations.entry(span).or_default().push_back(fails);
    }

    pub(super) fn fails(&mut self, span: Span) -> bool {
        self.allocations.get_mut(&span).and_then(VecDeque::pop_front).unwrap_or(false)
    }

    /// The next value of a part of an object that is declared at a place.
    pub(super) fn part(&mut self, span: Span, name: &str) -> Option<i128> {
        self.objects.get_mut(&span)?.get_mut(name)?.pop_front()
    }
}
