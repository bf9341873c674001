//! A batch of files: worked on in parallel, with results in the order of the inputs.
//!
//! What is done with a file is a function from its text to its report ([`Analysis`]); all around it (files that cannot be
//! read, panics, interruptions, certificates, the cache, the order, the exit code) is the same for all commands.
//!
//! An exporter makes a part of each report on the thread that has analysed the file, and writes the parts in the order
//! of the inputs; it keeps no report, so memory does not grow with the batch. Results in a cache are named by a hash of
//! all that they depend on and signed with a key of the user's (`cli/cache.rs`). `focuscheck.toml` becomes words of the
//! command line before it is parsed (`cli/project.rs`), so a setting means what the option means. An interruption
//! reaches the analyses through their `Deadline`.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::args::{BatchArguments, JoiningArguments, LanguageArguments};
use super::cache::Cache;
use super::certificates;
use super::changed::Changed;
use super::collect;
use super::compiler::Compiler;
use super::exporter::{Batch, End, Exporter, Part};
use super::input::{Entries, Input};
use super::output::Output;
use super::process::Bounds;
use super::task::{Agreement, Task};
use super::{CliError, Environment, ExitCode, folder, link, read, replay, stack};
use focuscheck_base::options::{Interrupt, Options};
use focuscheck_base::source::{PartText, Parts, SourceFile};
use focuscheck_driver::ask;
use focuscheck_report::ask::model::Answered;
use focuscheck_report::diagnostic;
use focuscheck_report::ignore::{self, Baseline, Ignore};
use focuscheck_report::json::Summary;
use focuscheck_report::model::{FileReport, Verdict};
use focuscheck_report::style::{Role, Style};
use focuscheck_report::verify::model::FunctionReport;
use focuscheck_report::verify::words::full_label;
use focuscheck_report::words;
use focuscheck_syntax::error::Severity;

/// What is made of one file.
pub(super) type Analysis<'a> = dyn Fn(&SourceFile, &Options) -> FileReport + Sync + 'a;

/// Options for threads with stacks of so many megabytes, which an interruption ends.
pub(super) fn scaled(options: Options, megabytes: usize, environment: &Environment) -> Options {
    Options { interrupt: environment.interrupt, ..stack::scaled(options, megabytes) }
}

/// The programs that a command line names; where nothing is joined each file is one.
pub(super) fn inputs(
    paths: &[PathBuf],
    arguments: &BatchArguments,
    language: &LanguageArguments,
    joining: Option<(&JoiningArguments, &Options, Entries)>,
) -> Result<Vec<Input>, CliError> {
    let inputs = match joining {
        Some((joining, options, entries)) => {
            let keep = |inputs| collect::without(inputs, &arguments.exclude);
            link::programs(paths, joining, (&language.include_folders, options, entries), &keep)?
        }
        None => collect::without(collect::collect(paths), &arguments.exclude)?,
    };
    let inputs = match &arguments.changed_since {
        Some(revision) => {
            let changed = Changed::since(revision, &inputs)?;
            let wanted = |input: &Input| is_changed(&changed, input, &language.include_folders);
            inputs.into_iter().filter(wanted).collect()
        }
        None => inputs,
    };
    Ok(match arguments.shard {
        Some(shard) => shard.of(inputs),
        None => inputs,
    })
}

/// How results look.
pub(super) fn style(arguments: &BatchArguments, environment: &Environment, output: &Output<'_>) -> Style {
    Style {
        color: arguments.color.decide(environment.stdout_color && output.is_stream()),
        ascii: arguments.ascii || !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    }
}

/// How messages look beside results of a style.
pub(super) fn stderr_style(arguments: &BatchArguments, environment: &Environment, style: &Style) -> Style {
    Style { color: arguments.color.decide(environment.stderr_color), ..style.clone() }
}

/// Whether a file, or one of its headers, has changed.
fn is_changed(changed: &Changed, input: &Input, includes: &[PathBuf]) -> bool {
    // What cannot be read is said as always.
    input.problem.is_some()
        || changed.has(&input.path)
        || read::load(input, includes, &[]).map_or(true, |source| changed.touches(&source))
}

