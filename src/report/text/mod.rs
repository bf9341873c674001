//! The report for people.
//!
//! The inputs that fail come first, then each explanation; what an explanation shares with the first one is
//! not said again. The reduced level stays short whatever the program does, the other levels show every
//! step.

pub mod branches;
pub mod brief;
pub mod difference;
mod excerpt;
pub mod explanation;
mod fold;
pub mod implied;
pub mod inputs;
mod proof;
pub mod refuted;
mod settings;
pub mod steps;

#[doc(hidden)]
pub mod samples;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::doomed::text as doomed;
use super::model::{Counterexample, ErrorReport, FileReport, Status, Verdict};
use super::shell::shell_quoted;
use super::style::{Role, Style, Symbol};
use super::{doubts, ignore, precondition, verdict, words};
use focuscheck_base::options::Level;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::ErrorKind;

pub use settings::{Commands, Settings};

/// Lines that the report of one file should not exceed at the reduced level.
const LINE_BUDGET: usize = 56;

/// Lines that every error gets, however many there are.
const LEAST_LINES_PER_ERROR: usize = 12;

/// Errors that can be reached which are explained at the reduced level; of the others only the headline is shown.
const MAX_EXPLAINED: usize = 8;

/// So many errors that are not decided for one reason are told together.
const ALIKE: usize = 3;

/// Errors that are not decided which are told one by one at the reduced level; of the others only where they are.
const MAX_UNDECIDED: usize = 8;

/// Places of errors that are told together which are listed at the reduced level.
const MAX_PLACES: usize = 12;

/// Assumptions of a verdict that are listed at the reduced level.
const MAX_ASSUMED: usize = 6;

