//! `focuscheck ask`: questions that settle what `check` leaves open.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use super::args::AskArguments;
use super::link;
use super::stack::{STACK_MEGABYTES, thread_pool};
use super::{CliError, Environment, ExitCode, read};
use focuscheck_abduce::Answer;
use focuscheck_base::files;
use focuscheck_base::options::{Options, PlainFormat};
use focuscheck_base::source::{Parts, SourceFile};
use focuscheck_driver::ask::{Inquiry, Proceeded, Request, inquire};
use focuscheck_report::ask::model::{
    ANSWERS, Answered, Answers, AskReport, By, DialogueEvent, QuestionReport,
};
use focuscheck_report::ask::{json, text};
use focuscheck_report::diagnostic;
use focuscheck_report::model::Verdict;
use focuscheck_report::style::Style;

/// What a person says.
enum Spoken {
    Answer(Answer),
    Why,
    Quit,
}

/// Asks about a file.
pub fn run(
    arguments: &AskArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let mut stdin = std::io::stdin().lock();
    let person: Option<&mut dyn BufRead> = match environment.stdin_terminal {
        true => Some(&mut stdin),
        false => None,
    };
    converse(arguments, environment, person, stdout, stderr)
}

/// The same with whoever answers.
pub(super) fn converse(
    arguments: &AskArguments,
    environment: &Environment,
    mut person: Option<&mut dyn BufRead>,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let source = link::load(&arguments.files, &arguments.language)?;
    let shown = source.path().to_owned();
    let mut request = arguments.request();
    request.answers = arguments.answers.as_deref().map_or(Ok(Vec::new()), recorded)?;
    let (pool, megabytes) = thread_pool(Some(1))?;
    let mut options = arguments.options();
    options.max_height = options.max_height * megabytes as u32 / STACK_MEGABYTES[0] as u32;
    options.interrupt = environment.interrupt;
    let most = usize::try_from(arguments.questions).unwrap_or(usize::MAX);
    let (events, heard) = channel();
    let (spoken, answers) = channel();
    let mut report = None;
    let style = Style {
        color: false,
        ascii: !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    };
    let text_wanted = arguments.format == PlainFormat::Text;
    // A report for machines is all that standard output gets.
    let told: &mut dyn Write = if text_wanted { &mut *stdout } else { &mut *stderr };
    let listens = text_wanted || person.is_some();
    let write = |told: &mut dyn Write, text: &str| {
        let text = cleaned(text, &style);
        let written = if listens { told.write_all(text.as_bytes()) } else { Ok(()) };
        written.and_then(|()| told.flush()).map_err(|cause| CliError::output("the report", cause))
    };
    pool.in_place_scope(|scope| {
        let (source, request) = (&source, &request);
        let mut tell = move |told| events.send(told).ok();
        scope.spawn(move |_| session(source, &options, request, most, &mut tell, &answers));
        for event in heard {
            match event {
                DialogueEvent::Error(error) => write(told, &text::header(&shown, &error))?,
                DialogueEvent::Settled(question, number, line) => {
                    write(told, &text::settled(&question, number, line))?;
                }
                DialogueEvent::Question(question, number, line) => {
                    write(told, &text::question(&question, number, line))?;
                    let answer = match &mut person {
                        Some(person) => listen(*person, &question, line, told, &style)?,
                        None => None,
                    };
                    // A session that has ended has nothing more to hear.
                    let _ = spoken.send(answer);
                }
                DialogueEvent::Done(done) => report = Some(*done),
            }
        }
        Ok::<(), CliError>(())
    })?;
    let Some(report) = report else { return Err(CliError::Internal("the session broke off".to_owned())) };
    // Diagnostics that cannot be written are lost, the results need not be.
    let _ = stderr.write_all(diagnostic::render(&source, &report.diagnostics, &style).as_bytes());
    if let Some(path) = &arguments.save {
        save(path, &request.answers, &report)?;
    }
    let last = if text_wanted { cleaned(&text::verdict(&report), &style) } else { json::render(&report) };
    stdout.write_all(last.as_bytes()).map_err(|cause| CliError::output("the report", cause))?;
    Ok(match report.verdict {
        Verdict::Safe | Verdict::Nothing => ExitCode::Safe,
        Verdict::Unsafe => ExitCode::Unsafe,
        Verdict::Unknown => ExitCode::Unknown,
        Verdict::Failed => ExitCode::Failed,
    })
}

