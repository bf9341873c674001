//! The system's C compiler, and running what it makes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use super::process::{Bounds, MOST_MESSAGES, most_processes, run, seconds, text};
use focuscheck_base::compilation::Settings;
use focuscheck_base::options::{CheckKind, DataModel, MacroOption, Options};
use focuscheck_harness::{Harness, Hindrance, Left, Sight};
use focuscheck_report::typed::Typed;

/// How long a compiler may take.
const COMPILATION: Duration = Duration::from_secs(120);

/// What the headers of the harness and the program's own are found in, relative to the harness.
const HEADERS: &str = "include";

/// The most memory of a run that AddressSanitizer looks at, in megabytes.
const MEMORY: u32 = 2048;

/// The most stack of a run, in kilobytes; a system that allows less is left as it is.
const STACK: u32 = 100 << 10;

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

/// A compiled harness.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    path: PathBuf,
    /// What the compiler's checks look at.
    pub sight: Sight,
    /// The functions that have no body.
    pub without_body: BTreeSet<String>,
}

impl Compiler {
    /// The name that reports use: the command without its folder.
    pub fn name(&self) -> String {
        let name = Path::new(&self.command).file_name();
        name.map_or_else(|| self.command.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Compiles a harness that stands in `folder`, made of a program at `program`; or why there is no such program.
    /// Functions that nobody defines, the C library included, get a body that gives what the runs read.
    pub fn compile(
        &self,
        folder: &Path,
        harness: &Harness,
        program: &Path,
        (options, bounds): (&Options, &Bounds),
    ) -> Result<Compiled, Hindrance> {
        let mut attempt = Attempt {
            compiler: self,
            bounds,
            folder,
            harness,
            program,
            options,
            sight: Sight { address: harness.sanitizable, operators: true },
            old_inline: false,
        };
        loop {
            match attempt.build() {
                Ok(without_body) => {
                    return Ok(Compiled { path: folder.join("replay"), sight: attempt.sight, without_body });
                }
                // Not every compiler comes with these libraries.
                Err(Failure::Sanitizers) if attempt.sight.address => attempt.sight.address = false,
                Err(Failure::Sanitizers) => attempt.sight.operators = false,
                Err(Failure::Inline) => attempt.old_inline = true,
                Err(Failure::Refused(obstacle)) => return Err(obstacle),
            }
        }
    }

    /// A script that starts a program with limits on processor time, memory, stack, processes and the size of files.
    fn limits(&self, sight: Sight) -> String {
        // AddressSanitizer reserves more memory, and has a limit of its own.
        let memory = if sight.address { String::new() } else { format!("limit -v {}; ", 2 * MEMORY * 1024) };
        // Shells differ in how they call the number of processes.
        let processes = most_processes();
        format!(
            "limit() {{ (ulimit \"$@\") 2>/dev/null && ulimit \"$@\"; }}; log=$FOCUSCHECK_FILE; \
             unset FOCUSCHECK_FILE PWD OLDPWD _ SHLVL; limit -c 0; limit -t {}; limit -f {}; \
             limit -S -s {STACK}; limit -u {processes}; limit -p {processes}; {memory}exec \"$@\" {LOG}>>\"$log\"",
            self.timeout.as_secs() + 1,
            MOST_MESSAGES / 512,
        )
    }

    /// Runs a compiled harness, and looks for leaks if that is asked; what that left behind, or why there is nothing to say about it.
    /// One whose inputs a person gives gets what that person types.
    pub fn replay(
        &self,
        compiled: &Compiled,
        harness: &Harness,
        (number, leaks): (usize, bool),
        (typed, bounds): (Option<&Typed>, &Bounds),
    ) -> Result<Left, Hindrance> {
        let start = harness.start(number);
        if let Some(obstacle) = start.obstacle {
            return Err(obstacle);
        }
        let arguments = typed.map_or(start.arguments, |typed| typed.arguments.clone());
        // What the program writes stays apart.
        let folder = tempfile::tempdir().map_err(system)?;
        let logs = tempfile::tempdir().map_err(system)?;
        let log = logs.path().join("log");
        let program = std::path::absolute(&compiled.path).map_err(system)?;
        // The shell sets the limits, which the program cannot take back.
        let mut command = Command::new("sh");
        command.arg("-c").arg(self.limits(compiled.sight)).arg("sh").arg(program).args(&arguments);
        command.current_dir(folder.path()).env_clear();
        for kept in ["PATH", "LD_LIBRARY_PATH"] {
            command.envs(std::env::var_os(kept).map(|value| (kept, value)));
        }
        command
            .env("LC_ALL", "C")
            .env("FOCUSCHECK_RUN", number.to_string())
            .env("FOCUSCHECK_LOG", LOG.to_string())
            .env("FOCUSCHECK_FILE", &log)
            .env("ASAN_OPTIONS", address_options(logs.path(), leaks));
        let stdin = match typed.and_then(|typed| typed.text.as_ref()) {
            Some(text) => {
                let file = logs.path().join("typed");
                fs::write(&file, text).map_err(system)?;
                Stdio::from(fs::File::open(&file).map_err(system)?)
            }
            None => Stdio::null(),
        };
        let within = (self.timeout, bounds);
        let call = (&mut command, stdin);
        let ended = run(call, logs.path(), within, Some(folder.path())).map_err(Hindrance::System)?;
        let Some(status) = ended.status else {
            return Err(ended.excess.unwrap_or(Hindrance::Time(seconds(ended.allowed))));
        };
        let mut left = Left { log: text(&log), messages: ended.messages, signal: signal(status) };
        for report in sorted(logs.path(), "address.") {
            left.messages.push('\n');
            left.messages.push_str(&text(&report));
        }
        Ok(left)
    }
}

/// The file in which a run says how it ends, by its number.
const LOG: u32 = 9;

/// How AddressSanitizer looks at a run: a program may ask for more memory than there is, and leave some behind unless leaks are
/// looked for.
fn address_options(logs: &Path, leaks: bool) -> String {
    let log = logs.join("address");
    format!(
        "detect_leaks={}:detect_stack_use_after_return=1:allocator_may_return_null=1:\
         max_allocation_size_mb={MEMORY}:hard_rss_limit_mb={MEMORY}:log_path={}",
        u8::from(leaks),
        log.display()
    )
}

/// Why an attempt to compile came to nothing.
enum Failure {
    /// The libraries of the compiler's checks are missing.
    Sanitizers,
    /// `inline` means what it meant before C99.
    Inline,
    /// For good.
    Refused(Hindrance),
}

/// One way to compile a harness.
struct Attempt<'a> {
    compiler: &'a Compiler,
    bounds: &'a Bounds,
    folder: &'a Path,
    harness: &'a Harness,
    program: &'a Path,
    options: &'a Options,
    sight: Sight,
    old_inline: bool,
}

impl Attempt<'_> {
    /// Compiles and links; the functions that have no body.
    fn build(&self) -> Result<BTreeSet<String>, Failure> {
        let mut missing = self.harness.missing(&BTreeSet::new()).map_err(Failure::Refused)?;
        let mut undefined = BTreeSet::new();
        self.write(Harness::STUBS, &missing.stubs)?;
        self.object(&[Harness::UNITS.as_slice(), &[Harness::STUBS]].concat(), &self.target())?;
        self.object(&[Harness::PROGRAM], &self.program_flags())?;
        for unit in &self.harness.units {
            self.object(&[&unit.file], &self.unit_flags(&unit.folder, &unit.settings))?;
        }
        loop {
            let Err(messages) = self.link()? else { return Ok(missing.functions) };
            let found = undefined_symbols(&messages);
            let before = undefined.len();
            undefined.extend(found);
            if undefined.len() == before {
                return Err(self.unlinked(&messages));
            }
            let variables = missing.variables;
            missing = self.harness.missing(&undefined).map_err(|obstacle| match obstacle {
                // Before C99, `inline` alone made a definition for everybody.
                Hindrance::Undefined { .. } if !self.old_inline => Failure::Inline,
                obstacle => Failure::Refused(obstacle),
            })?;
            self.write(Harness::STUBS, &missing.stubs)?;
            self.object(&[Harness::STUBS], &self.target())?;
            if missing.variables != variables {
                let text = self.harness.file(Harness::PROGRAM);
                self.write(Harness::PROGRAM, &format!("{text}{}", missing.variables))?;
                self.object(&[Harness::PROGRAM], &self.program_flags())?;
            }
        }
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        fs::write(self.folder.join(name), text).map_err(|error| Failure::Refused(system(error)))
    }