/// The report of one file; `source` provides the excerpts.
pub fn render(report: &FileReport, source: &SourceFile, settings: &Settings) -> String {
    let mut lines = Vec::new();
    let style = Style { parts: report.parts.clone(), ..settings.style.clone() };
    let settings = &Settings { style, ..settings.clone() };
    let style = &settings.style;
    let empty = report.errors.is_empty() && report.doomed.is_empty();
    if empty || report.verdict == Verdict::Failed {
        lines.push(verdict_line(report, style));
    }
    let reachable = report.errors.iter().filter(|error| error.status == Status::Reachable).count();
    let budget = (LINE_BUDGET / reachable.max(1)).max(LEAST_LINES_PER_ERROR);
    let proved: Vec<&ErrorReport> =
        report.errors.iter().filter(|error| error.status == Status::Unreachable).collect();
    let summarise_proved = settings.level == Level::Reduced
        && proved.len() > 1
        && proved.iter().all(|error| error.proof.is_none() && error.effort.is_none());
    let alike = if settings.level == Level::Reduced { undecided_alike(report) } else { Vec::new() };
    let is_told_together =
        |error: &ErrorReport| alike.iter().any(|group| group.iter().any(|&other| std::ptr::eq(other, error)));
    let (mut explained, mut in_brief) = (0, false);
    let (mut undecided, mut left_out) = (0, Vec::new());
    for error in &report.errors {
        if summarise_proved && error.status == Status::Unreachable || is_told_together(error) {
            continue;
        }
        let is_many = settings.level == Level::Reduced && error.effort.is_none();
        if error.status == Status::Unknown && is_many {
            undecided += 1;
            if undecided > MAX_UNDECIDED {
                left_out.push(error);
                continue;
            }
        }
        let page = Page { report, source, error, settings };
        explained += usize::from(error.status == Status::Reachable && error.suppressed.is_none());
        let is_headline = explained > MAX_EXPLAINED && error.status == Status::Reachable;
        let brief = settings.level == Level::Reduced && (is_headline || error.suppressed.is_some());
        if !(lines.is_empty() || brief && in_brief) {
            lines.push(String::new());
        }
        in_brief = brief;
        if in_brief {
            lines.extend(page.headline());
        } else {
            page.render(budget, &mut lines);
        }
    }
    if explained > MAX_EXPLAINED && settings.level == Level::Reduced {
        let more = explained - MAX_EXPLAINED;
        lines.push(format!(
            "  {} not explained here: see --level slice",
            words::count(more, "error", "errors")
        ));
    }
    for group in &alike {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(undecided_together(report, source, group, settings));
    }
    lines.extend(undecided_elsewhere(report, &left_out, settings));
    if summarise_proved {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(proved_errors(report, &proved, settings));
    }
    lines.extend(assumed(report, settings));
    lines.extend(contract(report, style));
    for warning in &report.doomed {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(doomed::one(&report.path, warning, style).lines().map(str::to_owned));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// `path: verdict (reason)`, cleaned; the one line that every file of a batch gets.
pub fn verdict_line(report: &FileReport, style: &Style) -> String {
    line(report, (&verdict::verdict(report), &verdict::beside(report)), style)
}

/// The same where the errors are told beside it.
pub fn brief_line(report: &FileReport, style: &Style) -> String {
    let is_told = report.verdict == Verdict::Unsafe && report.entry.is_some();
    let reason = if is_told { String::new() } else { verdict::beside(report) };
    line(report, (&verdict::brief(report), &reason), style)
}

fn line(report: &FileReport, (verdict, reason): (&str, &str), style: &Style) -> String {
    let role = match report.verdict {
        Verdict::Safe => Role::Success,
        Verdict::Unsafe | Verdict::Failed => Role::Failure,
        Verdict::Unknown | Verdict::Nothing => Role::Doubt,
    };
    let path = style.clean(&words::program(report));
    let verdict = style.paint(role, &style.clean(verdict));
    let is_ignored = report.verdict != Verdict::Safe && ignore::counted(report) == Verdict::Safe;
    let ignored = if is_ignored { ", all ignored" } else { "" };
    let verdict = format!("{verdict}{ignored}");
    let reason = style.phrase(reason, 200);
    match reason.as_str() {
        "" => format!("{path}: {verdict}"),
        reason if verdict::shows_run(report) => format!("{path}: {verdict}; {reason}"),
        reason => format!("{path}: {verdict} ({reason})"),
    }
}

/// The errors of one kind, checks or what the program says, that are not decided for one reason, where that are several.
fn undecided_alike(report: &FileReport) -> Vec<Vec<&ErrorReport>> {
    let mut groups: Vec<Vec<&ErrorReport>> = Vec::new();
    let open = report.errors.iter().filter(|error| error.status == Status::Unknown && error.effort.is_none());
    let sort = |error: &ErrorReport| (error.is_check(), error.kind == ErrorKind::Assertion);
    for error in open {
        let is_alike =
            |group: &&mut Vec<&ErrorReport>| group[0].doubt == error.doubt && sort(group[0]) == sort(error);
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.push(error),
            None => groups.push(vec![error]),
        }
    }
    groups.retain(|group| group.len() >= ALIKE);
    groups
}

/// The errors that are not decided and not told, by their places.
fn undecided_elsewhere(report: &FileReport, others: &[&ErrorReport], settings: &Settings) -> Vec<String> {
    if others.is_empty() {
        return Vec::new();
    }
    let style = &settings.style;
    let place = lines_of(report, settings.level, others.iter().copied());
    let place = place.map_or_else(String::new, |lines| format!(" ({lines})"));
    let more = words::count(others.len(), "more error", "more errors");
    let sentence = format!("{more} may or may not happen{place}: see --level slice");
    let mut lines = vec![String::new()];
    lines.extend(style.wrap(&format!("{}: ", style.clean(&report.path)), "  ", &sentence, Some(Role::Doubt)));
    lines
}

/// Errors that are not decided for one reason, in one paragraph.
fn undecided_together(
    report: &FileReport,
    source: &SourceFile,
    group: &[&ErrorReport],
    settings: &Settings,
) -> Vec<String> {
    let Some(error) = group.first() else { return Vec::new() };
    let style = &settings.style;
    let place = lines_of(report, settings.level, group.iter().copied())
        .map_or_else(String::new, |lines| format!(" ({lines})"));
    let what = match error.kind {
        ErrorKind::Check(_) => "checks may or may not fail",
        ErrorKind::Assertion => "assertions may or may not fail",
        ErrorKind::Annotation | ErrorKind::ErrorCall | ErrorKind::ErrorLabel | ErrorKind::Condition => {
            "errors may or may not happen"
        }
    };
    let sentence = format!("{} {what}{place}", group.len());
    let path = format!("{}: ", style.clean(&report.path));
    let mut lines = style.wrap(&path, "  ", &sentence, Some(Role::Doubt));
    let same = group.iter().all(|other| other.obstacle == error.obstacle);
    Page { report, source, error, settings }.undecided(same, &mut lines);
    lines
}

/// The lines of errors, of many only the first at the reduced level.
fn lines_of<'e>(
    report: &FileReport,
    level: Level,
    errors: impl Iterator<Item = &'e ErrorReport>,
) -> Option<String> {
    let most = if level == Level::Reduced { MAX_PLACES } else { usize::MAX };
    let numbers: BTreeSet<u32> = errors.map(|error| error.line).filter(|&line| line != 0).collect();
    let numbers: Vec<u32> = numbers.into_iter().collect();
    (!numbers.is_empty()).then(|| words::lines_up_to(most, &numbers, &report.parts))
}

