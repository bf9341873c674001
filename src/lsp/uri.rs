//! Addresses of files, as editors write them.

use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;

/// The address of a file with an absolute path.
pub(crate) fn of(path: &Path) -> Uri {
    let mut text = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                text.push(char::from(byte))
            }
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri(text)
}

/// The path that an address names; nothing if it is none of a file.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [left.next()?, left.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_any_characters_come_back() {
        for name in ["/a/b.c", "/a b/%41.c", "/ä/ß+#?.c"] {
            let uri = of(Path::new(name));
            assert!(uri.0.is_ascii() && !uri.0.contains(' '), "{uri:?}");
            assert_eq!(path(&uri).as_deref(), Some(Path::new(name)));
        }
        assert_eq!(path(&Uri("untitled:1".to_owned())), None);
        assert_eq!(path(&Uri("file:///a%4".to_owned())), None);
    }
}
