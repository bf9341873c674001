//! Tries the front end on folders of C files.
//!
//! `parse-corpus [--jobs N] [--cache DIR] DIR...` parses every file that gcc accepts, raw and preprocessed;
//! `parse-corpus --throughput DIR...` measures lexing and parsing of real files beside gcc.

mod compiler;
mod count;
mod job;
mod table;
mod throughput;
mod worker;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut folders = Vec::new();
    let mut cache = std::env::temp_dir().join("parse-corpus-cache");
    let mut jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut throughput = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--worker" => {
                worker::serve();
                return ExitCode::SUCCESS;
            }
            "--cache" => cache = arguments.next().unwrap_or_default().into(),
            "--jobs" => jobs = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(jobs),
            "--throughput" => throughput = true,
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    if folders.is_empty() {
        eprintln!("usage: parse-corpus [--jobs N] [--cache DIR] [--throughput] DIR...");
        return ExitCode::from(1);
    }
    if let Err(error) = std::fs::create_dir_all(&cache) {
        eprintln!("{}: {error}", cache.display());
        return ExitCode::from(1);
    }
    if throughput {
        throughput::measure(&folders, &cache);
        return ExitCode::SUCCESS;
    }
    let mut clean = true;
    let mut rows = Vec::new();
    for folder in &folders {
        let files = sources(folder);
        let results = job::run(&files, &cache, jobs);
        rows.push(table::Row::of(folder, &results));
        clean &= table::failures(&results);
    }
    table::print(&rows);
    if clean { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// The C files below a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if folder.is_file() {
            found.push(folder);
            continue;
        }
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|e| e == "c" || e == "i") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
