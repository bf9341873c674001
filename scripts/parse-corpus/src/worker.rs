//! The process that parses: one question a line, one answer a line.

use std::any::Any;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use focuscheck_check as check;
use focuscheck_cli::read::load;
use focuscheck_base::options::DataModel;
use focuscheck_base::source::SourceFile;
use focuscheck_syntax::error::{Diagnostic, Severity};
use focuscheck_syntax::{self as syntax, print};

use crate::compiler::INCLUDE;
use crate::count;

/// As much as the command line gives its threads.
const STACK: usize = 256 << 20;

/// Answers until the input ends.
pub fn serve() {
    std::panic::set_hook(Box::new(|_| {}));
    let answers = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let Some((what, path)) = line.split_once('\t') else { continue };
            let answer = catch_unwind(AssertUnwindSafe(|| match what {
                "ours" => ours(Path::new(path)),
                _ => theirs(Path::new(path)),
            }));
            let answer = answer.unwrap_or_else(|panic| format!("panic: {}", words(panic.as_ref())));
            println!("{}", answer.replace('\n', " "));
            let _ = std::io::stdout().flush();
        }
    });
    let _ = answers.map(std::thread::JoinHandle::join);
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

/// A file as text: UTF-8, or else Latin-1.
pub fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| char::from(b)).collect())
}

fn first_error(source: &SourceFile, diagnostics: &[Diagnostic]) -> String {
    let Some(error) = diagnostics.iter().find(|d| d.severity == Severity::Error) else {
        return String::new();
    };
    let start = error.span.map_or(0, |s| s.start);
    let position = source.local_position(start);
    let message = error.message.replace('\t', " ");
    match source.part_of(start) {
        0 => format!("{}:{}: {message}", position.line, position.column),
        _ => format!("{}:{}:{}: {message}", source.path_of(start), position.line, position.column),
    }
}

/// Parse error, check error, round-trip difference, seconds, bytes, functions, statements.
fn ours(path: &Path) -> String {
    let folders: Vec<PathBuf> = std::env::var_os(INCLUDE).map(PathBuf::from).into_iter().collect();
    let source = match load(path, &path.to_string_lossy(), &folders, &[]) {
        Ok(source) => source,
        Err(error) => return format!("{error}\t\t\t0\t0\t0\t0"),
    };
    let bytes = source.size();
    let start = Instant::now();
    let parsed = syntax::parse(&source, false);
    let seconds = start.elapsed().as_secs_f64();
    let error = first_error(&source, &parsed.diagnostics);
    let Some(unit) = parsed.unit else { return format!("{error}\t\t\t{seconds}\t{bytes}\t0\t0") };
    let printed = SourceFile::new("printed.c", print::print(&unit));
    let again = syntax::parse(&printed, false);
    let difference = match &again.unit {
        None => {
            let message = first_error(&printed, &again.diagnostics);
            let line = message.split(':').next().and_then(|l| l.parse().ok()).unwrap_or(0);
            let text: String = printed.line(line).trim().chars().take(120).collect();
            format!("{message} in {text}")
        }
        Some(again) => syntax::difference(&unit, again).unwrap_or_default(),
    };
    let (functions, statements) = count::ours(&unit);
    let (_, diagnostics) = check::check(&unit, &source, &[], DataModel::default());
    let check_error = first_error(&source, &diagnostics);
    let difference = difference.replace('\t', " ");
    format!("{error}\t{check_error}\t{difference}\t{seconds}\t{bytes}\t{functions}\t{statements}")
}

/// Functions and statements; empty if it does not parse.
fn theirs(path: &Path) -> String {
    let config = lang_c::driver::Config::with_gcc();
    match lang_c::driver::parse_preprocessed(&config, read(path)) {
        Ok(parsed) => {
            let (functions, statements) = count::theirs(&parsed.unit);
            format!("{functions}\t{statements}")
        }
        Err(_) => String::new(),
    }
}