/// The questions about all errors of a file, on a thread with a deep stack.
pub(super) fn session(
    source: &SourceFile,
    options: &Options,
    request: &Request,
    most: usize,
    tell: &mut dyn FnMut(DialogueEvent) -> Option<()>,
    answers: &Receiver<Option<Answer>>,
) {
    let mut inquiry = inquire(source, options, request);
    let mut asked = 0;
    // Who does not listen any more has given up.
    let _ = talk(&mut inquiry, most, &mut asked, tell, answers);
    inquiry.conclude(request);
    let _ = tell(DialogueEvent::Done(Box::new(inquiry.report)));
}

fn talk(
    inquiry: &mut Inquiry,
    most: usize,
    asked: &mut usize,
    tell: &mut dyn FnMut(DialogueEvent) -> Option<()>,
    answers: &Receiver<Option<Answer>>,
) -> Option<()> {
    for subject in &mut inquiry.subjects {
        let error = subject.error();
        let mut told = false;
        loop {
            let heard = subject.proceed();
            if !told && heard != Proceeded::End {
                told = true;
                tell(DialogueEvent::Error(error.clone()))?;
            }
            match heard {
                Proceeded::End => break,
                Proceeded::Settled(question) => {
                    *asked += 1;
                    tell(DialogueEvent::Settled(question, *asked, error.line))?;
                }
                Proceeded::Question(question) => {
                    if *asked >= most {
                        return Some(());
                    }
                    *asked += 1;
                    tell(DialogueEvent::Question(question, *asked, error.line))?;
                    subject.answer(answers.recv().ok()??);
                }
            }
        }
    }
    Some(())
}

/// Lines that cannot control the terminal, whatever stands in the program or the file's name.
fn cleaned(text: &str, style: &Style) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| style.clean(line)).collect();
    lines.join("\n")
}

/// Asks a person until the answer is one; nothing if there is none.
fn listen(
    person: &mut dyn BufRead,
    question: &QuestionReport,
    line: u32,
    stdout: &mut dyn Write,
    style: &Style,
) -> Result<Option<Answer>, CliError> {
    let mut write = |text: &str| {
        let written = stdout.write_all(cleaned(text, style).as_bytes()).and_then(|()| stdout.flush());
        written.map_err(|cause| CliError::output("the question", cause))
    };
    loop {
        write(&text::prompt(question))?;
        let mut words = String::new();
        if person.read_line(&mut words).unwrap_or(0) == 0 {
            write("\n")?;
            return Ok(None);
        }
        match understood(&words, 1 + question.also.len()) {
            Some(Spoken::Answer(answer)) => return Ok(Some(answer)),
            Some(Spoken::Why) => write(&text::why(question, line))?,
            Some(Spoken::Quit) => return Ok(None),
            None => write(&text::refused(&words, question))?,
        }
    }
}

fn understood(words: &str, choices: usize) -> Option<Spoken> {
    let answer = |answer| Some(Spoken::Answer(answer));
    match words.trim().to_lowercase().as_str() {
        "y" | "yes" if choices == 1 => answer(Answer::Yes(0)),
        "n" | "no" | "none" => answer(Answer::No),
        "?" | "don't know" => answer(Answer::Unknown),
        "w" | "why" => Some(Spoken::Why),
        "q" | "quit" => Some(Spoken::Quit),
        other => {
            let number: usize = other.parse().ok()?;
            if (1..=choices).contains(&number) { answer(Answer::Yes(number - 1)) } else { None }
        }
    }
}

/// The answers of a file.
pub(super) fn recorded(path: &Path) -> Result<Vec<Answered>, CliError> {
    let input = |reason: String| CliError::Input(format!("{}: {reason}", path.display()));
    let text = read::read(path).map_err(input)?;
    let answers: Answers = serde_json::from_str(&text).map_err(|error| input(error.to_string()))?;
    if answers.schema != ANSWERS {
        return Err(input(format!("the schema is {}, not {ANSWERS}", answers.schema)));
    }
    Ok(answers.answers)
}

/// Writes the answers that were given, with those that were known before.
fn save(path: &Path, before: &[Answered], report: &AskReport) -> Result<(), CliError> {
    let mut answers: Vec<Answered> = Vec::new();
    let given = report.errors.iter().flat_map(|error| &error.questions);
    let given = given.filter(|question| question.by == Some(By::User)).map(|question| &question.asked);
    for answer in given.chain(before) {
        if !answers.iter().any(|known| known.is_about(answer)) {
            answers.push(answer.clone());
        }
    }
    let answers = Answers { schema: ANSWERS.to_owned(), answers };
    // Values of these types always have a text.
    let text = serde_json::to_string_pretty(&answers).unwrap_or_default();
    files::write(path, &(text + "\n"))
        .map_err(|cause| CliError::output(&format!("{}", path.display()), cause))
}
