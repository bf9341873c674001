//! What programs do, according to gcc and its sanitizers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::compose::{LARGEST, Program};

const DRIVER: &str = include_str!("driver.c");
const SANITIZERS: &[&str] = &[
    "-O0",
    "-fsanitize=address,undefined",
    "-fsanitize=bounds-strict",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=alignment",
];
const PLAIN: &[&str] = &["-O0"];

/// How the runs of a program end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// No run goes wrong.
    Holds,
    /// Some run violates an assertion, none is undefined.
    Fails,
    /// Some run is undefined: the first complaint.
    Undefined(String),
    /// It is not compiled, does not end, …: a mistake of the generator.
    Broken(String),
}

/// Whether there is a compiler with both sanitizers.
pub fn available(folder: &Path) -> bool {
    let (source, binary) = (folder.join("trial.c"), folder.join("trial"));
    std::fs::write(&source, "int main(void) { return 0; }\n").is_ok()
        && gcc(folder, SANITIZERS, &["trial.c".into(), "-o".into(), "trial".into()]).is_ok()
        && Command::new(binary).output().is_ok_and(|o| o.status.success())
}

fn gcc(folder: &Path, options: &[&str], rest: &[String]) -> Result<(), String> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "gcc".into());
    let mut command = Command::new(compiler);
    command
        .current_dir(folder)
        .args(["-w", "-std=gnu11", "-pthread", "-no-pie", "-z", "execstack"])
        .args(options)
        .args(rest)
        .arg("-lm");
    done(command.output())
}