/// How far a batch is, on a terminal.
pub(super) fn progress_bar(files: usize, environment: &Environment) -> ProgressBar {
    if !environment.stderr_terminal {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
    let template = if environment.unicode {
        "{bar:30} {pos}/{len}, {time}: {wide_msg}"
    } else {
        "{pos}/{len}, {time}: {wide_msg}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        let time = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // What cannot be written is not shown.
            let _ = out.write_str(&time(state.pos(), state.elapsed(), state.eta()));
        };
        bar.set_style(style.with_key("time", time));
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// How long a batch has taken and, once a file is finished, about how long the others may take.
fn time(finished: u64, taken: Duration, left: Duration) -> String {
    let taken = format!("{} s", taken.as_secs());
    match finished {
        0 => taken,
        _ => format!("{taken}, about {} s left", left.as_secs()),
    }
}

/// What is done with each file of a batch, and how the batch ends.
pub(super) struct Job<'a> {
    /// What is made of one file.
    pub analysis: &'a Analysis<'a>,
    /// How; see [`scaled`].
    pub options: Options,
    /// The time limit of each function where all functions are started.
    pub function_timeout: Option<Duration>,
    /// Folders with headers.
    pub includes: &'a [PathBuf],
    /// What functions do that the program does not define.
    pub models: Vec<PartText>,
    /// Where certificates go.
    pub certificates: Option<&'a Path>,
    /// Where verification conditions go.
    pub conditions: Option<&'a Path>,
    /// What replays explanations, if that was asked for.
    pub compiler: Option<Compiler>,
    /// Results of earlier runs.
    pub cache: Option<Cache>,
    /// Recorded answers.
    pub answers: Vec<Answered>,
    /// What was known before, which is no failure.
    pub baseline: Option<Baseline>,
    /// Whether files with the ending of a task are tasks.
    pub tasks: bool,
    /// The form of the output.
    pub exporter: &'a dyn Exporter,
    /// The style of messages.
    pub stderr_style: Style,
    /// What a person sees meanwhile.
    pub progress: ProgressBar,
    /// Whether a person is told which programs took longest.
    pub says_times: bool,
    /// Whether functions are verified.
    pub functions: bool,
    /// Whether what was found makes no difference to the exit code.
    pub exit_zero: bool,
    /// Whether what is unknown makes none.
    pub accept_unknown: bool,
    /// Whether errors of a function that is started by itself only say what it needs of its arguments.
    pub preconditions: bool,
}

impl<'a> Job<'a> {
    /// Works on the files in parallel, and writes the results in the order of the inputs as soon as those before are
    /// written.
    pub(super) fn run(
        self,
        inputs: &[Input],
        pool: &rayon::ThreadPool,
        output: Output<'a>,
        stderr: &'a mut dyn Write,
    ) -> Result<ExitCode, CliError> {
        let writer = Writer {
            batch: self.exporter.batch(inputs.len()),
            output,
            stderr,
            summary: Summary::default(),
            in_part: 0,
            said: String::new(),
            failing: 0,
            open: 0,
            ignores: BTreeMap::new(),
            times: Vec::new(),
            internal: false,
            exit_zero: self.exit_zero,
            accept_unknown: self.accept_unknown,
            preconditions: self.preconditions,
            functions: self.functions,
            closed: None,
        };
        writer.consume(&Worker { job: self, cancelled: AtomicBool::new(false) }, inputs, pool)
    }
}

/// What worker threads share.
struct Worker<'a> {
    job: Job<'a>,
    /// Set when nobody reads the results any more.
    cancelled: AtomicBool,
}

/// What is known about one file, ready to be written.
struct Finished {
    report: FileReport,
    /// For stderr.
    diagnostics: String,
    /// What the exporter makes of it.
    part: Option<Part>,
    /// Comments that name errors.
    ignores: Vec<Ignore>,
    /// Whether the analysis broke down.
    internal: bool,
    /// Why something that belongs to the file could not be written.
    unwritten: Option<CliError>,
    /// How long it took.
    time: Duration,
}

