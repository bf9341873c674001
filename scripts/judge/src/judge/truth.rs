//! What programs do on every vector of their boxes, by gcc and its sanitizer.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::program::{Hooks, Program, Source};

const DRIVER: &str = include_str!("driver.c");
const OPTIONS: [&str; 7] = [
    "-w",
    "-std=gnu11",
    "-O0",
    "-fsanitize=undefined",
    "-fsanitize=bounds-strict",
    "-fno-sanitize=vptr",
    "-c",
];

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The function returned.
    Ended,
    /// By `exit` or `abort`.
    Exited,
    /// An assumption does not hold.
    Assumed,
    /// Not within many conditions, where all numbers are small.
    Endless,
    /// Not within many conditions; with large numbers nobody knows whether it would.
    Slow,
    /// An error of a kind at a line.
    Fails(Kind, u32),
    /// Signed overflow at a line.
    Overflow(u32),
    /// Something else that C leaves undefined: a mistake of the generator.
    Other(u32),
}

/// Kinds of errors, as reports call them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Kind {
    Assertion,
    Bounds,
    Div,
    Shift,
    Pointer,
    Uninit,
}

impl Kind {
    /// The word of JSON reports.
    pub fn of_word(word: &str) -> Option<Kind> {
        Some(match word {
            "assertion" => Kind::Assertion,
            "bounds" => Kind::Bounds,
            "div" => Kind::Div,
            "shift" => Kind::Shift,
            "pointer" => Kind::Pointer,
            "uninit" => Kind::Uninit,
            _ => return None,
        })
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The inputs.
    pub vector: Vec<i64>,
    /// How it ended.
    pub outcome: Outcome,
    /// Outcomes of conditions that were passed: two bits a condition, first for true.
    pub seen: [u64; 4],
    /// Lines that were reached, of those that are watched.
    pub lines: [u64; 4],
    /// Clauses `ensures` that do not hold at the end.
    pub broken: u32,
    /// Facts that did not hold at some time when their place was passed.
    pub facts_false: u64,
    /// Facts that held at some time when their place was passed.
    pub facts_true: u64,
}

impl Run {
    /// Whether a line was reached.
    pub fn reached(&self, line: u32) -> bool {
        let ended_there = matches!(self.outcome, Outcome::Fails(_, at) | Outcome::Overflow(at) if at == line);
        ended_there || line < 256 && self.lines[line as usize / 64] >> (line % 64) & 1 == 1
    }

    /// Whether a condition had an outcome.
    pub fn passed(&self, condition: usize, outcome: bool) -> bool {
        let bit = 2 * condition + usize::from(!outcome);
        condition < 96 && self.seen[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// Whether there is such a compiler.
pub fn available(folder: &Path) -> bool {
    let text = "int f(int a) { int t[2] = {0, 0}; return t[a] / a; }\n";
    std::fs::write(folder.join("trial.c"), text).is_ok()
        && gcc(folder, &[&OPTIONS[..], &["trial.c", "-o", "trial.o"]].concat()).is_ok()
}

fn gcc(folder: &Path, words: &[&str]) -> Result<(), String> {
    let output = Command::new("gcc").current_dir(folder).args(words).output().map_err(|e| e.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).lines().take(6).collect::<Vec<_>>().join("\n")),
    }
}

/// Runs each program on its box and on some vectors besides.
/// Facts are looked at where the hooks of a program say so.
pub fn runs(
    folder: &Path,
    programs: &[Program],
    besides: &[Vec<Vec<i64>>],
    hooks: &[Hooks],
) -> Result<Vec<Vec<Run>>, String> {
    let mut text = DRIVER.to_owned();
    let mut stdin: Vec<u8> = Vec::new();
    let mut all = Vec::new();
    let none = Hooks::new();
    for (index, (program, more)) in programs.iter().zip(besides).enumerate() {
        text.push_str(&wrapped(program, hooks.get(index).unwrap_or(&none)));
        let mut vectors = program.vectors();
        vectors.extend(more.iter().cloned());
        stdin.extend((vectors.len() as u64).to_le_bytes());
        stdin.extend((program.inputs.len() as u64).to_le_bytes());
        vectors.iter().flatten().for_each(|value| stdin.extend(value.to_le_bytes()));
        all.push(vectors);
    }
    text.push_str("struct program programs[] = {\n");
    for program in programs {
        let _ = writeln!(text, "{{run_{}}},", program.seed);
    }
    text.push_str(MAIN);
    std::fs::write(folder.join("batch.c"), text).map_err(|e| e.to_string())?;
    std::fs::write(folder.join("vectors"), stdin).map_err(|e| e.to_string())?;
    gcc(folder, &[&OPTIONS[..], &["batch.c", "-o", "batch.o"]].concat())?;
    gcc(folder, &["batch.o", "-o", "batch"])?;
    let input = std::fs::File::open(folder.join("vectors")).map_err(|e| e.to_string())?;
    let output = Command::new(folder.join("batch")).stdin(input).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(format!("{}: the batch ends with {}", folder.display(), output.status));
    }
    let mut records = output.stdout.chunks_exact(96);
    let mut runs = Vec::new();
    for vectors in all {
        let read = |vector: Vec<i64>| Some(record(vector, records.next()?));
        let found: Option<Vec<Run>> = vectors.into_iter().map(read).collect();
        let mut found = found.ok_or("the batch says too little")?;
        // Beside an unsigned number a negative one is large.
        let program = &programs[runs.len()];
        let is_unsigned = |line: &str| !line.starts_with("extern") && line.contains("unsigned");
        let large = program.is_large() || program.marked.lines().any(is_unsigned);
        for run in &mut found {
            let large = large || run.vector.iter().any(|value| value.abs() > 1_000);
            if run.outcome == Outcome::Endless && large {
                run.outcome = Outcome::Slow;
            }
        }
        runs.push(found);
    }
    Ok(runs)
}

fn record(vector: Vec<i64>, bytes: &[u8]) -> Run {
    let short = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap_or_default());
    let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default());
    let line = short(4);
    let outcome = match short(0) {
        0 => Outcome::Ended,
        1 => Outcome::Exited,
        2 => Outcome::Assumed,
        3 => Outcome::Endless,
        4 => Outcome::Fails(Kind::Assertion, line),
        5 => Outcome::Fails(Kind::Bounds, line),
        6 => Outcome::Fails(Kind::Div, line),
        7 => Outcome::Fails(Kind::Shift, line),
        8 => Outcome::Fails(Kind::Pointer, line),
        9 => Outcome::Fails(Kind::Uninit, line),
        10 => Outcome::Overflow(line),
        _ => Outcome::Other(line),
    };
    let seen = [long(16), long(24), long(32), long(40)];
    let lines = [long(64), long(72), long(80), long(88)];
    Run { vector, outcome, seen, lines, broken: short(8), facts_false: long(48), facts_true: long(56) }
}

