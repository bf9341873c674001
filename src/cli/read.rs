//! Reading source files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::CliError;
use super::input::Input;
use focuscheck_base::source::{PartText, SourceFile, Texts};
use focuscheck_syntax::is_library_header;

/// Largest file that is read. Positions in it, after decoding, must fit in 32 bits.
const MAX_BYTES: u64 = 64 << 20;

/// What some editors put in front of UTF-8; no part of the program.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file: UTF-8, or else Latin-1, which every sequence of bytes is; or why there is none.
pub fn read(path: &Path) -> Result<String, String> {
    read_bytes(path).map(|(text, _)| text)
}

/// The text of a report, which may be as large as its batch.
pub(super) fn report(path: &Path) -> Result<String, String> {
    if is_named_pipe(path) {
        return Err("this is a pipe, not a file".to_owned());
    }
    std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => "this is no text".to_owned(),
        _ => reason(&error),
    })
}

/// The same as [`read`], and whether the file is in Latin-1 rather than UTF-8.
fn read_bytes(path: &Path) -> Result<(String, bool), String> {
    let mut bytes = Vec::new();
    if is_named_pipe(path) {
        return Err("this is a pipe, not a file".to_owned());
    }
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("the file is larger than {} MB", MAX_BYTES >> 20));
    }
    if bytes.contains(&0) {
        return Err("this is a binary file (it contains NUL bytes), not C source".to_owned());
    }
    let (mut text, latin) = match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (error.into_bytes().iter().map(|&byte| char::from(byte)).collect(), true),
    };
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok((text, latin))
}

/// Whether a path is a pipe that has a name, which nobody may ever write to. What a shell connects with the process
/// (`/dev/stdin`) has none.
pub(super) fn is_named_pipe(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let is_pipe = std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo());
        is_pipe && path.canonicalize().is_ok()
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// More headers than this are not read.
const MAX_HEADERS: usize = 2_000;

/// Endings of files that are C++.
const CPP: [&str; 9] = ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "ii", "C"];

/// Why a file is not read whatever it contains: as C, C++ would mostly be refused somewhere in the middle, or worse,
/// mean something else.
fn refused(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    CPP.contains(&ending)
        .then(|| format!("this is C++ (.{ending}), which is not read; if it is C, call it .c"))
}

/// A file of a program while its headers are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reader {
    /// The main file is 0, headers are numbered from 1.
    Own(usize),
    /// A model, from 0.
    Model(usize),
    /// Another translation unit, from 0.
    Unit(usize),
}

/// Files as they are found.
struct Loading<'f> {
    /// The files whose inclusions are not looked at yet: who each of them is, its path, its text, and its place among `folders`.
    waiting: VecDeque<(Reader, PathBuf, String, usize)>,
    /// For each set of options the folders in which headers are looked for.
    folders: Vec<Vec<&'f Path>>,
    headers: Vec<PartText>,
    /// The numbers of headers, which may include others with other folders.
    numbers: BTreeMap<(PathBuf, usize), usize>,
    inclusions: BTreeMap<(Reader, String, bool), usize>,
    /// Headers that were found where nobody said to look, with these folders: the first one of each.
    guessed: BTreeMap<usize, String>,
    /// These folders, in which others are looked for, too.
    usual: Vec<PathBuf>,
    /// Bytes of all files.
    size: usize,
    /// Whether some file is in Latin-1.
    latin: bool,
}

impl<'f> Loading<'f> {
    /// The place of a set of folders.
    fn folders(&mut self, folders: Vec<&'f Path>) -> usize {
        let known = self.folders.iter().position(|known| *known == folders);
        known.unwrap_or_else(|| {
            self.folders.push(folders);
            self.folders.len() - 1
        })
    }

    /// Takes a text, whose inclusions are looked at later.
    fn take(
        &mut self,
        reader: Reader,
        path: &Path,
        (text, latin): (String, bool),
        set: usize,
    ) -> Result<(), String> {
        self.latin |= latin;
        self.size += text.len();
        if self.size as u64 > MAX_BYTES {
            return Err(format!("the file and its headers are larger than {} MB", MAX_BYTES >> 20));
        }
        self.waiting.push_back((reader, path.to_owned(), text, set));
        Ok(())
    }

    /// The number of a header; nothing if it cannot be read, which is left to the preprocessor.
    fn header(&mut self, path: PathBuf, set: usize) -> Result<Option<usize>, String> {
        // One file under two names is one file.
        let same = (path.canonicalize().unwrap_or_else(|_| path.clone()), set);
        if let Some(&number) = self.numbers.get(&same) {
            return Ok(Some(number));
        }
        if self.headers.len() >= MAX_HEADERS {
            return Ok(None);
        }
        let Ok((text, latin)) = read_bytes(&path) else { return Ok(None) };
        self.headers.push(PartText { path: path.to_string_lossy().into_owned(), text: text.clone() });
        let number = self.headers.len();
        self.numbers.insert(same, number);
        self.take(Reader::Own(number), &path, (text, latin), set)?;
        Ok(Some(number))
    }

