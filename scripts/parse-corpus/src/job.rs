//! Files to results, with a process of its own for what may crash or hang.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::compiler;

/// So long may a worker take for one text.
const OURS: Duration = Duration::from_secs(60);
const THEIRS: Duration = Duration::from_secs(10);

/// What our front end made of one text.
#[derive(Default, Clone)]
pub struct Ours {
    /// The first error of the parser, or how it broke down.
    pub error: Option<String>,
    pub broke_down: bool,
    /// The first error of the checker.
    pub check_error: Option<String>,
    /// Whether printing and parsing again gives the same tree; else what differs.
    pub round_trip: Option<String>,
    pub seconds: f64,
    pub bytes: usize,
    pub functions: usize,
    pub statements: usize,
}

/// One file.
pub struct Outcome {
    pub path: PathBuf,
    /// `None` if gcc refuses the file.
    pub tried: Option<Tried>,
}

pub struct Tried {
    pub raw: Ours,
    pub preprocessed: Ours,
    /// Functions and statements as the other parser counts them, if it parses the preprocessed text.
    pub theirs: Option<(usize, usize)>,
}

/// Tries all files.
pub fn run(files: &[PathBuf], cache: &Path, jobs: usize) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Outcome>>> = Mutex::new(files.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut worker = Worker::start();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = files.get(index) else { break };
                    let tried = compiler::accepted(path, cache).map(|text| {
                        let mut raw = worker.ours(path);
                        let preprocessed = worker.ours(&text);
                        // What macros make of a text is work too.
                        raw.bytes = raw.bytes.max(preprocessed.bytes);
                        Tried { raw, preprocessed, theirs: worker.theirs(&text) }
                    });
                    let outcome = Outcome { path: path.clone(), tried };
                    results.lock().expect("no thread panics")[index] = Some(outcome);
                }
                worker.stop();
            });
        }
    });
    results.into_inner().expect("no thread panics").into_iter().flatten().collect()
}

struct Worker {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Worker {
    fn start() -> Worker {
        let program = std::env::current_exe().expect("this program has a path");
        let mut child = Command::new(program)
            .arg("--worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the worker starts");
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Worker { child, input, lines }
    }

    fn stop(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The worker's answer; `None` if it broke down or was too slow, and there is a new one then.
    fn ask(&mut self, what: &str, path: &Path, time: Duration) -> Result<String, &'static str> {
        let _ = writeln!(self.input, "{what}\t{}", path.display());
        let _ = self.input.flush();
        let failure = match self.lines.recv_timeout(time) {
            Ok(line) => return Ok(line),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => "no answer in time",
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => "the process ended",
        };
        std::mem::replace(self, Worker::start()).stop();
        Err(failure)
    }

    fn ours(&mut self, path: &Path) -> Ours {
        let line = match self.ask("ours", path, OURS) {
            Ok(line) => line,
            Err(why) => {
                return Ours { error: Some(why.to_owned()), broke_down: true, ..Ours::default() };
            }
        };
        let fields: Vec<&str> = line.split('\t').collect();
        let text = |i: usize| fields.get(i).filter(|f| !f.is_empty()).map(|f| (*f).to_owned());
        let number = |i: usize| fields.get(i).and_then(|f| f.parse().ok()).unwrap_or(0);
        Ours {
            error: text(0),
            broke_down: fields.first().is_some_and(|f| f.starts_with("panic")),
            check_error: text(1),
            round_trip: text(2),
            seconds: fields.get(3).and_then(|f| f.parse().ok()).unwrap_or(0.0),
            bytes: number(4),
            functions: number(5),
            statements: number(6),
        }
    }

    fn theirs(&mut self, path: &Path) -> Option<(usize, usize)> {
        let line = self.ask("theirs", path, THEIRS).ok()?;
        let (functions, statements) = line.split_once('\t')?;
        Some((functions.parse().ok()?, statements.parse().ok()?))
    }
}