/// A program with its names changed, and a function that runs it on `in`.
fn wrapped(program: &Program, hooks: &Hooks) -> String {
    let seed = program.seed;
    let mut text = String::new();
    for name in &program.names {
        let _ = writeln!(text, "#define {name} {name}_{seed}");
    }
    let saved = hooks.get("saved").cloned().unwrap_or_default();
    for name in &saved {
        let _ = writeln!(
            text,
            "#undef {name}\n#define {name} {name}_{seed}\nstatic __int128 {name}; static int {name}_is_{seed};"
        );
        let _ = writeln!(text, "#undef {name}_is\n#define {name}_is {name}_is_{seed}");
    }
    let _ = writeln!(text, "#line 1 \"p{seed}.c\"");
    let body = program.compiler_text(hooks);
    // The functions that give inputs are the driver's.
    body.lines().for_each(|line| {
        text += &if line.starts_with("extern ") { "\n".into() } else { format!("{line}\n") }
    });
    let _ = writeln!(text, "static void run_{seed}(void) {{");
    for (name, value) in &program.globals {
        let _ = writeln!(text, "{name} = {value};");
    }
    for name in &saved {
        let _ = writeln!(text, "{name}_is = 0;");
    }
    for name in &program.arrays {
        let saved = format!("saved_{seed}_{name}");
        let _ = writeln!(text, "static char {saved}[sizeof {name}], {saved}_is;");
        let _ = writeln!(
            text,
            "memcpy({saved}_is ? (void *){name} : (void *){saved}, {saved}_is ? (void *){saved} : (void *){name}, sizeof {name});"
        );
        let _ = writeln!(text, "{saved}_is = 1;");
    }
    let mut arguments = Vec::new();
    for (index, input) in program.inputs.iter().enumerate() {
        match input.source {
            Source::Global => drop(writeln!(text, "{} = in[{index}];", input.name)),
            Source::Parameter => arguments.push(format!("in[{index}]")),
            Source::Read => {}
        }
    }
    match &program.entry {
        None => text += "main();\n",
        Some(entry) if program.ensures.is_empty() => {
            let _ = writeln!(text, "{entry}({});", arguments.join(", "));
        }
        Some(entry) => {
            let _ = writeln!(text, "long result = {entry}({});", arguments.join(", "));
            for (index, input) in program.inputs.iter().enumerate() {
                if input.source == Source::Parameter {
                    // Annotations compute with integers of any size.
                    let _ = writeln!(text, "long {} = in[{index}];", input.name);
                }
            }
            for (index, (_, _, clause)) in program.ensures.iter().enumerate() {
                let _ = writeln!(text, "if (!({clause})) now.broken |= 1u << {index};");
            }
        }
    }
    text += "}\n";
    for name in &program.names {
        let _ = writeln!(text, "#undef {name}");
    }
    text
}

const MAIN: &str = r"};
#undef exit
#undef abort
int main(void) {
    uint64_t head[2];
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (fread(head, 8, 2, stdin) != 2) return 1;
        for (uint64_t k = 0; k < head[0]; k++) {
            if (head[1] && fread(in, 8, head[1], stdin) != head[1]) return 1;
            memset(&now, 0, sizeof now);
            nx = 0;
            steps = 0;
            if (!setjmp(back)) programs[i].run();
            fwrite(&now, sizeof now, 1, stdout);
        }
    }
    return 0;
}
";
