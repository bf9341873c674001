//! `focuscheck explore` in a real pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    pty: std::sync::Arc<Pty>,
    child: std::process::Child,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Terminal {
    fn start(arguments: &[&str], (columns, rows): (u16, u16)) -> Terminal {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(pty_process::Size::new(rows, columns)).expect("a size");
        let child = Command::new(assert_cmd::cargo::cargo_bin!("focuscheck"))
            .arg("explore")
            .args(arguments)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/programs"))
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .spawn(pts)
            .expect("the command");
        let pty = std::sync::Arc::new(pty);
        let (sender, output) = channel();
        let reader = std::sync::Arc::clone(&pty);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the process is an error here.
            while let Ok(count @ 1..) = (&*reader).read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let size = |number: u16| NonZeroU16::new(number).expect("a size");
        Terminal { pty, child, output, parser: vt100::Parser::new(size(rows), size(columns), 0) }
    }

    fn press(&mut self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("keys");
    }

    /// Waits until the screen shows something.
    #[track_caller]
    fn wait_for(&mut self, word: &str) {
        let begun = Instant::now();
        while !self.parser.screen().contents().contains(word) {
            assert!(begun.elapsed() < PATIENCE, "no {word:?} in\n{}", self.parser.screen().contents());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.parser.process(&bytes);
            }
        }
    }

    /// Waits for the end, and checks that the terminal is as it was.
    #[track_caller]
    fn ends(&mut self) -> std::process::ExitStatus {
        let begun = Instant::now();
        let status = loop {
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
                self.parser.process(&bytes);
            }
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.parser.process(&bytes);
        }
        assert!(!self.parser.screen().alternate_screen(), "the alternate screen is left");
        assert!(!self.parser.screen().hide_cursor(), "the cursor is shown");
        let modes = tcgetattr(&*self.pty).expect("modes").local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
        status
    }
}

#[test]
fn keys_lead_through_all_levels_and_out() {
    let mut terminal = Terminal::start(&["paper/fig1.cimple"], (100, 30));
    terminal.wait_for("#1 when gotlock == 1 (line 11)");
    assert!(terminal.parser.screen().alternate_screen());
    terminal.press("\u{1b}[B");
    terminal.wait_for("#2 when gotlock != 0 (line 11)");
    terminal.press("\r");
    terminal.wait_for("Step 1 of 14: lock = 0");
    terminal.press("jw");
    terminal.wait_for("Step 3 of 14");
    terminal.press("\u{1b}[C");
    terminal.wait_for("Trace 3/26");
    terminal.press("\u{1b}[F");
    terminal.wait_for("this is what fails");
    terminal.pty.resize(pty_process::Size::new(10, 40)).expect("a size");
    let size = |number: u16| NonZeroU16::new(number).expect("a size");
    terminal.parser.set_size(size(10), size(40));
    terminal.press("?");
    terminal.wait_for("Esc close");
    terminal.press("qq");
    assert_eq!(terminal.ends().code(), Some(0));
}

#[test]
fn control_c_leaves() {
    let mut terminal = Terminal::start(&["behaviour", "--ascii", "--color", "never"], (80, 24));
    terminal.wait_for("analysing");
    assert!(terminal.parser.screen().contents().is_ascii());
    terminal.press("\u{3}");
    assert_eq!(terminal.ends().code(), Some(0));
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut terminal = Terminal::start(&["paper/fig2.cimple"], (80, 24));
        terminal.wait_for("#1 when x > y");
        let pid = Pid::from_child(&terminal.child);
        kill_process(pid, signal).expect("a signal");
        let status = terminal.ends();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(signal.as_raw()));
    }
}

/// A terminal whose window is closed leaves no process behind.
#[test]
fn a_terminal_that_goes_away_ends_it() {
    let (mut pty, pts) = open().expect("a pseudo-terminal");
    pty.resize(pty_process::Size::new(24, 80)).expect("a size");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("focuscheck"))
        .args(["explore", "programs/paper/fig2.cimple"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .spawn(pts)
        .expect("the command");
    let mut bytes = [0; 4096];
    assert!(pty.read(&mut bytes).expect("a screen") > 0);
    drop(pty);
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(begun.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn without_a_terminal_the_text_report_is_named() {
    let output = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("focuscheck"))
        .args(["explore", "a b.c"])
        .output()
        .expect("the command");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "focuscheck: explore needs a terminal, and standard output is none; for text: focuscheck check --level slice 'a b.c'\n"
    );
}

#[test]
fn what_cannot_be_read_is_said_before_the_screen_changes() {
    let mut terminal = Terminal::start(&["paper/none.c"], (80, 24));
    terminal.wait_for("paper/none.c");
    terminal.press("q");
    terminal.ends();
}

/// An error that is not decided is asked about.
#[test]
fn an_error_that_is_not_decided_is_asked_about() {
    let mut terminal = Terminal::start(&["questions/reading.c"], (100, 30));
    terminal.wait_for("? ask");
    terminal.press("?");
    terminal.wait_for("does `got <= 4096` always hold?");
    terminal.press("w");
    terminal.wait_for("line 7 cannot fail");
    terminal.press("y");
    terminal.wait_for("safe, by 1 answer");
    terminal.wait_for("rests on: at line 4 always got <= 4096 (your answer)");
    terminal.press("\u{1b}");
    terminal.wait_for("? ask");
    terminal.press("q");
    assert!(terminal.ends().success());
}