    /// Runs the compiler; what it has to say if it fails.
    fn command(&self, arguments: &[String]) -> Result<Result<(), String>, Failure> {
        let mut command = Command::new(&self.compiler.command);
        command.current_dir(self.folder).args(arguments).env("LC_ALL", "C");
        let call = (&mut command, Stdio::null());
        let ended = run(call, self.folder, (COMPILATION, self.bounds), None).map_err(|reason| {
            let command = self.compiler.command.clone();
            Failure::Refused(Hindrance::NoCompiler { command, reason })
        })?;
        match ended.status {
            Some(status) if status.success() => Ok(Ok(())),
            Some(_) => Ok(Err(ended.messages)),
            None if ended.allowed.is_zero() => Err(Failure::Refused(Hindrance::NoTime)),
            None => Err(Failure::Refused(Hindrance::CompilerTime(seconds(ended.allowed)))),
        }
    }

    /// Compiles units.
    fn object(&self, units: &[&str], flags: &[String]) -> Result<(), Failure> {
        let units = units.iter().map(|unit| (*unit).to_owned());
        let arguments: Vec<String> = flags.iter().cloned().chain(["-c".to_owned()]).chain(units).collect();
        let Err(messages) = self.command(&arguments)? else { return Ok(()) };
        Err(match missing_header(&messages) {
            _ if self.is_narrow(&messages) => self.narrow(),
            Some(header) => Failure::Refused(Hindrance::MissingHeader(header.to_owned())),
            None if self.lacks_sanitizers(&messages) => Failure::Sanitizers,
            None => self.refused(&messages),
        })
    }