impl Worker<'_> {
    fn check(&self, input: &Input) -> Option<Finished> {
        if self.cancelled.load(Ordering::Relaxed) || self.is_interrupted() {
            return None;
        }
        let path = input.path.to_string_lossy().into_owned();
        self.job.progress.set_message(self.job.stderr_style.clean(&input.name()));
        let began = Instant::now();
        // Nothing that a panic leaves half-done is looked at afterwards.
        let finished = catch_unwind(AssertUnwindSafe(|| self.check_file(input, &path)))
            .unwrap_or_else(|panic| self.broken_down(&path, panic.as_ref()));
        // What an interruption has cut short says nothing about the file, but for functions that were finished.
        let is_worth = finished.report.functions.iter().any(|function| !function.is_interrupted());
        (!self.is_interrupted() || is_worth).then_some(Finished { time: began.elapsed(), ..finished })
    }

    fn is_interrupted(&self) -> bool {
        self.job.options.interrupt.is_some_and(Interrupt::is_wanted)
    }

    /// The report on a file, from the cache if it is there, and what has to be said about its replays.
    fn report(
        &self,
        source: &SourceFile,
        options: &Options,
        unwritten: &mut Option<CliError>,
    ) -> (FileReport, String) {
        if let Some(report) = self.job.cache.as_ref().and_then(|cache| cache.load(source, options)) {
            return (report, String::new());
        }
        let bounds = Bounds::of(options);
        let mut report = (self.job.analysis)(source, options);
        let style = &self.job.stderr_style;
        let notices = match &self.job.compiler {
            Some(compiler) => replay::confirm(&mut report, source, options, (compiler, &bounds), style),
            None => String::new(),
        };
        let is_cut = self.job.compiler.is_some() && bounds.is_over();
        // What is wrong is said every time; what the clock has cut short may come out otherwise.
        let is_kept = notices.is_empty() && !is_cut && !self.is_interrupted();
        if let Some(cache) = self.job.cache.as_ref().filter(|_| is_kept) {
            *unwritten = cache.store(source, options, &report).err();
        }
        (report, notices)
    }

    fn check_file(&self, input: &Input, path: &str) -> Finished {
        if let Some(problem) = &input.problem {
            return self.without_analysis(path, Verdict::Failed, problem.clone());
        }
        if !self.job.tasks || !Task::is_named(&input.path) {
            return self.check_program(input, path, None);
        }
        let task = match Task::read(&input.path) {
            Ok(task) => task,
            Err(reason) => return self.without_analysis(path, Verdict::Failed, reason),
        };
        match task.obstacle() {
            Some(reason) => self.without_analysis(path, Verdict::Unknown, reason),
            None => {
                let program = Input::file(&task.program);
                self.check_program(&program, &task.program.to_string_lossy(), Some((path, &task)))
            }
        }
    }

    /// Checks a program, for a task if there is one.
    fn check_program(&self, input: &Input, path: &str, task: Option<(&str, &Task)>) -> Finished {
        let source = match read::load(input, self.job.includes, &self.job.models) {
            Ok(source) => source,
            Err(reason) => return self.without_analysis(path, Verdict::Failed, reason),
        };
        let options = match (task, &input.entry) {
            (Some((_, task)), _) => &task.options(&self.job.options),
            (None, Some(entry)) => &Options {
                entry: Some(entry.clone()),
                timeout: self.job.function_timeout,
                ..self.job.options.clone()
            },
            (None, None) => &self.job.options,
        };
        let mut unwritten = None;
        let began = Instant::now();
        let (mut report, notices) = self.report(&source, options, &mut unwritten);
        let unmatched = match self.job.answers.is_empty() {
            true => Vec::new(),
            false => {
                // Answers share the time of the analysis.
                let left = options.timeout.map(|timeout| timeout.saturating_sub(began.elapsed()));
                let options = Options { timeout: left, ..options.clone() };
                ask::apply(&source, &options, &self.job.answers, &mut report)
            }
        };
        let ignores = ignore::by_comments(&mut report, &source);
        if let Some(baseline) = &self.job.baseline {
            baseline.mark(&mut report);
        }
        let agreement = task.map(|(name, task)| (name, task.judge(&mut report)));
        let name = report.entry.as_ref().map_or_else(|| path.to_owned(), |entry| format!("{path}.{entry}"));
        if let (Some(folder), Some(text)) = (&self.job.certificates, report.certificate.take()) {
            unwritten = folder::write(folder, &name, certificates::ENDING, &text).err().or(unwritten);
        }
        if let Some(folder) = &self.job.conditions {
            for (ending, text) in scripts(&mut report) {
                unwritten = folder::write(folder, path, &ending, &text).err().or(unwritten);
            }
        }
        if report.verdict == Verdict::Failed && report.reason.is_none() {
            let first = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
            report.reason = first.map(|first| diagnostic::one_line(&source, first));
        }
        let mut diagnostics = String::new();
        for note in &input.notes {
            let style = &self.job.stderr_style;
            diagnostics.push_str(&format!("{}: {}\n", style.clean(path), style.clean(note)));
        }
        diagnostics.push_str(&diagnostic::render(&source, &report.diagnostics, &self.job.stderr_style));
        diagnostics.push_str(&notices);
        let style = &self.job.stderr_style;
        for answer in &unmatched {
            let about = style.clean(answer.text.as_deref().unwrap_or("reached"));
            let path = style.clean(path);
            diagnostics.push_str(&format!("{path}: no question asked for the recorded answer: {about}\n"));
        }
        let part = self.job.exporter.part(&report, &source, options).unwrap_or_else(|error| {
            unwritten.get_or_insert(error);
            None
        });
        let (notice, wrong) = self.agreement(agreement);
        diagnostics.push_str(&notice);
        Finished { diagnostics, part, report, ignores, internal: wrong, unwritten, time: Duration::ZERO }
    }

    /// What to say about the verdict on a task, and whether it is wrong.
    fn agreement(&self, agreement: Option<(&str, Agreement)>) -> (String, bool) {
        let style = &self.job.stderr_style;
        match agreement {
            None | Some((_, Agreement::Open)) => (String::new(), false),
            Some((task, Agreement::Same)) => (format!("{}: as expected\n", style.clean(task)), false),
            Some((task, Agreement::Wrong)) => {
                let error = style.paint(Role::Failure, "error: WRONG VERDICT:");
                (format!("{}: {error} the task expects the opposite\n", style.clean(task)), true)
            }
        }
    }

    fn without_analysis(&self, path: &str, verdict: Verdict, reason: String) -> Finished {
        let style = &self.job.stderr_style;
        let error = style.paint(Role::Failure, "error:");
        let diagnostics = format!("{}: {error} {}\n", style.clean(path), style.clean(&reason));
        let report = FileReport::new(path, verdict, Some(reason));
        let ignores = Vec::new();
        Finished {
            report,
            diagnostics,
            part: None,
            ignores,
            internal: false,
            unwritten: None,
            time: Duration::ZERO,
        }
    }

    fn broken_down(&self, path: &str, panic: &(dyn Any + Send)) -> Finished {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let reason = format!("internal error: {message}; please report this with the file");
        Finished { internal: true, ..self.without_analysis(path, Verdict::Unknown, reason) }
    }
}

