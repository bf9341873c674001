//! `focuscheck explore`: the terminal around the explorer.
//!
//! Files are analysed in the background. However the process ends, the terminal is left as it was.

use std::collections::{BTreeSet, VecDeque};
use std::io::{Stdout, Write, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    self as terminal_event, DisableMouseCapture, EnableMouseCapture, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseEventKind,
};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{execute, style};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::args::{ExploreArguments, JoiningArguments};
use super::input::{Entries, Input};
use super::stack::STACK_MEGABYTES;
use super::{CliError, Environment, ExitCode, ask, link, read};
use focuscheck_abduce::Answer;
use focuscheck_base::options::Options;
use focuscheck_base::source::{PartText, Parts, SourceFile};
use focuscheck_cells::facts::cfg::ScalarKind;
use focuscheck_driver::ask::Request as AskRequest;
use focuscheck_driver::verify::{Request, verify};
use focuscheck_explore::event::{Event, Key};
use focuscheck_explore::{Analysed, Explorer, Wanted, view};
use focuscheck_report::model::{FileReport, Verdict};
use focuscheck_report::style::Style;

/// How long the loop waits for a key before it looks for results.
const TICK: Duration = Duration::from_millis(50);

/// Lines that one notch of the mouse wheel scrolls.
const WHEEL: i32 = 3;

/// Shows the reports of the files in the terminal until the user leaves.
pub fn run(arguments: &ExploreArguments, environment: &Environment) -> Result<ExitCode, CliError> {
    if !environment.stdout_terminal {
        let paths: Vec<String> = arguments
            .paths
            .iter()
            .map(|path| focuscheck_report::shell::shell_quoted(&path.to_string_lossy()))
            .collect();
        let command = if arguments.verify { "verify --explain" } else { "check --level slice" };
        return Err(CliError::Usage(format!(
            "explore needs a terminal, and standard output is none; for text: focuscheck {command} {}",
            paths.join(" ")
        )));
    }
    // Functions are verified one by one, wherever they stand.
    let joining = JoiningArguments {
        separate: arguments.joining.separate || arguments.verify,
        ..arguments.joining.clone()
    };
    let options = arguments.options();
    let entries = if arguments.verify { Entries::None } else { arguments.language.entries() };
    let with = (&arguments.language.include_folders[..], &options, entries);
    let inputs = link::programs(&arguments.paths, &joining, with, &Ok)?;
    if let [Input { path, problem: Some(problem), .. }] = &inputs[..] {
        return Err(CliError::Input(format!("{}: {problem}", path.display())));
    }
    let color = arguments.color.decide(environment.stdout_color);
    // It has been decided here; the terminal's library would look at NO_COLOR again.
    style::force_color_output(color);
    let look = Style {
        color,
        ascii: arguments.ascii || !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    };
    let models = read::models(&arguments.language.models)?;
    let signals = Signals::watch()?;
    let mut screen = Screen::open(arguments.mouse)?;
    let size = screen.terminal.size().map_err(screen_error)?;
    let paths = inputs.iter().map(Input::name).collect();
    let mut explorer = Explorer::new(paths, look, (size.width, size.height));
    let (sender, results) = mpsc::channel();
    let queue = Arc::new(Queue {
        waiting: Mutex::new((0..inputs.len()).collect()),
        inputs,
        options: arguments.options(),
        request: arguments.request(),
        sender: sender.clone(),
        includes: arguments.language.include_folders.clone(),
        models,
    });
    start_workers(&queue, arguments.jobs, &sender)?;
    drop(sender);
    let ended = event_loop(&mut explorer, &mut screen, &queue, &results, &signals);
    drop(screen);
    ended?;
    // The default action of the signal, now that the terminal is restored.
    signals.act();
    Ok(ExitCode::Safe)
}

