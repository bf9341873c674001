//! The system's C compiler as a judge: many programs in one file, each run by itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::wellformed::WellFormed;

/// Whether there is a C compiler.
pub fn exists() -> bool {
    Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// What a program left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What its entry returned.
    pub result: i128,
    /// Its checksum.
    pub checksum: i128,
}

/// Compiles programs as one file and runs them; each runs in a process of its own.
///
/// Gives what each printed, and the complaints of the sanitizer: for each program the first.
pub fn run(programs: &[WellFormed], options: &[&str]) -> Result<Batch, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = directory.path().join("batch.c");
    let binary = directory.path().join("batch");
    let mut text =
        String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/wait.h>\n");
    let mut starts = Vec::new();
    let mut line = text.lines().count() as u32 + 1;
    for program in programs {
        starts.push(line);
        line += program.text.lines().count() as u32;
        text.push_str(&program.text);
    }
    text.push_str("int main(void) {\n");
    for (number, program) in programs.iter().enumerate() {
        let p = &program.prefix;
        let _ = writeln!(
            text,
            "  fflush(stdout); if (fork() == 0) {{ int r = {p}_main(); \
             printf(\"{number} %d %llu\\n\", r, {p}_checksum); fflush(stdout); _exit(0); }} wait(0);"
        );
    }
    text.push_str("  return 0;\n}\n");
    std::fs::write(&source, &text).map_err(|error| error.to_string())?;
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-w"])
        .args(options)
        .arg("-o")
        .args([&binary, &source])
        .output()
        .map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).chars().take(4000).collect());
    }
    let output = Command::new(&binary).output().map_err(|error| error.to_string())?;
    let mut batch = Batch { outcomes: BTreeMap::new(), complaints: BTreeMap::new() };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let numbers: Vec<i128> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        if let [number, result, checksum] = numbers[..] {
            batch.outcomes.insert(number as usize, Outcome { result, checksum });
        }
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        if let Some((line, message)) = complaint(line, &source) {
            let number = starts.partition_point(|&start| start <= line) - 1;
            let within = line - starts[number] + 1;
            batch.complaints.entry(number).or_insert((within, message));
        }
    }
    Ok(batch)
}

/// `batch.c:12:3: runtime error: …` as line and message.
fn complaint(line: &str, source: &Path) -> Option<(u32, String)> {
    let rest = line.strip_prefix(source.to_str()?)?.strip_prefix(':')?;
    let (place, message) = rest.split_once(": runtime error: ")?;
    Some((place.split(':').next()?.parse().ok()?, message.to_owned()))
}

/// What became of the programs of a file, by their numbers.
#[derive(Debug)]
pub struct Batch {
    /// What those that ended did.
    pub outcomes: BTreeMap<usize, Outcome>,
    /// The first complaint about each: the line in the program, and the message.
    pub complaints: BTreeMap<usize, (u32, String)>,
}
