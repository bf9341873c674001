//! Files that appear whole: what is written stands beside the place where it belongs and is then renamed.
//!
//! So a run that is killed leaves no half of a file, and a link is never followed: what a name meant before is replaced,
//! and what a link leads to stays as it is.

use std::io::{Result, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// A file beside a path, which is to become the file of that path by [`NamedTempFile::persist`].
///
/// # Errors
/// If the folder of the path cannot be written to.
pub fn beside(path: &Path) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".focuscheck-");
    #[cfg(unix)]
    {
        // Like any file a program makes; the system takes away what the user's mask forbids.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Writes a file of this text. A link or a file of that name is replaced.
///
/// # Errors
/// If the folder cannot be written to, or a folder has that name.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let mut file = beside(path)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Copies a file with its permissions. A link or a file of that name is replaced.
///
/// # Errors
/// If the file cannot be read, the folder cannot be written to, or a folder has that name.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut file = beside(to)?;
    let mut original = std::fs::File::open(from)?;
    std::io::copy(&mut original, &mut file)?;
    file.as_file().set_permissions(original.metadata()?.permissions())?;
    file.persist(to).map(drop).map_err(|error| error.error)
}

#[cfg(all(test, unix))]
mod tests {
    #[test]
    fn a_link_is_replaced_and_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (victim, link) = (folder.path().join("victim"), folder.path().join("link"));
        std::fs::write(&victim, "mine").expect("a file");
        std::os::unix::fs::symlink(&victim, &link).expect("a link");
        super::write(&link, "new").expect("written");
        let text = |path| std::fs::read_to_string(path).expect("text");
        assert_eq!((text(&victim), text(&link)), ("mine".to_owned(), "new".to_owned()));
        assert!(!std::fs::symlink_metadata(&link).expect("a file").is_symlink());
    }
}