/// The verification conditions of a report, with what tells their files apart.
fn scripts(report: &mut FileReport) -> Vec<(String, String)> {
    let mut scripts = Vec::new();
    for function in &mut report.functions {
        let texts = std::mem::take(&mut function.scripts);
        for (text, obligation) in texts.into_iter().zip(&function.obligations) {
            scripts.push((format!(".{}.{}.smt2", function.name, full_label(obligation)), text));
        }
    }
    scripts
}

/// Puts the results in order and writes them.
struct Writer<'a> {
    batch: Box<dyn Batch>,
    output: Output<'a>,
    stderr: &'a mut dyn Write,
    summary: Summary,
    /// How many files an interruption has cut short.
    in_part: usize,
    /// How many files are unsafe, without functions whose errors are no failure of the batch.
    failing: usize,
    /// How many are unknown, without those in which only errors are open that something suppresses.
    open: usize,
    /// The comments that name errors, by their places, and whether they do.
    ignores: BTreeMap<(String, u32), bool>,
    /// What was said last to standard error.
    said: String,
    /// How long each program took.
    times: Vec<(Duration, String)>,
    internal: bool,
    /// Whether what was found makes no difference to the exit code.
    exit_zero: bool,
    /// Whether what is unknown makes none.
    accept_unknown: bool,
    /// Whether errors of a function that is started by itself are no failure of the batch.
    preconditions: bool,
    /// Whether functions are verified.
    functions: bool,
    /// Why nothing more is written.
    closed: Option<CliError>,
}