    /// Looks for all headers.
    fn follow(&mut self) -> Result<(), String> {
        while let Some((reader, file, text, set)) = self.waiting.pop_front() {
            for (name, system) in included_names(&text) {
                let beside = file.parent().filter(|_| !system).map(|folder| folder.join(&name));
                let elsewhere = self.folders[set].iter().map(|folder| folder.join(&name));
                let usual =
                    self.usual.iter().filter(|_| !is_library_header(&name)).map(|folder| folder.join(&name));
                let mut all = beside.into_iter().chain(elsewhere).chain(usual);
                let found = all.find(|header| header.is_file());
                let guessed = if found.is_some() { None } else { guessed(&file, &name) };
                let header = found.or_else(|| guessed.as_ref().map(|folder| folder.join(&name)));
                if let Some(header) = header
                    && let Some(number) = self.header(header, set)?
                {
                    if let Some(folder) = guessed {
                        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
                        self.guessed.entry(number).or_insert_with(|| shown.to_string_lossy().into_owned());
                        self.usual.push(folder);
                    }
                    self.inclusions.insert((reader, name, system), number);
                }
            }
        }
        Ok(())
    }
}

/// How far above a file headers are looked for where nobody says so, and in which folders there.
const MOST_ABOVE: usize = 4;
const USUAL: [&str; 5] = ["", "include", "inc", "src", "lib"];

/// The folder above a file, or one of the usual folders there, that has a header which is found nowhere else: the nearest one, up to
/// the root of the repository. Nothing if there are two, or for a header of the library.
fn guessed(file: &Path, name: &str) -> Option<PathBuf> {
    if is_library_header(name) {
        return None;
    }
    let mut folder = file.parent()?.to_owned();
    for _ in 0..=MOST_ABOVE {
        let has_it = |folder: &PathBuf| folder.join(name).is_file();
        let usual = |usual: &&str| if usual.is_empty() { folder.clone() } else { folder.join(usual) };
        let mut found = USUAL.iter().map(usual).filter(has_it);
        if let Some(first) = found.next() {
            return found.next().is_none().then_some(first);
        }
        if folder.join(".git").exists() {
            return None;
        }
        let is_named = folder.file_name().is_some();
        folder = if is_named { folder.parent()?.to_owned() } else { folder.join("..") };
    }
    None
}

/// The files of a program with the local headers that they and its models include, found beside the including file
/// (`#include "…"`) or in one of the folders. A header that cannot be read is left to the preprocessor.
pub fn load(input: &Input, folders: &[PathBuf], models: &[PartText]) -> Result<SourceFile, String> {
    load_as(input, &input.path.to_string_lossy(), folders, models)
}

/// The same with another name for the main file.
pub fn load_as(
    input: &Input,
    shown: &str,
    folders: &[PathBuf],
    models: &[PartText],
) -> Result<SourceFile, String> {
    let mut loading = Loading {
        waiting: VecDeque::new(),
        folders: Vec::new(),
        headers: Vec::new(),
        numbers: BTreeMap::new(),
        inclusions: BTreeMap::new(),
        guessed: BTreeMap::new(),
        usual: Vec::new(),
        size: 0,
        latin: false,
    };
    let mut texts = Vec::new();
    let units = std::iter::once((&input.path, &input.settings));
    let units = units.chain(input.others.iter().map(|unit| (&unit.path, &unit.settings)));
    for (number, (path, settings)) in units.enumerate() {
        let text = refused(path).map_or_else(|| read_bytes(path), Err);
        let text = text.map_err(|reason| match number {
            0 => reason,
            _ => format!("{}: {reason}", path.display()),
        })?;
        texts.push(PartText { path: path.to_string_lossy().into_owned(), text: text.0.clone() });
        let own = settings.folders.iter().chain(folders).map(PathBuf::as_path).collect();
        let set = loading.folders(own);
        let reader = number.checked_sub(1).map_or(Reader::Own(0), Reader::Unit);
        loading.take(reader, path, text, set)?;
    }
    for (number, model) in models.iter().enumerate() {
        let set = loading.folders(folders.iter().map(PathBuf::as_path).collect());
        let text = (model.text.clone(), false);
        loading.take(Reader::Model(number), Path::new(&model.path), text, set)?;
    }
    let mut forced = Vec::new();
    let all = std::iter::once(&input.settings).chain(input.others.iter().map(|unit| &unit.settings));
    for settings in all {
        let set = loading.folders(settings.folders.iter().chain(folders).map(PathBuf::as_path).collect());
        let mut numbers = Vec::new();
        for header in &settings.forced {
            let number = loading.header(header.clone(), set)?;
            numbers.push(number.ok_or_else(|| format!("{}: cannot be read", header.display()))?);
        }
        forced.push(numbers);
    }
    loading.follow()?;
    let Loading { headers, inclusions, guessed, latin, .. } = loading;
    let number = |reader| match reader {
        Reader::Own(number) => number,
        Reader::Model(number) => headers.len() + 1 + number,
        Reader::Unit(number) => headers.len() + 1 + models.len() + number,
    };
    let inclusions = inclusions
        .into_iter()
        .map(|((reader, name, system), header)| ((number(reader), name, system), header))
        .collect();
    let main = texts.remove(0);
    let texts = Texts { headers: &headers, inclusions, models, units: &texts };
    let source = SourceFile::with_parts(shown, main.text, texts);
    let settings = std::iter::once(&input.settings).chain(input.others.iter().map(|unit| &unit.settings));
    let source = source.with_settings(settings.cloned().collect(), forced).with_guessed(guessed);
    Ok(if latin { source.of_bytes() } else { source })
}