/// Several errors that cannot happen, in one sentence.
fn proved_errors(report: &FileReport, proved: &[&ErrorReport], settings: &Settings) -> Vec<String> {
    let style = &settings.style;
    let lines_of = |is_meant: &dyn Fn(&ErrorReport) -> bool| {
        lines_of(report, settings.level, proved.iter().copied().filter(|&error| is_meant(error)))
    };
    let place = lines_of(&|_| true).map_or_else(String::new, |lines| format!(" ({lines})"));
    let of_runs = lines_of(&|error| words::is_said_of_runs_that_pass(report, error));
    let of_runs = of_runs.map_or_else(String::new, |lines| {
        format!("; of {lines} this is said of runs that pass the other checks there")
    });
    let sentence = format!("{} errors cannot be reached{place}{of_runs}", proved.len());
    style.wrap(&format!("{}: ", style.clean(&report.path)), "  ", &sentence, None)
}

/// What the verdict rests on.
fn assumed(report: &FileReport, settings: &Settings) -> Vec<String> {
    let style = &settings.style;
    let texts = words::assumed(report);
    if texts.is_empty() || report.assumed.is_empty() && report.given.is_empty() {
        return Vec::new();
    }
    let shown = if settings.level == Level::Reduced { MAX_ASSUMED } else { texts.len() };
    let mut lines = vec![String::new(), style.paint(Role::Title, "Assumed, not checked:")];
    for assumption in texts.iter().take(shown) {
        let bullet = format!("  {} ", style.symbol(Symbol::Bullet));
        lines.extend(style.wrap(&bullet, "    ", &style.clean(assumption), None));
    }
    if texts.len() > shown {
        lines.push(format!("  and {} more (--level slice lists them)", texts.len() - shown));
    }
    lines
}

/// What callers of a function have to see to, if it fails for some arguments only.
fn contract(report: &FileReport, style: &Style) -> Vec<String> {
    let missing = match (&report.entry, report.verdict) {
        (Some(entry), Verdict::Unsafe) => precondition::missing(report).map(|missing| (entry, missing)),
        _ => None,
    };
    let Some((entry, missing)) = missing else { return Vec::new() };
    let entry = style.clean(entry);
    let title = match missing.is_complete {
        true => format!("With this contract {entry}() does not fail there:"),
        false => format!("A contract that excludes some of these failures of {entry}():"),
    };
    let lines = precondition::contract(report, &missing);
    let lines = lines.iter().map(|line| format!("  {}", style.clean(line)));
    [String::new(), style.paint(Role::Title, &title)].into_iter().chain(lines).collect()
}

/// The report of one error.
struct Page<'a> {
    report: &'a FileReport,
    source: &'a SourceFile,
    error: &'a ErrorReport,
    settings: &'a Settings,
}

