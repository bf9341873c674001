//! Notes that programs carry in their comments: what is expected of them, in one language for all commands.
//!
//! The language is described for its writers in `programs/README.md`.

/// A note: `//@ KEY: BODY`, `//@ KEY@PLACE: BODY` or `//@ KEY PLACE: BODY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note<'t> {
    /// The line that it stands in.
    pub line: usize,
    /// What it is about.
    pub key: &'t str,
    /// What stands between the key and the colon.
    pub place: Option<&'t str>,
    /// What stands behind the colon.
    pub body: &'t str,
}

/// What notes say of `check`.
pub const CHECK: &[&str] = &[
    "error",
    "expect",
    "allow",
    "reachable",
    "unreachable",
    "slice",
    "infeasible",
    "more",
    "nest",
    "options",
    "reason",
    "assumed",
    "headline",
];

/// What they say of `verify`.
pub const VERIFY: &[&str] = &["valid", "invalid", "unknown", "open", "when", "vc", "options"];

/// What they say of `ask`.
pub const ASK: &[&str] = &["asks", "answer", "ends", "assumed", "options"];

/// What they say of `doomed`.
pub const DOOMED: &[&str] = &["doomed", "skipped"];

/// Words with which annotations begin, which are part of a program.
const ANNOTATIONS: [&str; 11] = [
    "assert",
    "check",
    "admit",
    "requires",
    "ensures",
    "assigns",
    "invariant",
    "loop",
    "ghost",
    "lemma",
    "predicate",
];

/// The notes of a program, in order, if its annotations may look like some.
///
/// # Errors
/// Names the first comment that begins with `//@` and is neither a note with one of these keys nor an annotation.
pub fn notes<'t>(text: &'t str, keys: &[&str]) -> Result<Vec<Note<'t>>, String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("//@") else { continue };
        let comment = comment.trim();
        let (head, body) = comment.split_once(':').unwrap_or((comment, ""));
        let (key, place) = match head.trim().split_once(['@', ' ']) {
            Some((key, place)) => (key, Some(place.trim())),
            None => (head.trim(), None),
        };
        if keys.contains(&key) {
            found.push(Note { line: number + 1, key, place, body: body.trim() });
        } else if !ANNOTATIONS.contains(&key) {
            return Err(format!("line {}: not an expectation: {}", number + 1, line.trim()));
        }
    }
    Ok(found)
}

/// The bodies of the notes with a key.
pub fn of<'t>(notes: &[Note<'t>], key: &str) -> Vec<&'t str> {
    notes.iter().filter(|note| note.key == key).map(|note| note.body).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_knows_is_refused() {
        let text = "int x; //@ valid: Post@3.1\n//@ assert named: x > 0;\n//@ slice@40: 3\n";
        let found = notes(text, &["valid", "slice"]).expect("notes");
        assert_eq!(found[0], Note { line: 1, key: "valid", place: None, body: "Post@3.1" });
        assert_eq!(found[1], Note { line: 3, key: "slice", place: Some("40"), body: "3" });
        assert_eq!(of(&found, "valid"), ["Post@3.1"]);
        assert!(notes("//@ vaild: Post@3.1\n", VERIFY).is_err());
    }
}
