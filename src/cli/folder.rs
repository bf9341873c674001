//! A folder that gets one file for each file of a batch.

use std::path::Path;

use super::output::Output;
use super::{CliError, read};

/// So many bytes of a path are part of a name; file systems allow 255.
const LONGEST: usize = 200;

/// Makes the folder.
pub(super) fn prepare(folder: &Path) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).map_err(|cause| {
        CliError::Usage(format!("cannot write to {}: {}", folder.display(), read::reason(&cause)))
    })
}

/// Writes what belongs to the file with this path.
pub(super) fn write(folder: &Path, path: &str, ending: &str, text: &str) -> Result<(), CliError> {
    let mut nobody = std::io::sink();
    let mut output = Output::open(Some(&folder.join(name(path, ending))), &mut nobody)?;
    output.write(text)?;
    output.finish()
}

/// The name of what belongs to a file. Different paths have different names: what separates folders, and what
/// stands for that, is written in hexadecimal.
pub(super) fn name(path: &str, ending: &str) -> String {
    let mut name = String::new();
    for c in path.chars() {
        match c {
            '/' | '\\' | '%' | ':' => name.push_str(&format!("%{:02X}", c as u32)),
            c if c.is_control() => name.push_str(&format!("%{:02X}", c as u32)),
            c => name.push(c),
        }
    }
    if name.len() > LONGEST {
        let keep = (0..=LONGEST).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
        let sum = crate::certificate::checksum(path.as_bytes());
        name.truncate(keep);
        name.push_str(&format!("%{sum:016X}"));
    }
    name + ending
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_tell_paths_apart() {
        assert_eq!(name("programs/a.c", ".x"), "programs%2Fa.c.x");
        assert_ne!(name("a/b", ""), name("a%2Fb", ""));
        let long = |last: char| name(&format!("{}{last}", "/ä".repeat(200)), "");
        assert!(long('a').len() < 255);
        assert_ne!(long('a'), long('b'));
    }
}