impl Page<'_> {
    fn style(&self) -> &Style {
        &self.settings.style
    }

    fn render(&self, budget: usize, lines: &mut Vec<String>) {
        let start = lines.len();
        lines.extend(self.headline());
        if let Some(effort) = &self.error.effort {
            let took = words::effort(self.error, effort);
            lines.extend(self.style().wrap("  ", "    ", &took, Some(Role::Faint)));
        }
        match self.error.status {
            Status::Reachable => self.reachable(start, budget, lines),
            Status::Unreachable => {
                if let Some(known) = &self.error.proof {
                    lines.extend(proof::listing(known, &self.report.parts, self.style()));
                }
                self.refuted(lines);
            }
            Status::Unknown => {
                self.undecided(true, lines);
                self.refuted(lines);
            }
        }
    }

    /// Why it is not decided, and the line that stands in the way, if that is wanted.
    fn undecided(&self, obstacle: bool, lines: &mut Vec<String>) {
        let reason = doubts::reason(self.error, &self.report.parts);
        let reason = reason.as_deref().unwrap_or(doubts::UNRECORDED);
        lines.extend(self.style().wrap("  not decided: ", "    ", &self.style().clean(reason), None));
        lines.extend(self.obstacle().filter(|_| obstacle));
        if let Some(further) = self.error.doubt.as_ref().and_then(doubts::further) {
            lines.extend(self.style().wrap("  what gets further: ", "    ", further, None));
        }
    }

    /// The line that stands in the way.
    fn obstacle(&self) -> Option<String> {
        let style = self.style();
        let obstacle = self.error.obstacle.as_ref()?;
        let sign = style.paint(Role::Doubt, "?");
        let number = format!("{} {}", style.line(obstacle.line), style.symbol(Symbol::Ruler));
        let text = style.phrase(&obstacle.text, style.width.saturating_sub(16).max(20));
        Some(format!("    {sign} {} {text}", style.paint(Role::Faint, &number)))
    }

    fn headline(&self) -> Vec<String> {
        let style = self.style();
        let path = style.clean(&self.report.path);
        let place = match words::error_line(self.error) {
            0 => format!("{path}: "),
            line => match self.report.parts.presumed(line) {
                (Some(part), line) => format!("{}:{line}: ", style.clean(part)),
                (None, line) => format!("{path}:{line}: "),
            },
        };
        let role = match self.error.status {
            Status::Reachable => Role::Failure,
            Status::Unreachable => Role::Success,
            Status::Unknown => Role::Doubt,
        };
        let function = match self.error.function.as_str() {
            "" => String::new(),
            name => format!(" in {}", style.clean(name)),
        };
        let sentence = style.phrase(&words::headline(self.error), 200);
        let without = match words::undefined_functions(self.error) {
            Some(functions) => format!(" ({})", style.clean(&functions)),
            None => String::new(),
        };
        let uncalled = match (self.error.status, self.error.uncalled) {
            (Status::Unreachable, true) => ", which is not called from main()",
            (Status::Reachable | Status::Unreachable | Status::Unknown, _) => "",
        };
        let of_runs = match words::is_said_of_runs_that_pass(self.report, self.error) {
            true => " if the other checks of the line pass",
            false => "",
        };
        let ignored = words::ignored(self.error);
        let ignored = ignored.map_or_else(String::new, |ignored| format!(" ({})", style.clean(&ignored)));
        let all = format!("{sentence}{function}{of_runs}{uncalled}{without}{ignored}");
        style.wrap(&place, "  ", &all, Some(role))
    }

    /// `start` is where the part of this error begins.
    fn reachable(&self, start: usize, budget: usize, lines: &mut Vec<String>) {
        let style = self.style();
        let kept = words::kept(self.error);
        let shown: Vec<&Counterexample> = match self.settings.level {
            Level::Reduced => kept.clone(),
            Level::Slice | Level::Trace => self.error.counterexamples.iter().collect(),
        };
        lines.extend(style.wrap(
            "  ",
            "  ",
            &style.clean(&words::overview(self.error, &self.report.parts)),
            None,
        ));
        if shown.is_empty() {
            return;
        }
        lines.push(String::new());
        lines.extend(inputs::tables(&shown, self.settings));
        lines.extend(inputs::replayed(&shown, self.settings));
        lines.extend(inputs::typed(self.error.kind, &shown, self.settings));
        if self.settings.level == Level::Reduced {
            // The command for the next level takes two more lines.
            let used = lines.len() - start + 2;
            self.reduced(&shown, budget.saturating_sub(used), lines);
        } else {
            for counterexample in &shown {
                lines.push(String::new());
                explanation::in_full(counterexample, self.error, self.settings, lines);
            }
        }
        if self.settings.explain_reduce {
            lines.extend(self.reduce_steps());
        }
        self.refuted(lines);
        if let Some(command) = self.next_command() {
            lines.extend([String::new(), command]);
        }
    }

    /// The explanations at the reduced level, in at most `budget` lines but for a line per explanation
    /// until a few are listed.
    fn reduced(&self, shown: &[&Counterexample], budget: usize, lines: &mut Vec<String>) {
        let style = self.style();
        let mut left = budget;
        let groups = branches::groups(shown);
        for (index, group) in groups.iter().enumerate() {
            let first = if index == 0 { None } else { shown.first().copied() };
            let nest = self.nest(group.first());
            let first_nest = first.map(|first| self.nest(first));
            let view = explanation::ReducedView {
                group,
                nest: &nest,
                first: first.zip(first_nest.as_deref()),
                source: self.source,
                seen: groups[..index].iter().any(|earlier| self.nest(earlier.first()) == nest),
                // About every second line that is shown has a gap before it.
                excerpt: budget / 3,
                style,
            };
            let mut block = view.block();
            if index > 0 && block.len() + 1 > left {
                block = view.short();
            }
            if index > 0 && block.len() + 1 > left {
                let rest = words::count(groups.len() - index, "more explanation", "more explanations");
                lines.extend([String::new(), format!("  {rest}: see --level slice")]);
                return;
            }
            left = left.saturating_sub(block.len() + 1);
            lines.push(String::new());
            lines.extend(block);
        }
    }

    fn nest(&self, counterexample: &Counterexample) -> Vec<u32> {
        words::nest(self.error, counterexample)
    }

    fn reduce_steps(&self) -> Vec<String> {
        let style = self.style();
        let mut lines = vec![String::new(), style.paint(Role::Title, "  reduction:")];
        if self.error.reduce_steps.is_empty() {
            lines.push("    nothing to reduce".to_owned());
        }
        for step in &self.error.reduce_steps {
            let sentence = words::reduce_step(step, &style.parts);
            let bullet = format!("    {} ", style.symbol(Symbol::Bullet));
            lines.extend(style.wrap(&bullet, "      ", &style.clean(&sentence), None));
        }
        lines
    }

    /// Sequences that look like explanations but are not possible; only counted at the reduced level.
    fn refuted(&self, lines: &mut Vec<String>) {
        let style = self.style();
        if self.error.infeasible.is_empty() || self.settings.level == Level::Reduced {
            return;
        }
        lines.extend([String::new(), style.paint(Role::Title, "  not possible:")]);
        lines.extend(refuted::listing(&self.error.infeasible, style));
    }

    /// The command that shows the next level.
    fn next_command(&self) -> Option<String> {
        let (option, shows) = match self.settings.level {
            Level::Reduced => ("slice", "every relevant step"),
            Level::Slice => ("trace", "the whole run"),
            Level::Trace => return None,
        };
        let option = format!("--level {option} ");
        let line = words::error_line(self.error);
        let command = self.style().paint(Role::Fact, &command((self.report, line), &option, self.settings));
        Some(format!("  {shows}: {command}"))
    }
}