fn done(output: std::io::Result<Output>) -> Result<(), String> {
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(text
                .lines()
                .find(|l| l.contains("error") || l.contains("undefined"))
                .unwrap_or(&text)
                .to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Runs programs, those that can together in one binary.
pub fn truths(folder: &Path, programs: &[Program]) -> BTreeMap<u64, Truth> {
    let mut found = BTreeMap::new();
    for options in [SANITIZERS, PLAIN] {
        let mut together = Vec::new();
        // Programs of a pair differ in the assertion: one of them without sanitizers is enough.
        for program in programs.iter().filter(|p| p.holds || options == SANITIZERS) {
            match compiled(folder, program, options) {
                Err(error) => drop(found.insert(program.seed, Truth::Broken(error))),
                Ok(()) if program.alone => outcomes(folder, &[program], options, &mut found),
                Ok(()) => together.push(program),
            }
        }
        outcomes(folder, &together, options, &mut found);
    }
    found
}

fn compiled(folder: &Path, program: &Program, options: &[&str]) -> Result<(), String> {
    let name = format!("p{}", program.seed);
    let entry = format!("main_{}", program.seed);
    std::fs::write(folder.join(format!("{name}.c")), &program.text).map_err(|e| e.to_string())?;
    let object = format!("{name}.o");
    let mut words =
        vec![format!("-Dmain={entry}"), "-c".into(), format!("{name}.c"), "-o".into(), object.clone()];
    if program.trampoline {
        words.push("--param=asan-use-after-return=0".into());
    }
    gcc(folder, options, &words)?;
    if program.alone {
        return Ok(());
    }
    let mut command = Command::new("objcopy");
    done(command.current_dir(folder).arg(format!("--keep-global-symbol={entry}")).arg(object).output())
}

/// Links and runs, and joins what is seen with what is known.
fn outcomes(folder: &Path, programs: &[&Program], options: &[&str], found: &mut BTreeMap<u64, Truth>) {
    if programs.is_empty() {
        return;
    }
    let text = match linked(folder, programs, options) {
        Ok(text) => text,
        Err(error) => {
            found.extend(programs.iter().map(|p| (p.seed, Truth::Broken(format!("link: {error}")))));
            return;
        }
    };
    let mut seen: BTreeMap<u64, Truth> = programs.iter().map(|p| (p.seed, Truth::Holds)).collect();
    for line in text.lines() {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().unwrap_or("");
        let (Ok(seed), vector, outcome, message) = (word().parse(), word(), word(), word()) else { continue };
        let now = match outcome {
            "ok" => continue,
            "failed" => Truth::Fails,
            "undefined" => Truth::Undefined(message.to_owned()),
            other => Truth::Broken(format!("{other} on {vector}")),
        };
        let known = seen.entry(seed).or_insert(Truth::Holds);
        if rank(&now) > rank(known) {
            *known = now;
        }
    }
    let sanitized = options == SANITIZERS;
    for program in programs {
        let now = seen.remove(&program.seed).unwrap_or(Truth::Holds);
        match found.get(&program.seed) {
            None if sanitized => drop(found.insert(program.seed, now)),
            // What is undefined may end in any way without the sanitizers.
            Some(known @ (Truth::Holds | Truth::Fails)) if !program.undefined && *known != now => {
                let text = format!("{known:?} with sanitizers, {now:?} without");
                found.insert(program.seed, Truth::Broken(text));
            }
            _ => {}
        }
    }
}

fn rank(truth: &Truth) -> u8 {
    match truth {
        Truth::Holds => 0,
        Truth::Fails => 1,
        Truth::Undefined(_) => 2,
        Truth::Broken(_) => 3,
    }
}

fn linked(folder: &Path, programs: &[&Program], options: &[&str]) -> Result<String, String> {
    let mut text = DRIVER.to_owned();
    for p in programs {
        let _ = writeln!(text, "int main_{}();", p.seed);
    }
    text.push_str("const struct program programs[] = {\n");
    for p in programs {
        let _ = writeln!(text, "{{{0}, main_{0}, {1}}},", p.seed, LARGEST + 1);
    }
    let _ = writeln!(text, "}};\nconst int program_count = {};", programs.len());
    std::fs::write(folder.join("driver.c"), text).map_err(|e| e.to_string())?;
    let mut files = vec!["driver.c".to_owned()];
    files.extend(programs.iter().map(|p| format!("p{}.o", p.seed)));
    files.extend(["-o".into(), "batch".into()]);
    gcc(folder, options, &files)?;
    let output =
        Command::new(folder.join("batch")).current_dir(folder).output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Truths that were found before, by the text of the program.
#[derive(Debug)]
pub struct Known {
    path: PathBuf,
    by_text: BTreeMap<u64, Truth>,
}

impl Known {
    /// Reads what earlier runs have left in a file.
    pub fn open(path: PathBuf) -> Known {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let line = |line: &str| {
            let mut parts = line.splitn(3, '\t');
            let hash = u64::from_str_radix(parts.next()?, 16).ok()?;
            let truth = match (parts.next()?, parts.next()?) {
                ("holds", _) => Truth::Holds,
                ("fails", _) => Truth::Fails,
                ("undefined", message) => Truth::Undefined(message.to_owned()),
                _ => return None,
            };
            Some((hash, truth))
        };
        Known { by_text: text.lines().filter_map(line).collect(), path }
    }

    /// What is known of a program.
    pub fn get(&self, program: &Program) -> Option<&Truth> {
        self.by_text.get(&hash(program))
    }

    /// Keeps what was found; a mistake of the generator is not kept.
    pub fn add(&mut self, program: &Program, truth: &Truth) {
        let (word, message) = match truth {
            Truth::Holds => ("holds", ""),
            Truth::Fails => ("fails", ""),
            Truth::Undefined(message) => ("undefined", message.as_str()),
            Truth::Broken(_) => return,
        };
        let hash = hash(program);
        if self.by_text.insert(hash, truth.clone()).is_none() {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(&self.path);
            let written = file.and_then(|mut file| writeln!(file, "{hash:016x}\t{word}\t{message}"));
            // Without it the next run takes longer, no more.
            drop(written);
        }
    }
}

/// FNV-1a of all that the truth depends on.
fn hash(program: &Program) -> u64 {
    let bytes = program.text.bytes().chain([program.alone as u8, program.undefined as u8]);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