    /// Links; what the linker says if it fails.
    fn link(&self) -> Result<Result<(), String>, Failure> {
        let mut arguments = self.target();
        arguments.extend(self.sanitizers());
        arguments.extend(["-o", "replay"].map(str::to_owned));
        let units = Harness::UNITS.iter().copied().chain([Harness::STUBS, Harness::PROGRAM]);
        let units = units.chain(self.harness.units.iter().map(|unit| &*unit.file));
        arguments.extend(units.map(|unit| unit.replace(".c", ".o")));
        arguments.extend(["-lm", "-lpthread"].map(str::to_owned));
        self.command(&arguments)
    }

    /// Why linking failed for another reason than that a symbol is missing.
    fn unlinked(&self, messages: &str) -> Failure {
        if self.is_narrow(messages) {
            self.narrow()
        } else if self.lacks_sanitizers(messages) {
            Failure::Sanitizers
        } else {
            self.refused(messages)
        }
    }

    fn refused(&self, messages: &str) -> Failure {
        let message = first_error(messages).to_owned();
        Failure::Refused(Hindrance::Refused { compiler: self.compiler.name(), message })
    }

    fn is_narrow(&self, messages: &str) -> bool {
        let signs = ["skipping incompatible", "gnu/stubs-32.h", "bits/", "cannot find Scrt1.o", "-m32"];
        self.options.data_model == DataModel::Ilp32 && signs.iter().any(|sign| messages.contains(sign))
    }

    fn narrow(&self) -> Failure {
        Failure::Refused(Hindrance::Narrow { compiler: self.compiler.name() })
    }

    fn lacks_sanitizers(&self, messages: &str) -> bool {
        let signs = ["libasan", "-lasan", "libubsan", "-lubsan", "clang_rt", "-fsanitize", "sanitizer"];
        (self.sight.address || self.sight.operators) && signs.iter().any(|sign| messages.contains(sign))
    }

    /// What the compiler's checks look at.
    fn sanitizers(&self) -> Vec<String> {
        let checks = self.options.checks_of(&self.program.to_string_lossy());
        let checked = checks.iter().flat_map(|check| match check {
            CheckKind::Bounds => &["bounds"][..],
            // A crash tells the line; without what reports it, the address has to be looked at before.
            CheckKind::Pointer if self.sight.address => &[],
            CheckKind::Pointer => &["null"],
            CheckKind::Div => &["integer-divide-by-zero"],
            CheckKind::Overflow => &["signed-integer-overflow", "shift-base"],
            CheckKind::Shift => &["shift-exponent"],
            CheckKind::Uninit | CheckKind::Memory | CheckKind::Cleanup => &[],
        });
        let address = self.sight.address.then_some("address");
        let all: Vec<&str> =
            address.into_iter().chain(checked.copied().filter(|_| self.sight.operators)).collect();
        if all.is_empty() {
            return Vec::new();
        }
        vec![format!("-fsanitize={}", all.join(",")), "-fno-sanitize-recover=all".to_owned()]
    }

