//! The table of claims.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Counts of one kind of claim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// Claims that hold on the whole box.
    pub right: u32,
    /// Claims that some run refutes.
    pub wrong: u32,
    /// Claims that no run of the box bears on, or that cannot be read.
    pub open: u32,
    /// What the report leaves undecided and does not claim.
    pub silent: u32,
}

/// A claim that is false.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of claim.
    pub kind: &'static str,
    /// The program's seed.
    pub seed: u64,
    /// The command line.
    pub command: String,
    /// What was said.
    pub claim: String,
    /// The inputs that refute it, and what happens.
    pub refuted: String,
    /// How the refuting run ends.
    pub how: &'static str,
    /// The program.
    pub text: String,
}

/// What refutes a claim.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// How the run ends, in a word or two.
    pub how: &'static str,
    /// The inputs and the outcome.
    pub text: String,
}

/// All counts.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs that were judged.
    pub programs: u32,
    /// By kind of claim.
    pub rows: BTreeMap<&'static str, Row>,
    /// How explanations are printed: with the reduced condition, a larger one, the whole one, nothing to reduce.
    pub shares: BTreeMap<&'static str, u32>,
    /// False claims by kind and by what refutes them.
    pub refutations: BTreeMap<(&'static str, &'static str), u32>,
    /// Why claims could not be read, with an example.
    pub unread: BTreeMap<String, (u32, u64)>,
    /// What is false.
    pub wrong: Vec<Finding>,
    /// What went wrong with the judge itself.
    pub broken: Vec<String>,
}

impl Tally {
    /// The counts of a kind.
    pub fn row(&mut self, kind: &'static str) -> &mut Row {
        self.rows.entry(kind).or_default()
    }

    /// Counts a claim by what refutes it; `bears` says whether some run bears on it.
    pub fn claim(&mut self, finding: Finding, bears: bool, refuted: Option<Refuted>) {
        let row = self.row(finding.kind);
        match (refuted, bears) {
            (Some(Refuted { how, text }), _) => {
                row.wrong += 1;
                *self.refutations.entry((finding.kind, how)).or_default() += 1;
                self.wrong.push(Finding { refuted: text, how, ..finding });
            }
            (None, true) => row.right += 1,
            (None, false) => row.open += 1,
        }
    }

    /// Counts a claim that cannot be read.
    pub fn unreadable(&mut self, kind: &'static str, why: String, seed: u64) {
        self.row(kind).open += 1;
        self.unread.entry(why).or_insert((0, seed)).0 += 1;
    }

    /// Adds what another batch found.
    pub fn plus(&mut self, other: Tally) {
        self.programs += other.programs;
        for (kind, row) in other.rows {
            let own = self.row(kind);
            own.right += row.right;
            own.wrong += row.wrong;
            own.open += row.open;
            own.silent += row.silent;
        }
        for (share, count) in other.shares {
            *self.shares.entry(share).or_default() += count;
        }
        for (key, count) in other.refutations {
            *self.refutations.entry(key).or_default() += count;
        }
        for (why, (count, seed)) in other.unread {
            self.unread.entry(why).or_insert((0, seed)).0 += count;
        }
        self.wrong.extend(other.wrong);
        self.broken.extend(other.broken);
    }

    /// The table.
    pub fn table(&self) -> String {
        let mut text = format!(
            "{:<34} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
            "claim", "judged", "true", "FALSE", "open", "silent"
        );
        let mut total = Row::default();
        let mut line = |name: &str, row: &Row| {
            let judged = row.right + row.wrong;
            let Row { right, wrong, open, silent } = row;
            let _ = writeln!(text, "{name:<34} {judged:>8} {right:>8} {wrong:>8} {open:>8} {silent:>8}");
        };
        for (kind, row) in &self.rows {
            line(kind, row);
            total.right += row.right;
            total.wrong += row.wrong;
            total.open += row.open;
            total.silent += row.silent;
        }
        line("all", &total);
        let _ = writeln!(text, "{} programs", self.programs);
        for ((kind, how), count) in &self.refutations {
            let _ = writeln!(text, "  FALSE {count}: {kind}: {how}");
        }
        let explanations: u32 = self.shares.values().sum();
        for (share, count) in &self.shares {
            let _ = writeln!(text, "  {count} of {explanations} explanations: {share}");
        }
        let mut unread: Vec<_> = self.unread.iter().collect();
        unread.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (why, (count, seed)) in unread.iter().take(12) {
            let _ = writeln!(text, "  not read {count} times: {why} (seed {seed})");
        }
        for broken in self.broken.iter().take(5) {
            let _ = writeln!(text, "  broken: {broken}");
        }
        text
    }

    /// Writes what is false into a folder.
    pub fn keep(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (number, finding) in self.wrong.iter().enumerate() {
            let Finding { kind, seed, command, claim, refuted, how, text } = finding;
            let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            let name = format!("{}-{}-{seed}-{number}.c", plain(kind), plain(how));
            let text = format!(
                "{text}// focuscheck {command}\n// claim ({kind}): {claim}\n// refuted by: {refuted}\n"
            );
            std::fs::write(folder.join(name), text)?;
        }
        Ok(())
    }
}
