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

/// Options for programs of the 32-bit data model, which need no library.
const NARROW: [&str; 6] =
    ["-m32", "-ffreestanding", "-fno-stack-protector", "-fno-pic", "-nostdlib", "-static"];

/// The library of these programs.
const FREESTANDING: &str = include_str!("freestanding.c");

/// The programs of a batch as one file.
struct Source {
    text: String,
    /// The line at which each program starts.
    starts: Vec<u32>,
}

impl Source {
    fn new(head: &str) -> Self {
        Source { text: head.to_owned(), starts: Vec::new() }
    }

    fn add(&mut self, program: &WellFormed) {
        self.starts.push(self.text.lines().count() as u32 + 1);
        self.text.push_str(&program.text);
    }

    /// Compiles and runs; gives what is printed, and the complaints.
    fn run(&self, options: &[&str]) -> Result<Batch, String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = directory.path().join("batch.c");
        let binary = directory.path().join("batch");
        std::fs::write(&path, &self.text).map_err(|error| error.to_string())?;
        let compiled = Command::new("cc")
            .args(["-std=gnu11", "-w"])
            .args(options)
            .arg("-o")
            .args([&binary, &path])
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
            if let Some((line, message)) = complaint(line, &path) {
                let number = self.starts.partition_point(|&start| start <= line).saturating_sub(1);
                let within = line - self.starts[number] + 1;
                batch.complaints.entry(number).or_insert((within, message));
            }
        }
        Ok(batch)
    }
}

/// Compiles programs as one file and runs them; each runs in a process of its own.
///
/// Gives what each printed, and the complaints of the sanitizer: for each program the first.
pub fn run(programs: &[WellFormed], options: &[&str]) -> Result<Batch, String> {
    let mut source =
        Source::new("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/wait.h>\n");
    programs.iter().for_each(|program| source.add(program));
    source.text.push_str("int main(void) {\n");
    for (number, program) in programs.iter().enumerate() {
        let p = &program.prefix;
        let _ = writeln!(
            source.text,
            "  fflush(stdout); if (fork() == 0) {{ int r = {p}_main(); \
             printf(\"{number} %d %llu\\n\", r, {p}_checksum); fflush(stdout); _exit(0); }} wait(0);"
        );
    }
    source.text.push_str("  return 0;\n}\n");
    source.run(options)
}

/// The same for the 32-bit data model; an error where the compiler or the system does not know it.
pub fn run_narrow(programs: &[WellFormed], level: &str) -> Result<Batch, String> {
    let mut source = Source::new(FREESTANDING);
    programs.iter().for_each(|program| source.add(program));
    source.text.push_str("void _start(void) {\n");
    for (number, program) in programs.iter().enumerate() {
        let p = &program.prefix;
        let _ = writeln!(
            source.text,
            "  {{ int r = {p}_main(); print_number({number}, ' '); print_number(r, ' '); print_number({p}_checksum, '\\n'); }}"
        );
    }
    source.text.push_str("  finish();\n}\n");
    source.run(&[&[level], &NARROW[..]].concat())
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