    /// The options for all units.
    fn target(&self) -> Vec<String> {
        let mut flags: Vec<String> = ["-std=gnu17", "-w", "-g", "-O0"].map(str::to_owned).to_vec();
        if self.options.data_model == DataModel::Ilp32 {
            flags.push("-m32".to_owned());
        }
        flags
    }

    /// The options for the program's main file.
    fn program_flags(&self) -> Vec<String> {
        let folder = self.program.parent().unwrap_or(Path::new("."));
        self.unit_flags(folder, &self.harness.settings)
    }

    /// The options for a file of the program in a folder.
    fn unit_flags(&self, folder: &Path, settings: &Settings) -> Vec<String> {
        let mut flags = self.target();
        // Newer compilers refuse what older ones only warned of.
        flags.extend(["-Wno-implicit-function-declaration", "-Wno-implicit-int"].map(str::to_owned));
        flags.extend(self.old_inline.then(|| "-fgnu89-inline".to_owned()));
        flags.extend(self.sanitizers());
        // The program's own function is meant, whatever its name.
        flags.extend(self.harness.own.iter().map(|name| format!("-fno-builtin-{name}")));
        for option in self.options.macros.iter().chain(&settings.macros) {
            flags.push(match option {
                MacroOption::Define(name, value) => format!("-D{name}={value}"),
                MacroOption::Undefine(name) => format!("-U{name}"),
            });
        }
        for header in &settings.forced {
            let header = std::path::absolute(header).unwrap_or_else(|_| header.clone());
            flags.extend(["-include".to_owned(), header.to_string_lossy().into_owned()]);
        }
        flags.extend(["-I".to_owned(), HEADERS.to_owned()]);
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let absolute = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        flags.extend(["-iquote".to_owned(), absolute(folder).to_string_lossy().into_owned()]);
        for folder in settings.folders.iter().chain(&self.compiler.includes) {
            flags.extend(["-I".to_owned(), absolute(folder).to_string_lossy().into_owned()]);
        }
        flags
    }
}

fn system(error: std::io::Error) -> Hindrance {
    Hindrance::System(error.to_string())
}

/// The first error among the messages of a compiler or linker.
fn first_error(messages: &str) -> &str {
    let is_error = |line: &&str| line.contains("error: ") || line.contains("multiple definition");
    messages.lines().find(is_error).or(messages.lines().next()).unwrap_or("no message").trim()
}

/// The header that a compiler did not find, if that is what stopped it.
fn missing_header(messages: &str) -> Option<&str> {
    let (_, rest) = messages.split_once("fatal error: ")?;
    let line = rest.lines().next()?;
    line.strip_suffix(": No such file or directory")
        .or_else(|| line.strip_prefix('\'')?.strip_suffix("' file not found"))
}

/// The symbols that a linker did not find, as GNU's, LLVM's and Apple's linkers say.
fn undefined_symbols(messages: &str) -> BTreeSet<String> {
    let quoted = |rest: &str| {
        let rest = rest.trim_start().trim_start_matches(['`', '\'', '"', '‘']);
        let end = rest.find(['\'', '"', '’', '\n', ' ']).unwrap_or(rest.len());
        rest[..end].to_owned()
    };
    let found = messages.lines().filter_map(|line| {
        let marks = ["undefined reference to ", "undefined symbol: "];
        if let Some((_, rest)) = marks.iter().find_map(|mark| line.split_once(mark)) {
            return Some(quoted(rest));
        }
        let rest = line.trim_start().strip_prefix("\"_")?;
        rest.contains(", referenced from").then(|| quoted(rest))
    });
    found.filter(|name| !name.is_empty()).collect()
}

/// The signal that ended a program.
fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return None;
}

/// The files of a folder that begin so, in order.
fn sorted(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = files.filter(|file| file.file_name().to_string_lossy().starts_with(prefix));
    let mut paths: Vec<PathBuf> = named.map(|file| file.path()).collect();
    paths.sort();
    paths
}