fn event_loop(
    explorer: &mut Explorer,
    screen: &mut Screen,
    queue: &Queue,
    results: &Receiver<Event>,
    signals: &Signals,
) -> Result<(), CliError> {
    let mut changed = true;
    let mut answers: Option<Sender<Option<Answer>>> = None;
    while !explorer.is_over() && signals.caught().is_none() {
        for event in results.try_iter() {
            explorer.update(event);
            changed = true;
        }
        if changed {
            screen.terminal.draw(|frame| view::draw(explorer, frame)).map_err(screen_error)?;
        }
        changed = false;
        let mut wait = TICK;
        // Keys that came together are taken together, so that holding one down does not fall behind.
        while terminal_event::poll(wait).map_err(screen_error)? {
            if let Some(event) = translate(&terminal_event::read().map_err(screen_error)?) {
                explorer.update(event);
                changed = true;
            }
            // A terminal that is gone may have events without end.
            if explorer.is_over() || signals.caught().is_some() {
                break;
            }
            // Without any time nothing is looked at.
            wait = Duration::from_millis(1);
        }
        while let Some(wanted) = explorer.wanted() {
            match wanted {
                Wanted::Questions { file, line } => answers = queue.ask(file, line),
                // Questions that are over have nothing more to hear.
                Wanted::Answer(answer) => answers.iter().for_each(|answers| _ = answers.send(answer)),
            }
        }
        queue.prefer(explorer.selected_file());
    }
    Ok(())
}

fn screen_error(cause: std::io::Error) -> CliError {
    CliError::Output { what: "to the terminal".to_owned(), cause }
}

/// What the explorer is told of an event of the terminal.
fn translate(event: &terminal_event::Event) -> Option<Event> {
    match event {
        terminal_event::Event::Key(key) if key.kind != KeyEventKind::Release => {
            translate_key(key).map(Event::Key)
        }
        terminal_event::Event::Resize(columns, rows) => Some(Event::Resize(*columns, *rows)),
        terminal_event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::ScrollUp => Some(Event::Wheel(-WHEEL)),
            MouseEventKind::ScrollDown => Some(Event::Wheel(WHEEL)),
            _ => None,
        },
        _ => None,
    }
}

fn translate_key(key: &KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char(c) if control => Key::Control(c.to_ascii_lowercase()),
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => return None,
    })
}

/// The terminal while it is ours.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    fn open(mouse: bool) -> Result<Self, CliError> {
        enable_raw_mode().map_err(screen_error)?;
        let opened = execute!(stdout(), EnterAlternateScreen, Hide)
            .and_then(|()| if mouse { execute!(stdout(), EnableMouseCapture) } else { Ok(()) })
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(terminal) => {
                restore_before_panics();
                Ok(Screen { terminal })
            }
            Err(error) => {
                restore();
                Err(screen_error(error))
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. What fails here fails because there is no terminal any more.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = stdout().flush();
}

/// A panic of this thread is said on the screen that the user keeps; one of an analysis becomes its result.
fn restore_before_panics() {
    let say = std::panic::take_hook();
    let own = std::thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == own {
            restore();
            say(panic);
        }
    }));
}

/// The signals that end the process, caught so that the terminal can be restored first.
struct Signals {
    caught: Arc<AtomicUsize>,
}