/// The names in the `#include` lines of a text, each with whether it stands in angle brackets. Lines in comments
/// and skipped groups count, too: the preprocessor takes only those that it comes across.
fn included_names(text: &str) -> BTreeSet<(String, bool)> {
    let name = |line: &str| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let rest =
            directive.strip_prefix("include").or_else(|| directive.strip_prefix("import"))?.trim_start();
        let (rest, end, system) = match rest.strip_prefix('<') {
            Some(rest) => (rest, '>', true),
            None => (rest.strip_prefix('"')?, '"', false),
        };
        Some((rest.split_once(end)?.0.to_owned(), system))
    };
    text.lines().filter_map(name).collect()
}

/// The texts of models.
pub fn models(paths: &[PathBuf]) -> Result<Vec<PartText>, CliError> {
    let load = |path: &PathBuf| {
        let shown = path.to_string_lossy().into_owned();
        let text = refused(path).map_or_else(|| read(path), Err);
        let text = text.map_err(|reason| CliError::Input(format!("{shown}: {reason}")))?;
        Ok(PartText { path: shown, text })
    };
    paths.iter().map(load).collect()
}

/// The error without the system's number.
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or directory".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "this is a directory".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<String, String> {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), bytes).expect("a file");
        read(file.path())
    }

    #[test]
    fn utf8_and_latin1_are_read() {
        assert_eq!(read_bytes("/* größe */".as_bytes()), Ok("/* größe */".to_owned()));
        assert_eq!(read_bytes(b"/* gr\xf6\xdfe */"), Ok("/* größe */".to_owned()));
        assert_eq!(read_bytes(b"\xef\xbb\xbfint x;"), Ok("int x;".to_owned()));
        assert_eq!(read_bytes(b""), Ok(String::new()));
    }

    /// Writes a file in a folder, and says where.
    fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    #[test]
    fn local_headers_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| written(folder.path(), name, text);
        let main = write("m.c", "#include \"sub/a.h\"\n # include <b.h>\n#include \"gone.h\"\n");
        write("sub/a.h", "#include \"a.h\"\n#include \"b.h\"\n");
        write("lib/b.h", "int b;\n");
        let source = load(&Input::file(main), &[folder.path().join("lib")], &[]).expect("read");
        let a = source.included(&(0, "sub/a.h".to_owned(), false)).expect("found beside the file");
        assert_eq!(source.included(&(a, "a.h".to_owned(), false)), Some(a));
        let b = source.included(&(0, "b.h".to_owned(), true)).expect("found in the folder");
        assert_eq!(source.included(&(a, "b.h".to_owned(), false)), Some(b));
        assert_eq!(source.included(&(0, "gone.h".to_owned(), false)), None);
        assert_eq!(source.part_text(b), "int b;\n");
    }

    #[test]
    fn headers_are_found_in_usual_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| written(folder.path(), name, text);
        let text = "#include \"u/a.h\"\n#include <u/b.h>\n#include <stdio.h>\n#include \"two.h\"\n#include \"far.h\"\n";
        let main = write("top/project/src/deep/m.c", text);
        for header in ["include/u/a.h", "include/u/b.h", "include/stdio.h", "include/two.h", "lib/two.h"] {
            write(&format!("top/project/{header}"), "");
        }
        write("top/far.h", "");
        write("top/project/.git", "");
        let source = load(&Input::file(main), &[], &[]).expect("read");
        let found = |name: &str, system| source.included(&(0, name.to_owned(), system));
        let folder =
            |part: Option<usize>| part.and_then(|part| source.guessed(part)).unwrap_or("none").to_owned();
        assert!(folder(found("u/a.h", false)).ends_with("top/project/include"));
        // It is said once of each folder.
        assert_eq!((found("u/b.h", true).is_some(), &*folder(found("u/b.h", true))), (true, "none"));
        // Those of the library are known, of two nobody knows which is meant, and a repository ends at its root.
        assert_eq!(
            (found("stdio.h", true), found("two.h", false), found("far.h", false)),
            (None, None, None)
        );
    }

    #[test]
    fn what_is_no_source_is_refused() {
        assert!(read_bytes(b"\x7fELF\0\0").is_err_and(|reason| reason.contains("binary")));
        assert!(read_bytes(&vec![b' '; (64 << 20) + 1]).is_err_and(|reason| reason.contains("64 MB")));
        assert_eq!(read(Path::new("does/not/exist.c")), Err("no such file or directory".to_owned()));
    }
}
