//! Relations as files, one each: a tuple a line, columns separated by tabs, and a list of what a tuple of each means.

use std::path::{Path, PathBuf};
use std::{fs, io};

use focuscheck_rules::schema::Program;

use focuscheck_base::files;

/// Why the relations or the graph could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// A file or the folder could not be accessed.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A tuple does not have the form of its relation.
    #[error("{relation}.facts:{line}: {message}")]
    Malformed {
        /// The relation.
        relation: &'static str,
        /// The line in its file, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A file does not hold a graph.
    #[error("{}: {source}", path.display())]
    Graph {
        /// Which.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}

/// The file that says what a tuple of each relation means.
const MEANINGS: &str = "relations.txt";

/// Writes relations, given with their names, sentences and tuples, into a folder (made if needed); gives the number
/// of tuples.
pub fn write(
    dir: &Path,
    relations: &[(&'static str, &'static str)],
    tuples: Vec<Vec<Vec<String>>>,
) -> Result<usize, FactsError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| FactsError::Io { path, source }
    };
    fs::create_dir_all(dir).map_err(failed(dir))?;
    let mut meanings = String::new();
    let mut count = 0;
    for ((name, sentence), tuples) in relations.iter().zip(tuples) {
        count += tuples.len();
        let text: String = tuples.iter().map(|columns| columns.join("\t") + "\n").collect();
        let path = dir.join(format!("{name}.facts"));
        files::write(&path, &text).map_err(failed(&path))?;
        meanings += &format!("{name}:{sentence}\n");
    }
    let path = dir.join(MEANINGS);
    files::write(&path, &meanings).map_err(failed(&path))?;
    Ok(count)
}

/// Writes what the rules read of a program.
pub fn write_program(dir: &Path, program: &Program) -> Result<usize, FactsError> {
    write(dir, Program::RELATIONS, program.print())
}

/// Reads what [`write_program`] wrote.
pub fn read_program(dir: &Path) -> Result<Program, FactsError> {
    let mut failure = None;
    let rows = |name: &str| {
        let path = dir.join(format!("{name}.facts"));
        let text = fs::read_to_string(&path).unwrap_or_else(|source| {
            failure.get_or_insert(FactsError::Io { path, source });
            String::new()
        });
        text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let program = Program::read(rows);
    if let Some(failure) = failure {
        return Err(failure);
    }
    program.map_err(|(relation, position)| FactsError::Malformed {
        relation,
        line: position + 1,
        message: "not a tuple of this relation".to_owned(),
    })
}
