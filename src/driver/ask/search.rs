//! Runs of the program from given inputs on, to find one that fails.

use std::collections::{BTreeMap, VecDeque};

use crate::execute::{Request, execute};
use crate::front;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_cells::simulation::given::{Default, InputName};
use focuscheck_cells::simulation::interpreter::Limits;
use focuscheck_layout::Laid;
use focuscheck_report::execution::Ended;

use super::probe::Probe;

/// So many runs are tried.
const MOST_RUNS: usize = 600;

/// What one run may take.
const LIMITS: Limits = Limits { steps: 20_000, depth: 200 };

/// Values that are tried besides what was guessed.
const SMALL: [i128; 8] = [0, 1, -1, 2, 3, -2, 4, 5];

/// The inputs of a run that fails as it is wanted, and its line: one of those near to values that are guessed, by where they
/// are read.
pub(super) fn failing(
    probe: &Probe,
    is_wanted: &dyn Fn(ErrorKind, u32, Option<u32>) -> bool,
    guesses: &BTreeMap<u32, i128>,
) -> Option<(u32, Vec<(String, String)>)> {
    let (source, options) = (probe.source(), probe.original());
    let (original, _) = probe.read().clone().prepared(source, options, false, &|_| {});
    let Laid { graph, .. } = front::in_cells(&original?, source, options).ok()?;
    graph.main?;
    let mut choices: Vec<(InputName, Vec<i128>)> = Vec::new();
    for site in &graph.sites {
        let Some(&guess) = guesses.get(&site.span.start) else { continue };
        let near = [guess, guess.saturating_add(1), guess.saturating_sub(1)];
        let mut values = Vec::new();
        for value in near.into_iter().chain(SMALL) {
            if (site.range.0..=site.range.1).contains(&value) && !values.contains(&value) {
                values.push(value);
            }
        }
        let name = InputName { name: site.name.clone(), line: Some(source.position(site.span.start).line) };
        if !values.is_empty() && !choices.iter().any(|(known, _)| *known == name) {
            choices.push((name, values));
        }
    }
    for mut number in 0..MOST_RUNS {
        spend(1);
        let mut values = BTreeMap::new();
        for (name, all) in &choices {
            values.insert(name.clone(), VecDeque::from([all[number % all.len()]]));
            number /= all.len();
        }
        // All choices have been tried.
        if number > 0 {
            break;
        }
        let request = Request { values, default: Default::Zero, limits: LIMITS };
        let Ok(run) = execute(&graph, source, options, request, None) else { continue };
        if let (Ended::Error(kind, _), Some(line)) = (&run.end.how, run.end.line)
            && is_wanted(*kind, line, run.end.column)
        {
            let inputs = run.inputs.into_iter().map(|input| (input.name, input.value));
            return Some((line, inputs.collect()));
        }
    }
    None
}
