//! The explorer on a screen that exists in memory only.

use std::collections::BTreeSet;
use std::path::Path;

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::ScalarKind;
use focuscheck_cli::input::Input;
use focuscheck_cli::read;
use focuscheck_driver::verify::{Request, verify};
use focuscheck_explore::event::{Event, Key};
use focuscheck_explore::{Analysed, Explorer, view};
use focuscheck_report::style::Style;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

/// An explorer and its screen.
pub struct Screen {
    pub explorer: Explorer,
    terminal: Terminal<TestBackend>,
}

/// The analysis of a text, as the command's driver makes it.
pub fn analysed(source: SourceFile, options: &Options) -> Analysed {
    let graph = focuscheck_driver::lowered(&source, options).0.unwrap_or_default();
    let globals = graph.scalars.iter().filter(|s| s.kind == ScalarKind::Global).map(|s| s.name.clone());
    Analysed {
        report: focuscheck_driver::analyse(&source, options),
        globals: globals.collect(),
        source: Some(source),
    }
}

impl Screen {
    /// Programs of the corpus, not analysed yet.
    pub fn waiting(programs: &[&str], look: Style, size: (u16, u16)) -> Screen {
        let paths = programs.iter().map(|program| (*program).to_owned()).collect();
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal in memory");
        Screen { explorer: Explorer::new(paths, look, size), terminal }
    }

    /// Programs of the corpus, analysed.
    pub fn of(programs: &[&str], look: Style, size: (u16, u16)) -> Screen {
        let mut screen = Screen::waiting(programs, look, size);
        for (number, program) in programs.iter().enumerate() {
            // The path is shown, so it must not be that of a machine.
            let path = Path::new("programs").join(program);
            let source = read::load_as(&Input::file(&path), program, &[], &[]).expect("a program");
            screen.finish(number, analysed(source, &Options::default()));
        }
        screen
    }

    /// A program of the corpus, verified.
    pub fn verified(program: &str, size: (u16, u16)) -> Screen {
        let mut screen = Screen::waiting(&[program], Style::default(), size);
        let path = Path::new("programs").join(program);
        let source = read::load_as(&Input::file(&path), program, &[], &[]).expect("a program");
        let request = Request { explain: true, focus: true, ..Request::default() };
        let report = verify(&source, &Options::default(), &request);
        screen.finish(0, Analysed { report, globals: BTreeSet::new(), source: Some(source) });
        screen
    }

    /// One text.
    pub fn of_text(name: &str, text: &str, size: (u16, u16)) -> Screen {
        let mut screen = Screen::waiting(&[name], Style::default(), size);
        screen.finish(0, analysed(SourceFile::new(name, text), &Options::default()));
        screen
    }

    pub fn finish(&mut self, number: usize, analysed: Analysed) {
        self.explorer.update(Event::Started(number));
        self.explorer.update(Event::Finished(number, Box::new(analysed)));
    }

    /// Presses keys: characters, or names in angle brackets such as `<Enter>`.
    pub fn press(&mut self, keys: &str) -> &mut Screen {
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|tail| tail.split_once('>'));
            let named = named.and_then(|(name, tail)| Some((key(name)?, tail)));
            let (key, tail) = named.unwrap_or((Key::Char(first), &rest[first.len_utf8()..]));
            rest = tail;
            self.explorer.update(Event::Key(key));
            self.draw();
        }
        self
    }

    pub fn resize(&mut self, columns: u16, rows: u16) -> &mut Screen {
        self.terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal in memory");
        self.explorer.update(Event::Resize(columns, rows));
        self.draw();
        self
    }

    fn draw(&mut self) {
        self.terminal.draw(|frame| view::draw(&self.explorer, frame)).expect("memory can be drawn on");
    }

    pub fn buffer(&mut self) -> Buffer {
        self.draw();
        self.terminal.backend().buffer().clone()
    }

    /// What is on the screen, without colours.
    pub fn text(&mut self) -> String {
        let buffer = self.buffer();
        let row = |y: u16| -> String {
            (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned()
                + "\n"
        };
        (0..buffer.area.height).map(row).collect()
    }
}

fn key(name: &str) -> Option<Key> {
    Some(match name {
        "Enter" => Key::Enter,
        "Esc" => Key::Escape,
        "Tab" => Key::Tab,
        "BackTab" => Key::BackTab,
        "Backspace" => Key::Backspace,
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Left" => Key::Left,
        "Right" => Key::Right,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "Home" => Key::Home,
        "End" => Key::End,
        "Ctrl-D" => Key::Control('d'),
        "Ctrl-U" => Key::Control('u'),
        "Ctrl-C" => Key::Control('c'),
        _ => return None,
    })
}
