//! Whether a model is a run that fails.

use focuscheck_base::arith::Relation;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_machine::{Asked as About, Ending, Goal, Instance, Limits, Machine, NoBeginning, Shown, Side};
use focuscheck_report::verify::model::ObligationReport;
use focuscheck_smt::{Model, Prover};
use focuscheck_vc::condition::passive::Query;
use focuscheck_vc::guarded::graph::{At, BlockId, Property};

use super::asked::Asked;
use super::place::offset;

/// How far a run may go.
const LIMITS: Limits = Limits { steps: 1_000_000, depth: 1_000 };

impl Asked<'_> {
    /// Runs the function from the state of a model; why that does not fail where it is asked about, if so.
    pub fn run(
        &self,
        prover: &Prover,
        model: &Model,
        path: &[BlockId],
        query: &Query,
        found: &mut ObligationReport,
    ) -> Result<(), String> {
        let mut start = self.start(prover, model, path)?;
        let (tree, graph) = (self.ground.tree, self.ground.graph);
        let function = self.guarded.function;
        let procedure = graph.bodies[function.index()].ok_or("it has no body")?;
        let Ok(id) = query.about else { return Err("it is not followed".to_owned()) };
        let obligation = &self.guarded.obligations[id.index()];
        let uninitialised = obligation.property == Property::Uninit;
        start.given.uninitialised = uninitialised;
        let mut machine = Machine::new(graph, start.given, LIMITS);
        if uninitialised {
            let at = offset(self.ground.source, obligation.at);
            machine.watch(CheckKind::Uninit, Span::new(at, at + 1));
        }
        let constant = |object| graph.is_constant(tree, object);
        machine.begin(procedure, &start.beginning, &constant).map_err(|why| no_beginning(&why))?;
        let inlined = self.ground.inlined();
        let clause = obligation.clause.map(|clause| clause.span);
        let asked = About { property: obligation.property, at: obligation.at, clause };
        let goal = Goal { tree, function, inlined: &inlined, asked: Some(asked) };
        // In the block of the entry no function is called.
        let starts = obligation.property == Property::Pre && query.block.0 == 0;
        let failure = match machine.run_to(&goal) {
            Ending::Fails(failure) => failure,
            // The program starts in no state that satisfies its precondition.
            Ending::NoState(broken) if starts && clause == Some(broken) => return Ok(()),
            Ending::NoState(_) => {
                return Err("it does not satisfy the precondition when it is run".to_owned());
            }
            Ending::NoRun(_) => {
                return Err("something that is assumed does not hold when it is run".to_owned());
            }
            Ending::Finished => return Err("it does not fail when it is run".to_owned()),
            Ending::Stopped => return Err("its run ends before".to_owned()),
            Ending::Limit => return Err("its run takes too many steps".to_owned()),
            Ending::Unknown { reason, .. } => {
                return Err(format!("its run hangs on something not modelled: {reason}"));
            }
        };
        if !is_same(obligation.property, failure.property)
            || !failure.own
            || !self.meets(obligation.at, failure.at)
            || clause != failure.clause && failure.clause.is_some()
        {
            return Err("something else fails first when it is run".to_owned());
        }
        for (name, value) in start.bare.iter().filter(|_| !uninitialised) {
            found.inputs.push((name.clone(), value.to_string()));
        }
        found.why = failure.instance.as_ref().and_then(|instance| self.why(instance));
        Ok(())
    }

    /// Whether an obligation stands where a run fails.
    fn meets(&self, at: At, other: At) -> bool {
        let source = self.ground.source;
        offset(source, at) == offset(source, other)
    }

    /// What is wrong, in a few words: `ia[0] should be 1, is -1`.
    fn why(&self, instance: &Instance) -> Option<String> {
        let (left, right) = instance.sides.as_ref()?;
        // Parts of objects that are compared as wholes have no text of their own.
        if left.span == right.span || instance.binders.iter().any(|(name, _)| name.is_empty()) {
            return None;
        }
        let relation = match instance.relation? {
            Relation::Equal => "",
            Relation::NotEqual => "other than ",
            Relation::Less => "less than ",
            Relation::LessEqual => "at most ",
            Relation::Greater => "greater than ",
            Relation::GreaterEqual => "at least ",
        };
        let named = |side: &Side| {
            // The state in which it is read goes without saying.
            let text = self.text(side.span);
            let inner = text.strip_prefix("\\at(").and_then(|text| text.rsplit_once(','));
            let mut text = inner.map_or_else(|| text.clone(), |(inner, _)| inner.to_owned());
            for (name, span) in &instance.names {
                text = replaced(&text, name, &self.text(*span));
            }
            for (name, value) in &instance.binders {
                text = replaced(&text, name, &value.to_string());
            }
            text
        };
        let shown = |value: Shown| match value {
            Shown::Integer(value) => value.to_string(),
            Shown::Null => "NULL".to_owned(),
            Shown::Pointer => "another pointer".to_owned(),
        };
        Some(format!("{} should be {relation}{}, is {}", named(left), shown(right.value), shown(left.value)))
    }
}

/// A text in which a word stands for another.
fn replaced(text: &str, word: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    if word.is_empty() {
        return text.to_owned();
    }
    while let Some(at) = rest.find(word) {
        let letter = |c: char| c == '_' || c.is_alphanumeric();
        let before = rest[..at].chars().next_back().is_some_and(letter);
        let after = rest[at + word.len()..].chars().next().is_some_and(letter);
        out.push_str(&rest[..at]);
        out.push_str(if before || after { word } else { by });
        rest = &rest[at + word.len()..];
    }
    out.push_str(rest);
    out
}

fn no_beginning(why: &NoBeginning) -> String {
    match why {
        NoBeginning::TooLarge(size) => format!("it has a block of {size} bytes"),
        NoBeginning::Outside => "a value lies outside of its object".to_owned(),
        NoBeginning::Missing => "an object of it is missing".to_owned(),
        NoBeginning::NotReached(_) => "what runs before the function does not get to it".to_owned(),
    }
}

/// Whether a run that fails breaks this property: an access that hits nothing is one outside of an array.
fn is_same(asked: Property, met: Property) -> bool {
    let access = |property| matches!(property, Property::ArrayAccess | Property::Dangling);
    asked == met || access(asked) && access(met)
}
