//! The table of what was right, undecided and wrong.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::compose::Program;
use super::truth::Truth;
use super::verdict::Verdict;

/// The counts of one construct.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Right answers: safe, unsafe.
    pub right: [u32; 2],
    /// Undecided, by reason.
    pub unknown: BTreeMap<String, u32>,
    /// Wrong answers.
    pub wrong: u32,
}

impl Row {
    /// All programs.
    pub fn programs(&self) -> u32 {
        self.right.iter().sum::<u32>() + self.undecided() + self.wrong
    }

    /// Those without an answer.
    pub fn undecided(&self) -> u32 {
        self.unknown.values().sum()
    }

    fn plus(&mut self, other: &Row) {
        for (own, more) in self.right.iter_mut().zip(other.right) {
            *own += more;
        }
        for (reason, count) in &other.unknown {
            *self.unknown.entry(reason.clone()).or_default() += count;
        }
        self.wrong += other.wrong;
    }
}

/// A program with a wrong answer, or a mistake of the generator.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The program.
    pub program: Program,
    /// One line.
    pub diagnosis: String,
}

/// The counts of all constructs, and what has to be looked at.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By construct.
    pub rows: BTreeMap<String, Row>,
    /// Wrong answers.
    pub wrong: Vec<Finding>,
    /// Programs that are not what they should be.
    pub broken: Vec<Finding>,
}

impl Tally {
    /// Judges an answer.
    pub fn add(&mut self, program: &Program, truth: &Truth, verdict: Option<&Verdict>, options: &str) {
        if let Some(diagnosis) = mistake(program, truth) {
            self.broken.push(Finding { program: program.clone(), diagnosis });
            return;
        }
        let row = self.rows.entry(program.construct.clone()).or_default();
        let undecided =
            |row: &mut Row, reason: &str| *row.unknown.entry(without_details(reason)).or_default() += 1;
        let said = match verdict {
            Some(Verdict::Safe) if program.holds => return row.right[0] += 1,
            Some(Verdict::Unsafe(kinds)) if !program.holds && expected(program, kinds) => {
                return row.right[1] += 1;
            }
            Some(Verdict::Unknown(reason)) => return undecided(row, reason),
            Some(Verdict::Nothing) if program.undefined && program.holds => {
                return undecided(row, "nothing to check");
            }
            Some(Verdict::Unsafe(_)) if program.holds && program.outside => {
                return undecided(row, "unsafe, which depends on the world outside");
            }
            Some(Verdict::Safe) => "safe".to_owned(),
            Some(Verdict::Nothing) => "nothing to check".to_owned(),
            Some(Verdict::Unsafe(kinds)) => format!("unsafe ({})", kinds.join(", ")),
            Some(Verdict::Failed(why)) => format!("failed: {why}"),
            None => "no answer".to_owned(),
        };
        row.wrong += 1;
        let expected = if program.holds { "safe" } else { "unsafe" };
        let why = match truth {
            Truth::Undefined(message) => format!("  {message}"),
            _ => String::new(),
        };
        let construct = &program.construct;
        self.wrong.push(Finding {
            program: program.clone(),
            diagnosis: format!(
                "// expected: {expected}  options: {options}  construct: {construct}  said: {said}{why}"
            ),
        });
    }

    /// Adds what another batch found.
    pub fn plus(&mut self, other: Tally) {
        for (name, row) in &other.rows {
            self.rows.entry(name.clone()).or_default().plus(row);
        }
        self.wrong.extend(other.wrong);
        self.broken.extend(other.broken);
    }

    /// The sum of all rows.
    pub fn total(&self) -> Row {
        let mut total = Row::default();
        self.rows.values().for_each(|row| total.plus(row));
        total
    }

    /// The table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let line = |text: &mut String, name: &str, row: &Row| {
            let reason = row.unknown.iter().max_by_key(|(_, count)| **count);
            let reason = reason.map_or(String::new(), |(reason, _)| reason.chars().take(60).collect());
            let [safe, unsafe_] = row.right;
            let (programs, unknown) = (row.programs(), row.undecided());
            let wrong = if row.wrong > 0 { format!("WRONG {}", row.wrong) } else { String::new() };
            let _ = writeln!(
                text,
                "{name:<42} {programs:>6} {safe:>6} {unsafe_:>6} {unknown:>7}  {wrong:<9} {reason}"
            );
        };
        let _ =
            writeln!(text, "{:<42} {:>6} {:>6} {:>6} {:>7}", "construct", "all", "safe", "unsafe", "unknown");
        for (name, row) in &self.rows {
            line(&mut text, name, row);
        }
        let total = self.total();
        line(&mut text, "total", &total);
        let share = 100.0 * f64::from(total.right.iter().sum::<u32>()) / f64::from(total.programs().max(1));
        let _ = writeln!(
            text,
            "{} programs, {} wrong, {share:.1} % decided; {} mistakes of the generator",
            total.programs(),
            total.wrong,
            self.broken.len()
        );
        text
    }

    /// Writes what has to be looked at into a folder.
    pub fn keep(&self, folder: &Path) -> std::io::Result<()> {
        for (kind, findings) in [("wrong", &self.wrong), ("broken", &self.broken)] {
            for Finding { program, diagnosis } in findings {
                let folder = folder.join(kind);
                std::fs::create_dir_all(&folder)?;
                let name = format!("{}-{}.c", program.construct.replace('/', "-"), program.seed);
                std::fs::write(folder.join(name), format!("{diagnosis}\n{}", program.text))?;
            }
        }
        Ok(())
    }
}

/// How the program is not what it should be, if so.
fn mistake(program: &Program, truth: &Truth) -> Option<String> {
    let construct = &program.construct;
    match (truth, program.undefined, program.holds) {
        (Truth::Broken(why), ..) => Some(format!("// {construct}: {why}")),
        (Truth::Holds, _, true) | (Truth::Fails, false, false) | (Truth::Undefined(_), true, false) => None,
        (Truth::Holds, true, false) if program.trusted => None,
        (truth, _, holds) => {
            Some(format!("// {construct}: should {}hold, {truth:?}", if holds { "" } else { "not " }))
        }
    }
}

/// Whether errors of these kinds are what the program is about.
fn expected(program: &Program, kinds: &[String]) -> bool {
    let stated = |kind: &String| matches!(kind.as_str(), "assertion" | "error-call");
    kinds.iter().all(|kind| stated(kind) != program.undefined)
}

/// A reason without names and numbers, which differ from program to program.
fn without_details(reason: &str) -> String {
    let first = reason.lines().next().unwrap_or("");
    let mut quoted = false;
    let mut text = String::new();
    for c in first.chars() {
        if c == '`' {
            quoted = !quoted;
            text.push('`');
        } else if !quoted && !c.is_ascii_digit() {
            text.push(c);
        }
    }
    text
}
