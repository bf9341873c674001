//! Programs that lean on what is hard to model, their truth by gcc and its sanitizers, and FocusCheck's verdicts.

pub mod compose;
// The suite, which includes this module, has it as a module of its own besides.
#[allow(clippy::duplicate_mod)]
#[path = "../../../../tests/suite/support/random.rs"]
pub mod random;
pub mod table;
pub mod tally;
pub mod truth;
pub mod verdict;

use std::path::Path;

use compose::{Program, Tables, compose};
use tally::Tally;
use truth::{Known, Truth};
use verdict::Tool;

/// How often what is ordinary stands in the tables: it is decided where the rest is not, so that contexts and places are
/// tried with an answer at stake.
const ORDINARY: usize = 3;

/// Reads the tables of a folder.
pub fn tables(folder: &Path) -> std::io::Result<Tables> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    let mut tables = Tables::default();
    for path in paths {
        let family = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let entries = table::parse(&family, &std::fs::read_to_string(&path)?);
        match family.as_str() {
            "contexts" => tables.contexts = entries,
            "places" => tables.places = entries,
            "ordinary" => (0..ORDINARY).for_each(|_| tables.constructs.extend(entries.clone())),
            _ => tables.constructs.extend(entries),
        }
    }
    Ok(tables)
}

/// Composes, runs and judges the programs of some seeds; files are made in a folder of their own.
pub fn judged(tables: &Tables, seeds: &[u64], tool: &Tool, folder: &Path, known: &mut Known) -> Tally {
    let programs: Vec<Program> = seeds.iter().map(|&seed| compose(tables, seed)).collect();
    let new: Vec<Program> = programs.iter().filter(|p| known.get(p).is_none()).cloned().collect();
    let mut truths = truth::truths(folder, &new);
    for program in &programs {
        if let Some(truth) = truths.get(&program.seed) {
            known.add(program, truth);
        } else if let Some(truth) = known.get(program) {
            truths.insert(program.seed, truth.clone());
        }
        // Written again for programs whose truth was known.
        drop(std::fs::write(folder.join(format!("p{}.c", program.seed)), &program.text));
    }
    let sound: Vec<Program> =
        programs.iter().filter(|p| !matches!(truths[&p.seed], Truth::Broken(_))).cloned().collect();
    let verdicts = tool.verdicts(folder, &sound);
    let mut tally = Tally::default();
    for program in &programs {
        tally.add(program, &truths[&program.seed], verdicts.get(&program.seed), &tool.command_line(program));
    }
    tally
}
