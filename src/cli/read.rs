//! Reading source files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::CliError;
use focuscheck_base::source::{PartText, SourceFile};

/// Largest file that is read. Positions in it, after decoding, must fit in 32 bits.
const MAX_BYTES: u64 = 64 << 20;

/// What some editors put in front of UTF-8; no part of the program.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file: UTF-8, or else Latin-1, which every sequence of bytes is; or why there is none.
pub fn read(path: &Path) -> Result<String, String> {
    read_bytes(path).map(|(text, _)| text)
}

/// The same, and whether the file is in Latin-1 rather than UTF-8.
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
}

/// A file with the local headers that it and its models include, found beside the including file (`#include "…"`) or in
/// one of the folders. A header that cannot be read is left to the preprocessor.
pub fn load(
    path: &Path,
    shown: &str,
    folders: &[PathBuf],
    models: &[PartText],
) -> Result<SourceFile, String> {
    if let Some(reason) = refused(path) {
        return Err(reason);
    }
    let (text, mut latin) = read_bytes(path)?;
    let mut headers: Vec<PartText> = Vec::new();
    let mut numbers: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut inclusions: BTreeMap<(Reader, String, bool), usize> = BTreeMap::new();
    let mut size = text.len();
    let mut next = 0;
    loop {
        // The main file, the models, then the headers as they are found.
        let (reader, file, content) = match next {
            0 => (Reader::Own(0), path, text.as_str()),
            _ if next <= models.len() => {
                let model = &models[next - 1];
                (Reader::Model(next - 1), Path::new(&model.path), model.text.as_str())
            }
            _ => {
                let number = next - models.len();
                let header = &headers[number - 1];
                (Reader::Own(number), Path::new(&header.path), header.text.as_str())
            }
        };
        let mut found: Vec<((Reader, String, bool), PathBuf)> = Vec::new();
        for (name, system) in included_names(content) {
            let beside = file.parent().filter(|_| !system).map(|folder| folder.join(&name));
            let elsewhere = folders.iter().map(|folder| folder.join(&name));
            if let Some(header) = beside.into_iter().chain(elsewhere).find(|header| header.is_file()) {
                found.push(((reader, name, system), header));
            }
        }
        for (inclusion, header) in found {
            // One file under two names is one file.
            let same = header.canonicalize().unwrap_or_else(|_| header.clone());
            let number = match numbers.get(&same) {
                Some(&number) => number,
                None if headers.len() >= MAX_HEADERS => continue,
                None => {
                    let Ok((content, in_latin)) = read_bytes(&header) else { continue };
                    latin |= in_latin;
                    size += content.len();
                    if size as u64 > MAX_BYTES {
                        return Err(format!(
                            "the file and its headers are larger than {} MB",
                            MAX_BYTES >> 20
                        ));
                    }
                    headers.push(PartText { path: header.to_string_lossy().into_owned(), text: content });
                    numbers.insert(same, headers.len());
                    headers.len()
                }
            };
            inclusions.insert(inclusion, number);
        }
        if next == models.len() + headers.len() {
            break;
        }
        next += 1;
    }
    let number = |reader| match reader {
        Reader::Own(number) => number,
        Reader::Model(number) => headers.len() + 1 + number,
    };
    let inclusions = inclusions
        .into_iter()
        .map(|((reader, name, system), header)| ((number(reader), name, system), header))
        .collect();
    let source = SourceFile::with_parts(shown, text, &headers, inclusions, models);
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

    #[test]
    fn local_headers_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            path
        };
        let main = write("m.c", "#include \"sub/a.h\"\n # include <b.h>\n#include \"gone.h\"\n");
        write("sub/a.h", "#include \"a.h\"\n#include \"b.h\"\n");
        write("lib/b.h", "int b;\n");
        let source = load(&main, "m.c", &[folder.path().join("lib")], &[]).expect("read");
        let a = source.included(&(0, "sub/a.h".to_owned(), false)).expect("found beside the file");
        assert_eq!(source.included(&(a, "a.h".to_owned(), false)), Some(a));
        let b = source.included(&(0, "b.h".to_owned(), true)).expect("found in the folder");
        assert_eq!(source.included(&(a, "b.h".to_owned(), false)), Some(b));
        assert_eq!(source.included(&(0, "gone.h".to_owned(), false)), None);
        assert_eq!(source.part_text(b), "int b;\n");
    }

    #[test]
    fn what_is_no_source_is_refused() {
        assert!(read_bytes(b"\x7fELF\0\0").is_err_and(|reason| reason.contains("binary")));
        assert!(read_bytes(&vec![b' '; (64 << 20) + 1]).is_err_and(|reason| reason.contains("64 MB")));
        assert_eq!(read(Path::new("does/not/exist.c")), Err("no such file or directory".to_owned()));
    }
}
