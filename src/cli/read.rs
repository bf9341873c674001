//! Reading source files.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Largest file that is read. Positions in it, after decoding, must fit in 32 bits.
const MAX_BYTES: u64 = 64 << 20;

/// What some editors put in front of UTF-8; no part of the program.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file: UTF-8, or else Latin-1, which every sequence of bytes is; or why there is none.
pub fn read(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("the file is larger than {} MB", MAX_BYTES >> 20));
    }
    if bytes.contains(&0) {
        return Err("this is a binary file (it contains NUL bytes), not C source".to_owned());
    }
    let mut text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().iter().map(|&byte| char::from(byte)).collect());
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(text)
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
    fn what_is_no_source_is_refused() {
        assert!(read_bytes(b"\x7fELF\0\0").is_err_and(|reason| reason.contains("binary")));
        assert!(read_bytes(&vec![b' '; (64 << 20) + 1]).is_err_and(|reason| reason.contains("64 MB")));
        assert_eq!(read(Path::new("does/not/exist.c")), Err("no such file or directory".to_owned()));
    }
}