impl Writer<'_> {
    /// Checks all inputs on a pool of threads and writes each result as soon as those before it are written.
    fn consume(
        mut self,
        worker: &Worker<'_>,
        inputs: &[Input],
        pool: &rayon::ThreadPool,
    ) -> Result<ExitCode, CliError> {
        let (sender, receiver) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for (index, input) in inputs.iter().enumerate() {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    // The receiver outlives the scope.
                    let _ = sender.send((index, worker.check(input)));
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for (index, finished) in &receiver {
                waiting.insert(index, finished);
                while let Some(finished) = waiting.remove(&next) {
                    next += 1;
                    if let Some(finished) = finished {
                        worker.job.progress.suspend(|| self.take(finished));
                    }
                    worker.job.progress.inc(1);
                }
                if self.closed.is_some() {
                    worker.cancelled.store(true, Ordering::Relaxed);
                }
            }
        });
        worker.job.progress.finish_and_clear();
        self.say_unused(worker);
        self.say_slowest(worker);
        if worker.is_interrupted() {
            let done = self.summary.files - self.in_part;
            let in_part = match self.in_part {
                0 => String::new(),
                number => format!(", {number} in part"),
            };
            // The results need not be lost when nobody reads this.
            let _ = writeln!(
                self.stderr,
                "focuscheck: interrupted; {done} of {} files were {}{in_part}",
                inputs.len(),
                if self.functions { "verified" } else { "checked" }
            );
        }
        self.finish(inputs.len())
    }

    /// Says which comments name no error; nothing if there may be errors that were not found.
    fn say_unused(&mut self, worker: &Worker<'_>) {
        if worker.is_interrupted() || self.open > 0 || self.summary.failed > 0 {
            return;
        }
        let style = &worker.job.stderr_style;
        let warning = style.paint(Role::Doubt, "warning:");
        for ((file, line), _) in self.ignores.iter().filter(|(_, is_used)| !**is_used) {
            let place = format!("{}:{line}", style.clean(file));
            // The results need not be lost when nobody reads this.
            let _ = writeln!(self.stderr, "{place}: {warning} this comment suppresses nothing");
        }
    }

    /// Names the programs that took longest, to a person who has waited for them.
    fn say_slowest(&mut self, worker: &Worker<'_>) {
        /// So many are named, of a batch that is larger and took so long.
        const MOST: usize = 5;
        const LONG: Duration = Duration::from_secs(10);
        let all: Duration = self.times.iter().map(|(time, _)| *time).sum();
        if !worker.job.says_times || self.times.len() <= MOST || all < LONG {
            return;
        }
        self.times.sort_by(|a, b| b.cmp(a));
        let named =
            self.times.iter().take(MOST).map(|(time, name)| format!("{name} {:.1} s", time.as_secs_f64()));
        let named = worker.job.stderr_style.clean(&named.collect::<Vec<_>>().join(", "));
        // The results need not be lost when nobody reads this.
        let _ = writeln!(self.stderr, "took longest: {named}");
    }

    fn take(&mut self, finished: Finished) {
        // Diagnostics that cannot be written are lost, the results need not be.
        // All functions of a file have its warnings; they are said once.
        if finished.diagnostics != self.said {
            let _ = self.stderr.write_all(finished.diagnostics.as_bytes());
            self.said = finished.diagnostics;
        }
        self.summary.add(finished.report.verdict);
        self.in_part += usize::from(finished.report.functions.iter().any(FunctionReport::is_interrupted));
        self.times.push((finished.time, words::started(&finished.report)));
        let is_precondition = self.preconditions && finished.report.entry.is_some();
        let counted = ignore::counted(&finished.report);
        self.failing += usize::from(counted == Verdict::Unsafe && !is_precondition);
        self.open += usize::from(counted == Verdict::Unknown);
        for Ignore { place, is_used, .. } in finished.ignores {
            *self.ignores.entry(place).or_default() |= is_used;
        }
        self.internal |= finished.internal;
        if self.closed.is_none() {
            self.closed = finished.unwritten;
        }
        let text = self.batch.add(&finished.report, finished.part);
        self.write(text);
    }

    fn write(&mut self, text: Result<String, CliError>) {
        if self.closed.is_none() {
            self.closed = text.and_then(|text| self.output.write(&text)).err();
        }
    }

    fn finish(mut self, inputs: usize) -> Result<ExitCode, CliError> {
        let code = self.exit_code(inputs);
        let last = self.batch.finish(&End { summary: self.summary, code, functions: self.functions });
        self.write(last);
        match self.closed.take().map_or_else(|| self.output.finish(), Err) {
            // A reader who has seen enough is no error.
            Ok(()) | Err(CliError::Closed) => Ok(code),
            Err(error) => Err(error),
        }
    }

    fn exit_code(&self, inputs: usize) -> ExitCode {
        let Summary { failed, files, .. } = self.summary;
        match () {
            () if self.internal => ExitCode::Internal,
            () if failed > 0 => ExitCode::Failed,
            () if self.exit_zero => ExitCode::Safe,
            () if self.failing > 0 => ExitCode::Unsafe,
            // Files that were left out because nobody read the results are not known to be safe.
            () if self.open > 0 && !self.accept_unknown || files < inputs => ExitCode::Unknown,
            () => ExitCode::Safe,
        }
    }
}
