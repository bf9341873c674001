//! Paths as other tools want them.

/// A path as a URI reference: with forward slashes, and with everything percent-encoded that is not plain. A
/// relative path stays relative; an absolute one becomes a `file:` URI.
pub fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let trimmed = path.strip_prefix("./").unwrap_or(&path);
    let mut uri = match trimmed.as_bytes() {
        [b'/', ..] => "file://".to_owned(),
        [_, b':', ..] if cfg!(windows) => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in trimmed.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Whether [`uri`] of a path is a relative reference.
pub fn is_relative(path: &str) -> bool {
    !uri(path).starts_with("file:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("./a.c"), "a.c");
        assert_eq!(uri("../x:y/ä#1?.c"), "../x%3Ay/%C3%A4%231%3F.c");
        assert_eq!(uri("/tmp/100%.c"), "file:///tmp/100%25.c");
        assert!(is_relative("a.c") && !is_relative("/a.c"));
    }
}