impl Signals {
    fn watch() -> Result<Self, CliError> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let caught = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        let all = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
        #[cfg(not(unix))]
        let all = [SIGINT, SIGTERM];
        for signal in all {
            signal_hook::flag::register_usize(signal, Arc::clone(&caught), signal as usize)
                .map_err(|error| CliError::Internal(format!("cannot watch signals: {error}")))?;
        }
        Ok(Signals { caught })
    }

    fn caught(&self) -> Option<i32> {
        match self.caught.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(signal as i32),
        }
    }

    fn act(&self) {
        if let Some(signal) = self.caught() {
            // If it cannot be done, the process ends by itself right away.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}

/// The files that are still to be analysed, and how.
struct Queue {
    waiting: Mutex<VecDeque<usize>>,
    inputs: Vec<Input>,
    options: Options,
    /// Where events go.
    sender: Sender<Event>,
    /// What to verify; nothing: programs are checked.
    request: Option<Request>,
    includes: Vec<PathBuf>,
    models: Vec<PartText>,
}

impl Queue {
    fn next(&self) -> Option<usize> {
        self.waiting.lock().ok()?.pop_front()
    }

    /// Puts a file first, if it is still waiting.
    fn prefer(&self, file: usize) {
        if let Ok(mut waiting) = self.waiting.lock()
            && let Some(position) = waiting.iter().position(|&waiting| waiting == file)
            && position > 0
        {
            waiting.remove(position);
            waiting.push_front(file);
        }
    }

    /// Asks about the errors at a line, on a thread of its own; gives where the answers go.
    fn ask(&self, file: usize, line: u32) -> Option<Sender<Option<Answer>>> {
        let input = self.inputs.get(file)?;
        let source = read::load(input, &self.includes, &self.models).ok()?;
        let (spoken, answers) = mpsc::channel();
        let (options, sender) = (with_entry(input, &self.options), self.sender.clone());
        let request = AskRequest { line: Some(line), ..AskRequest::default() };
        let work = move || {
            let mut tell = |told| sender.send(Event::Dialogue(Box::new(told))).ok();
            ask::session(&source, &options, &request, usize::MAX, &mut tell, &answers);
        };
        let stack = STACK_MEGABYTES[0] << 20;
        std::thread::Builder::new().stack_size(stack).spawn(work).is_ok().then_some(spoken)
    }

    fn analyse(&self, file: usize, options: &Options) -> Analysed {
        let input = &self.inputs[file];
        let options = &with_entry(input, options);
        let path = input.path.to_string_lossy().into_owned();
        let source = match &input.problem {
            Some(problem) => Err(problem.clone()),
            None => read::load(input, &self.includes, &self.models),
        };
        let source = match source {
            Ok(source) => source,
            Err(reason) => return without_source(path, Verdict::Failed, reason),
        };
        // Nothing that a panic leaves half-done is looked at afterwards.
        let analysed = catch_unwind(AssertUnwindSafe(|| {
            let report = match &self.request {
                Some(request) => verify(&source, options, request),
                None => focuscheck_driver::analyse(&source, options),
            };
            (report, globals(&source, options))
        }));
        match analysed {
            Ok((report, globals)) => Analysed { report, source: Some(source), globals },
            Err(_) => {
                let reason = "internal error; please report this with the file".to_owned();
                Analysed { source: Some(source), ..without_source(path, Verdict::Unknown, reason) }
            }
        }
    }
}

/// The options for a program, which may be a function of a file.
fn with_entry(input: &Input, options: &Options) -> Options {
    Options { entry: input.entry.clone().or(options.entry.clone()), ..options.clone() }
}

fn without_source(path: String, verdict: Verdict, reason: String) -> Analysed {
    let report = FileReport::new(path, verdict, Some(reason));
    Analysed { report, source: None, globals: BTreeSet::new() }
}

/// The names of global variables: one variable wherever they are used.
fn globals(source: &SourceFile, options: &Options) -> BTreeSet<String> {
    let Some(graph) = focuscheck_driver::lowered(source, options).0 else { return BTreeSet::new() };
    let globals = graph.scalars.iter().filter(|scalar| scalar.kind == ScalarKind::Global);
    globals.map(|scalar| scalar.name.clone()).collect()
}

/// Starts the threads that analyse.
fn start_workers(queue: &Arc<Queue>, jobs: Option<u64>, sender: &Sender<Event>) -> Result<(), CliError> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let threads = jobs.map_or(processors, |jobs| jobs as usize).clamp(1, queue.inputs.len().max(1));
    for number in 0..threads {
        let started = STACK_MEGABYTES.into_iter().any(|megabytes| {
            let (queue, sender) = (Arc::clone(queue), sender.clone());
            let mut options = queue.options.clone();
            options.max_height = options.max_height * megabytes as u32 / STACK_MEGABYTES[0] as u32;
            let work = move || {
                while let Some(file) = queue.next() {
                    let _ = sender.send(Event::Started(file));
                    let analysed = Box::new(queue.analyse(file, &options));
                    // Nobody listens any more once the user has left.
                    if sender.send(Event::Finished(file, analysed)).is_err() {
                        return;
                    }
                }
            };
            std::thread::Builder::new().stack_size(megabytes << 20).spawn(work).is_ok()
        });
        if !started && number == 0 {
            return Err(CliError::Internal("cannot start a thread".to_owned()));
        }
    }
    Ok(())
}
