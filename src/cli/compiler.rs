//! The system's C compiler, and running what it makes.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::harness::Harness;
use crate::options::{CheckKind, DataModel, MacroOption, Options};

/// At most so much of what a program writes to standard error is looked at.
const MOST_MESSAGES: u64 = 1 << 20;

/// More headers than this cannot be missing.
const MOST_MISSING: usize = 100;

/// How long a compiler may take.
const COMPILATION: Duration = Duration::from_secs(120);

/// A C compiler and how it is called for a program.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The command, such as `cc`.
    pub command: String,
    /// Folders with headers.
    pub includes: Vec<PathBuf>,
    /// How long a run may take.
    pub timeout: Duration,
}

impl Compiler {
    /// The name that reports use: the command without its folder.
    pub fn name(&self) -> String {
        let name = Path::new(&self.command).file_name();
        name.map_or_else(|| self.command.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// The options for a harness of a program at `program`; on demand, accesses through parameters are checked, too.
    fn flags(&self, program: &Path, options: &Options, addresses: bool) -> Vec<String> {
        let mut flags: Vec<String> = ["-std=gnu17", "-w", "-g", "-O0"].map(str::to_owned).to_vec();
        // Newer compilers refuse what older ones only warned of.
        flags.extend(["-Wno-implicit-function-declaration", "-Wno-implicit-int"].map(str::to_owned));
        if options.data_model == DataModel::Ilp32 {
            flags.push("-m32".to_owned());
        }
        let checked: Vec<&str> = options
            .checks_of(&program.to_string_lossy())
            .iter()
            .filter_map(|check| match check {
                CheckKind::Bounds => Some("bounds"),
                CheckKind::Div => Some("integer-divide-by-zero"),
                CheckKind::Overflow => Some("signed-integer-overflow,shift-base"),
                CheckKind::Shift => Some("shift-exponent"),
                // What it is instead of null is not an address that the sanitizer knows.
                CheckKind::Pointer => Some("null"),
                CheckKind::Uninit => None,
            })
            .collect();
        if !checked.is_empty() {
            let addresses = if addresses { ",address" } else { "" };
            flags.push(format!("-fsanitize={}{addresses}", checked.join(",")));
            flags.push("-fno-sanitize-recover=all".to_owned());
        }
        for option in &options.macros {
            flags.push(match option {
                MacroOption::Define(name, value) => format!("-D{name}={value}"),
                MacroOption::Undefine(name) => format!("-U{name}"),
            });
        }
        flags.extend(["-Iinclude", "-I."].map(str::to_owned));
        let folder =
            program.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let absolute = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        flags.extend(["-iquote".to_owned(), absolute(folder).to_string_lossy().into_owned()]);
        for folder in &self.includes {
            flags.extend(["-I".to_owned(), absolute(folder).to_string_lossy().into_owned()]);
        }
        flags
    }

    /// Compiles a harness that stands in `folder`; where the program is, or why there is none. Headers that the
    /// compiler does not find are taken to be empty, as for the analysis.
    pub fn compile(&self, folder: &Path, program: &Path, options: &Options) -> Result<PathBuf, String> {
        // Where a subscript goes is not known to a function that gets the array; its address is.
        let mut addresses = options.checks_of(&program.to_string_lossy()).contains(&CheckKind::Bounds);
        for _ in 0..MOST_MISSING {
            let mut command = Command::new(&self.command);
            command.current_dir(folder).args(self.flags(program, options, addresses));
            command.args(["-o", "replay"]).args(Harness::UNITS).env("LC_ALL", "C");
            let (status, messages) = run(&mut command, folder, COMPILATION)
                .map_err(|reason| format!("{} cannot be run: {reason}", self.command))?;
            match status {
                Some(status) if status.success() => return Ok(folder.join("replay")),
                Some(_) => match missing_header(&messages) {
                    Some(header) => stand_in(folder, header).map_err(|error| error.to_string())?,
                    // Not every compiler comes with that library.
                    None if addresses => addresses = false,
                    None => {
                        return Err(format!(
                            "{} does not compile it: {}",
                            self.name(),
                            first_error(&messages)
                        ));
                    }
                },
                None => return Err(format!("{} did not end in {} s", self.name(), COMPILATION.as_secs())),
            }
        }
        Err(format!("more than {MOST_MISSING} headers are missing"))
    }

    /// Runs a compiled harness; what it wrote to standard error, or why there is nothing to say about it.
    pub fn replay(&self, program: &Path, number: usize) -> Result<String, String> {
        let folder = program.parent().unwrap_or(Path::new("."));
        let program = std::path::absolute(program).map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.current_dir(folder).arg(number.to_string()).env("ASAN_OPTIONS", "detect_leaks=0");
        match run(&mut command, folder, self.timeout)? {
            (Some(_), messages) => Ok(messages),
            (None, _) => Err(format!("the run did not end in {} s", self.timeout.as_secs())),
        }
    }
}

/// The first error among the messages of a compiler or linker.
fn first_error(messages: &str) -> &str {
    let is_error = |line: &&str| line.contains("error: ") || line.contains("undefined reference");
    messages.lines().find(is_error).or(messages.lines().next()).unwrap_or("no message").trim()
}

/// The header that a compiler did not find, if that is what stopped it and a file of that name can stand in for it.
fn missing_header(messages: &str) -> Option<&str> {
    let (_, rest) = messages.split_once("fatal error: ")?;
    let line = rest.lines().next()?;
    let name = match line.strip_suffix(": No such file or directory") {
        Some(name) => name,
        None => line.strip_prefix('\'')?.strip_suffix("' file not found")?,
    };
    let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    (plain && !name.is_empty()).then_some(name)
}

/// An empty header.
fn stand_in(folder: &Path, header: &str) -> std::io::Result<()> {
    let path = folder.join("include").join(header);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, "/* This header was not found; it is taken to be empty. */\n")
}

/// Runs a command without input; how it ended (`None` if it had to be stopped), and what it wrote to standard error.
fn run(
    command: &mut Command,
    folder: &Path,
    timeout: Duration,
) -> Result<(Option<ExitStatus>, String), String> {
    let failed = |error: std::io::Error| error.to_string();
    let messages = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    let stderr = messages.reopen().map_err(failed)?;
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr).spawn().map_err(failed)?;
    let status = child.wait_timeout(timeout).map_err(failed)?;
    if status.is_none() {
        // It may have ended in between.
        let _ = child.kill();
        let _ = child.wait();
    }
    Ok((status, tail(messages.path()).map_err(failed)?))
}

/// The end of a file.
fn tail(path: &Path) -> std::io::Result<String> {
    use std::io::{Seek, SeekFrom};
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_MESSAGES)))?;
    let mut bytes = Vec::new();
    file.take(MOST_MESSAGES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
