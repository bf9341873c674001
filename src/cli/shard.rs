//! A part of a batch, for batches that several machines share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::input::Input;

/// The K-th of N parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    number: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("write K/N with 1 <= K <= N".to_owned()),
        }
    }
}

impl Shard {
    /// The inputs of this part, in their order. All functions of a file are in one part; parts have about the same number of bytes,
    /// and are the same wherever the files are.
    pub(super) fn of(self, inputs: Vec<Input>) -> Vec<Input> {
        let mut sizes: BTreeMap<&Path, u64> = BTreeMap::new();
        for input in &inputs {
            let files = std::iter::once(&input.path).chain(input.others.iter().map(|unit| &unit.path));
            let size =
                files.map(|path| std::fs::metadata(path).map_or(0, |metadata| metadata.len())).sum::<u64>();
            *sizes.entry(&input.path).or_default() += size;
        }
        let mut files: Vec<(&Path, u64)> = sizes.into_iter().collect();
        // The largest first, each to the part that has least.
        files.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let mut loads = vec![0u64; self.of];
        let mut own: BTreeSet<PathBuf> = BTreeSet::new();
        for (path, size) in files {
            let least = (0..self.of).min_by_key(|&part| (loads[part], part)).unwrap_or(0);
            // What is empty takes time, too.
            loads[least] += size.max(1);
            if least + 1 == self.number {
                own.insert(path.to_owned());
            }
        }
        inputs.into_iter().filter(|input| own.contains(&input.path)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_balanced_and_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let inputs: Vec<Input> = (0..23)
            .map(|number| {
                let path = folder.path().join(format!("{number}.c"));
                std::fs::write(&path, "x".repeat(100 + 37 * (number % 5))).expect("a file");
                Input::file(path)
            })
            .flat_map(|input| [Input { entry: Some("f".to_owned()), ..input.clone() }, input])
            .collect();
        let parts: Vec<Vec<Input>> =
            (1..=4).map(|k| format!("{k}/4").parse::<Shard>().expect("a shard").of(inputs.clone())).collect();
        assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), inputs.len());
        let all = |input: &Input| parts.iter().filter(|part| part.contains(input)).count();
        assert!(inputs.iter().all(|input| all(input) == 1));
        assert!(parts.iter().all(|part| (10..=14).contains(&part.len()) && part.len() % 2 == 0), "{parts:?}");
        for wrong in ["0/2", "3/2", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
