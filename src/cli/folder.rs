//! A folder that gets one file for each file of a batch.

use std::path::Path;

use super::{CliError, read};
use focuscheck_base::files;

/// So many bytes of a path are part of a name; file systems allow 255.
const LONGEST: usize = 200;

/// Makes the folder. A link to a folder is refused: what is written stays where its name says.
pub(super) fn prepare(folder: &Path) -> Result<(), CliError> {
    if std::fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink()) {
        let name = folder.display();
        return Err(CliError::Usage(format!(
            "cannot write to {name}: it is a symbolic link, which is not followed"
        )));
    }
    std::fs::create_dir_all(folder).map_err(|cause| {
        CliError::Usage(format!("cannot write to {}: {}", folder.display(), read::reason(&cause)))
    })
}

/// Writes what belongs to the file with this path.
pub(super) fn write(folder: &Path, path: &str, ending: &str, text: &str) -> Result<(), CliError> {
    put(&folder.join(name(path, ending)), text)
}

/// Writes a file whole. Whatever has its name, be it a link or a pipe, is replaced.
pub(super) fn put(path: &Path, text: &str) -> Result<(), CliError> {
    files::write(path, text).map_err(|cause| CliError::output(&path.display().to_string(), cause))
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
        let sum = focuscheck_certificate::checksum(path.as_bytes());
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
