//! What is known of the files that an editor has open.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::{CodeLens, Diagnostic, Position};

use super::shown::Checked;

/// What checks the programs that a file belongs to.
pub trait Checker: Sync {
    /// Checks them and tells each as it is finished; an interruption ends it early.
    ///
    /// # Errors
    /// If there is nothing to check, in words.
    fn check(&self, file: &Path, found: &(dyn Fn(Checked) + Sync)) -> Result<(), String>;
}

/// The open files, with the programs that were found for each.
#[derive(Default)]
pub(crate) struct State {
    open: BTreeMap<PathBuf, Vec<Checked>>,
    /// The files for which diagnostics were published last.
    published: BTreeSet<PathBuf>,
}

impl State {
    /// Opens a file; nothing is known of it yet.
    pub(crate) fn open(&mut self, file: PathBuf) {
        self.open.entry(file).or_default();
    }

    /// Closes a file: what was found for it is forgotten.
    pub(crate) fn close(&mut self, file: &Path) {
        self.open.remove(file);
    }

    /// The open files.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.open.keys().cloned().collect()
    }

    /// Takes what was found for a file in the place of what was known of the same program.
    pub(crate) fn take(&mut self, file: &Path, checked: Checked) {
        let Some(known) = self.open.get_mut(file) else { return };
        let name = |checked: &Checked| (checked.report.path.clone(), checked.report.entry.clone());
        match known.iter_mut().find(|other| name(other) == name(&checked)) {
            Some(other) => *other = checked,
            None => known.push(checked),
        }
    }

    /// All that was found for a file was told: what else was known of it is out of date.
    pub(crate) fn finish(&mut self, file: &Path, told: &BTreeSet<(String, Option<String>)>) {
        if let Some(known) = self.open.get_mut(file) {
            known.retain(|checked| {
                told.contains(&(checked.report.path.clone(), checked.report.entry.clone()))
            });
        }
    }

    /// The diagnostics of all files, also of those that had some and have none any more.
    pub(crate) fn diagnostics(&mut self) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> =
            self.published.iter().map(|file| (file.clone(), Vec::new())).collect();
        for checked in self.open.values().flatten() {
            for (file, diagnostics) in checked.diagnostics() {
                let known = all.entry(file).or_default();
                // Two open files of one program find the same.
                diagnostics.into_iter().for_each(|one| {
                    if !known.contains(&one) {
                        known.push(one);
                    }
                });
            }
        }
        self.published =
            all.iter().filter(|(_, found)| !found.is_empty()).map(|(file, _)| file.clone()).collect();
        all
    }

    /// The code lenses of a file.
    pub(crate) fn lenses(&self, file: &Path) -> Vec<CodeLens> {
        let mut found: Vec<CodeLens> = Vec::new();
        for (place, lenses) in self.open.values().flatten().filter_map(Checked::lenses) {
            if place == file {
                lenses
                    .into_iter()
                    .filter(|lens| !found.contains(lens))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|lens| found.push(lens));
            }
        }
        found.sort_by_key(|lens| lens.range.start.line);
        found
    }

    /// The kinds of errors on a line of a file, and where a comment goes that suppresses them.
    pub(crate) fn suppressible(&self, file: &Path, line: u32) -> Option<(BTreeSet<&'static str>, Position)> {
        let mut all: Option<(BTreeSet<&'static str>, Position)> = None;
        for (kinds, end) in
            self.open.values().flatten().filter_map(|checked| checked.suppressible(file, line))
        {
            all.get_or_insert_with(|| (BTreeSet::new(), end)).0.extend(kinds);
        }
        all
    }
}