/// The command that shows an error of a program, given by its line, with one more option or none.
fn command((report, line): (&FileReport, u32), option: &str, settings: &Settings) -> String {
    let style = &settings.style;
    let quoted = |word: &str| style.clean(&shell_quoted(word));
    match &settings.commands {
        Commands::Check { options } => {
            let entry = report.entry.as_ref().map(|entry| format!("--entry {} ", quoted(entry)));
            let options = match options.as_str() {
                "" => String::new(),
                options => format!("{} ", style.clean(options)),
            };
            let paths = std::iter::once(report.path.as_str()).chain(report.parts.units());
            let paths: Vec<String> = paths.map(quoted).collect();
            format!("focuscheck check {option}{}{options}{}", entry.unwrap_or_default(), paths.join(" "))
        }
        Commands::Show { report: saved } => {
            let saved = saved.as_ref().map_or_else(String::new, |saved| format!("{} ", style.clean(saved)));
            let place = match (&report.entry, report.parts.presumed(line)) {
                (Some(entry), _) => format!("{}:{entry}", report.path),
                (None, _) if line == 0 => report.path.clone(),
                (None, (part, line)) => format!("{}:{line}", part.unwrap_or(&report.path)),
            };
            format!("focuscheck show {saved}{option}{}", quoted(&place))
        }
    }
}
