//! What is said about the selected file, error, explanation or step.

use ratatui::text::Line;

use focuscheck_base::options::Level;
use focuscheck_base::source::Parts;
use focuscheck_report::diagnostic;
use focuscheck_report::doomed::model::Doomed;
use focuscheck_report::doomed::text;
use focuscheck_report::model::{
    Bearing, Counterexample, ErrorReport, Reason, ReduceStep, Status, Step, StepKind, Verdict,
};
use focuscheck_report::style::{Role, Symbol};
use focuscheck_report::text::steps::remark;
use focuscheck_report::{doubts, verdict, words};

use super::obligation;
use super::state::Row;
use super::state::{Analysed, Explorer};
use super::timeline;
use super::writer::Writer;

impl Explorer {
    /// The lines of the details pane.
    pub(super) fn details(&self, width: usize) -> Vec<Line<'static>> {
        let mut writer = self.writer(width);
        let Some(file) = self.file() else {
            writer.plain("not analysed yet");
            return writer.lines;
        };
        if let Some(doomed) = self.doomed() {
            describe_doomed(&mut writer, doomed, &file.report.parts);
            return writer.lines;
        }
        match (self.selected, self.error(), self.explanation()) {
            (_, Some(error), Some(explanation)) if self.level == Level::Reduced => {
                self.describe_explanation(&mut writer, file, error, explanation);
            }
            (_, _, Some(explanation)) => self.describe_step(&mut writer, file, explanation),
            (Row::Error(..), Some(error), _) => describe_error(&mut writer, file, error),
            _ => describe_file(&mut writer, file),
        }
        writer.lines
    }

    fn describe_explanation(
        &self,
        writer: &mut Writer<'_>,
        file: &Analysed,
        error: &ErrorReport,
        explanation: &Counterexample,
    ) {
        if explanation.told.is_some() {
            obligation::describe(writer, file, error, explanation);
            return;
        }
        let parts = &file.report.parts;
        let left: Vec<String> = explanation
            .assumptions
            .iter()
            .filter(|assumption| !assumption.eliminated)
            .map(|a| format!("{} ({})", a.text, parts.phrase(a.line)))
            .collect();
        let when = match left.is_empty() {
            true => words::without_condition(explanation),
            false => format!("when {}", words::list(&left)),
        };
        let when = format!("{when}{}", words::qualification(explanation, parts));
        writer.words("", "   ", &format!("#{} {when}", explanation.rank), Some(Role::Title));
        let same = error.reduce_steps.iter().find_map(|step| match step {
            ReduceStep::Identical { kept_rank, dropped_rank } if *dropped_rank == explanation.rank => {
                Some(*kept_rank)
            }
            _ => None,
        });
        if let Some(kept) = same {
            writer.plain(&format!("after reduction the same as #{kept}"));
        }
        let nest: Vec<u32> = lines(explanation.slice.iter().filter(|step| step.nest));
        if !nest.is_empty() {
            writer.words("  ", "    ", &format!("look at {}", words::lines(&nest, parts)), Some(Role::Nest));
        }
        if let Some(last) = explanation.slice.last() {
            let text = format!("fails at {}: {}", parts.phrase(last.line), words::error(error, "can"));
            writer.words("  ", "    ", &text, Some(Role::Failure));
            if !explanation.fails.is_empty() {
                writer.words("  ", "    ", &words::failing(&explanation.fails), Some(Role::Failure));
            }
        }
        writer.gap();
        writer.title("inputs that fail");
        let read = explanation.inputs.iter().filter(|input| input.is_read());
        let (shown, others): (Vec<_>, Vec<_>) = read.partition(|input| input.matters);
        if shown.is_empty() && others.is_empty() {
            writer.plain("none is read");
        }
        for input in shown {
            let place = parts.phrase(input.line);
            let undefined = match &input.undefined {
                Some(function) => format!(": {function}() has no body, any value"),
                None => String::new(),
            };
            writer.plain(&format!("{} = {} ({place}){undefined}", input.numbered(), input.value));
        }
        if !others.is_empty() {
            writer.plain(&format!("and {}", words::others(others.len(), &[explanation])));
        }
        let eliminated: Vec<&str> = explanation
            .assumptions
            .iter()
            .filter(|assumption| assumption.eliminated)
            .map(|assumption| assumption.text.as_str())
            .collect();
        if !eliminated.is_empty() {
            writer.gap();
            writer.title("does not matter");
            writer.plain(&words::list(&eliminated));
        }
        writer.gap();
        let slice = words::count(explanation.slice.len(), "step", "steps");
        writer.plain(&format!("{slice} in the slice, {} in the whole run", explanation.trace.len()));
    }

    fn describe_step(&self, writer: &mut Writer<'_>, file: &Analysed, explanation: &Counterexample) {
        let Some(step) = self.current() else { return };
        let parts = &file.report.parts;
        let what = if step.kind == StepKind::Sentence { "Sentence" } else { "Step" };
        let mut head = format!("{what} {} of {}: {}", self.step + 1, self.steps().len(), self.happens(step));
        if let Some(number) = self.slice_step().filter(|_| self.level == Level::Trace) {
            head.push_str(&format!(", step {} of the slice", number + 1));
        }
        writer.words("", "  ", &head, Some(Role::Title));
        let times = match step.occurrence {
            0 | 1 => String::new(),
            number => format!(", {} time", words::ordinal(number)),
        };
        let place = parts.phrase(step.line);
        match step.kind {
            StepKind::Sentence => writer.plain(&format!("{place}, in {}", step.function)),
            _ => writer.plain(&format!("{place}, in {}, call depth {}{times}", step.function, step.depth)),
        }
        let values = timeline::values(explanation, &file.globals, self.steps(), self.step);
        if !values.is_empty() {
            writer.gap();
            writer.title("values after it");
        }
        for shown in &values {
            let mark = if shown.new { self.look.symbol(Symbol::Bullet) } else { " " };
            let owner = shown.owner.as_ref().map_or(String::new(), |owner| format!(" in {owner}"));
            let text = self.look.clean(&words::shown(&(shown.name.clone(), shown.value.clone())));
            let rest = match &shown.before {
                Some(before) => format!("{owner}   was {before}"),
                None => owner,
            };
            let role = shown.new.then_some(Role::Fact);
            writer
                .spans(vec![(format!("  {mark} {text}"), role), (self.look.clean(&rest), Some(Role::Faint))]);
        }
        writer.gap();
        if step.kind == StepKind::Sentence {
            obligation::describe_sentence(writer, explanation, self.step);
            return;
        }
        let Some(number) = self.slice_step() else {
            writer.title("not in the slice");
            writer.plain("the failure does not depend on it");
            return;
        };
        let slice = &explanation.slice;
        if number + 1 == slice.len() {
            writer.title("this is what fails");
        } else {
            writer.title("why it is in");
        }
        for (at, reason) in slice[number].reasons.iter().enumerate() {
            let chosen = at == self.reason && slice[number].reasons.len() > 1;
            let lead =
                if chosen { format!("  {} ", self.look.symbol(Symbol::Nest)) } else { "    ".to_owned() };
            let text = because(reason, &slice[number], slice);
            writer.words(&lead, "      ", &text, chosen.then_some(Role::Fact));
        }
        let uses = timeline::uses(slice, number);
        if !uses.is_empty() {
            writer.gap();
            writer.title("what it uses");
        }
        for (earlier, variable) in uses {
            let what = variable.unwrap_or("the value");
            writer.plain(&format!("{what} from step {} ({})", earlier + 1, slice[earlier].text));
        }
    }

    /// The statement and what happens at it.
    pub(super) fn happens(&self, step: &Step) -> String {
        let text = self.look.clean(&step.text);
        match (step.kind, remark(step)) {
            // The statement says it.
            (StepKind::Return, _) | (_, "") => text,
            (StepKind::Call, remark) => format!("{text}, a {remark}"),
            (_, remark) => format!("{text} {remark}"),
        }
    }

    /// The lines of the table of inputs.
    pub(super) fn inputs_table(&self, width: usize) -> Vec<Line<'static>> {
        let mut writer = self.writer(width);
        let (Some(file), Some(error)) = (self.file(), self.error()) else {
            writer.plain("choose an error or an explanation first");
            return writer.lines;
        };
        let mut reads: Vec<(&String, u32, u32)> = Vec::new();
        let mut inputs: Vec<(String, Vec<String>)> = Vec::new();
        for (at, example) in error.counterexamples.iter().enumerate() {
            for input in example.inputs.iter().filter(|input| input.matters) {
                let read = (&input.name, input.number, input.line);
                let row = reads.iter().position(|known| *known == read).unwrap_or(reads.len());
                if row == reads.len() {
                    reads.push(read);
                    let place = file.report.parts.phrase(input.line);
                    inputs.push((format!("{} ({place})", input.numbered()), Vec::new()));
                }
                inputs[row].1.resize(at, String::new());
                inputs[row].1.push(input.value.clone());
            }
        }
        let count = error.counterexamples.len();
        let name_width = inputs.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count)
            .map(|at| {
                let values = inputs.iter().filter_map(|(_, values)| values.get(at));
                values.map(|value| value.chars().count()).max().unwrap_or(0).max(format!("#{}", at + 1).len())
            })
            .collect();
        // Explanations that do not fit beside each other stand below each other.
        let mut from = 0;
        while from < count {
            let mut to = from + 1;
            while to < count
                && name_width + 2 + widths[from..=to].iter().map(|w| w + 2).sum::<usize>() <= writer.width
            {
                to += 1;
            }
            writer.gap();
            let cells = |cell: &dyn Fn(usize) -> String| -> String {
                (from..to).map(|at| format!("  {:>width$}", cell(at), width = widths[at])).collect()
            };
            let head = cells(&|at| format!("#{}", at + 1));
            writer.spans(vec![(format!("{:name_width$}{head}", ""), Some(Role::Title))]);
            for (name, values) in &inputs {
                let row = cells(&|at| values.get(at).cloned().unwrap_or_default());
                writer.spans(vec![(self.look.clean(&format!("{name:name_width$}{row}")), None)]);
            }
            from = to;
        }
        if inputs.is_empty() {
            writer.plain("no input is read");
        }
        writer.lines
    }

    /// The lines that say what Reduce did.
    pub(super) fn reduction(&self, width: usize) -> Vec<Line<'static>> {
        let mut writer = self.writer(width);
        let (Some(file), Some(error)) = (self.file(), self.error()) else {
            writer.plain("choose an error or an explanation first");
            return writer.lines;
        };
        if error.reduce_steps.is_empty() {
            writer.plain(
                "nothing could be reduced: no two explanations differ in an assumption and its opposite only",
            );
        }
        for step in &error.reduce_steps {
            match step {
                ReduceStep::Complementary { line, first_rank, first, second_rank, second } => {
                    let place = file.report.parts.phrase(*line);
                    writer.plain(&format!(
                        "{place}: #{first_rank} has {first}, #{second_rank} has {second}: the error happens either way"
                    ));
                }
                ReduceStep::Identical { kept_rank, dropped_rank } => {
                    writer.plain(&format!("#{dropped_rank} is now the same as #{kept_rank}, which is kept"));
                }
            }
        }
        writer.lines
    }

    /// The lines of the help.
    pub(super) fn help(&self, width: usize) -> Vec<Line<'static>> {
        let mut writer = self.writer(width);
        let keys = super::keys::HELP;
        let column =
            keys.iter().flat_map(|(_, keys)| keys.iter()).map(|(key, _)| key.len()).max().unwrap_or(0);
        for (group, keys) in keys {
            writer.gap();
            writer.title(group);
            for (key, what) in *keys {
                if width >= 60 {
                    let lead = format!("  {key:column$}  ");
                    writer.words(&lead, &" ".repeat(column + 4), what, None);
                } else {
                    writer.words("  ", "    ", &format!("{key}: {what}"), None);
                }
            }
        }
        writer.gap();
        writer.title("Signs");
        for (symbol, what) in [
            (Symbol::Failure, "what fails"),
            (Symbol::Nest, "where to look first (the NEST)"),
            (Symbol::Focus, "a step of the slice; a value that changed"),
        ] {
            let lead = format!("  {}  ", self.look.symbol(symbol));
            writer.words(&lead, "     ", what, None);
        }
        writer.lines
    }
}

fn lines<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<u32> {
    let mut lines: Vec<u32> = steps.map(|step| step.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// One reason in words.
fn because(reason: &Reason, step: &Step, slice: &[Step]) -> String {
    let later = reason.step as usize;
    let text = slice.get(later).map_or("", |step| step.text.as_str());
    let later = format!("step {} ({text})", later + 1);
    match (reason.kind, &reason.variable) {
        (Bearing::Data, Some(name)) => format!("data: gives {name} the value that {later} uses"),
        (Bearing::Data, None) => format!("data: gives the value that {later} uses"),
        (Bearing::Control, Some(name)) => format!("control: restricts {name}, which {later} uses"),
        (Bearing::Control, None) => format!("control: decides whether {later} is run"),
        (Bearing::Potential, Some(name)) => {
            format!("potential: the other way could have changed {name}, which {later} uses")
        }
        (Bearing::Potential, None) => {
            format!("potential: the other way could have changed what {later} uses")
        }
        (Bearing::Call, _) if step.kind == StepKind::Return => format!("call: returns to {later}"),
        (Bearing::Call, _) => format!("call: runs {later}"),
    }
}

fn describe_error(writer: &mut Writer<'_>, file: &Analysed, error: &ErrorReport) {
    let parts = &file.report.parts;
    let role = match error.status {
        Status::Reachable => Role::Failure,
        Status::Unreachable => Role::Success,
        Status::Unknown => Role::Doubt,
    };
    let place = match words::error_line(error) {
        0 => String::new(),
        line => format!("{}: ", parts.phrase(line)),
    };
    writer.words("", "  ", &format!("{place}{}", words::headline(error)), Some(role));
    if let Some(reason) = doubts::reason(error, parts) {
        writer.plain(&reason);
    }
    if error.obligation.is_some() {
        obligation::describe_error(writer, error, parts);
        return;
    }
    if error.status == Status::Reachable {
        let count = words::count(error.counterexamples.len(), "explanation", "explanations");
        let left = match error.reduced.len() {
            left if left < error.counterexamples.len() => format!(", {left} after reduction"),
            _ => String::new(),
        };
        writer.plain(&format!("{count}{left}; {}", words::completeness(error, parts)));
    }
    if !error.infeasible.is_empty() {
        writer.gap();
        writer.title("not possible");
    }
    for refuted in &error.infeasible {
        let clash: Vec<String> =
            refuted.clash.iter().map(|a| format!("{} ({})", parts.phrase(a.line), a.text)).collect();
        writer.plain(&clash.join(" against "));
    }
    if let Some(proof) = &error.proof {
        writer.gap();
        writer.title("what the proof rests on");
        if !proof.tracked.is_empty() {
            writer.plain(&format!("tracked: {}", proof.tracked.join(", ")));
        }
        for invariant in &proof.invariants {
            writer.plain(&format!("{}: {}", parts.phrase(invariant.line), invariant.holds.join(", ")));
        }
    }
}

/// Code that can only fail: why, line by line.
fn describe_doomed(writer: &mut Writer<'_>, doomed: &Doomed, parts: &Parts) {
    let sentence = format!("{}, in {}", text::sentence(doomed), doomed.function);
    writer.words("", "  ", &sentence, Some(Role::Failure));
    writer.gap();
    writer.title("because of");
    for told in &doomed.told {
        let notes: Vec<String> = told.notes.iter().map(text::note).collect();
        writer.plain(&format!("{}: {}", parts.phrase(told.line), told.text));
        if !notes.is_empty() {
            writer.words("    ", "    ", &notes.join(", "), Some(Role::Fact));
        }
    }
    if !doomed.assumed.is_empty() {
        writer.gap();
        writer.title("assumed, not checked");
        doomed.assumed.iter().for_each(|assumed| writer.plain(assumed));
    }
}

fn describe_file(writer: &mut Writer<'_>, file: &Analysed) {
    let report = &file.report;
    let role = match report.verdict {
        Verdict::Safe => Role::Success,
        Verdict::Unsafe | Verdict::Failed => Role::Failure,
        Verdict::Unknown | Verdict::Nothing => Role::Doubt,
    };
    let reason = verdict::reason(report);
    let verdict = words::verdict(report.verdict);
    let text = if reason.is_empty() { verdict.to_owned() } else { format!("{verdict}: {reason}") };
    writer.words("", "  ", &text, Some(role));
    if let Some(source) = file.source.as_ref().filter(|_| !report.diagnostics.is_empty()) {
        writer.gap();
        writer.title("messages");
        for diagnostic in &report.diagnostics {
            writer.plain(&diagnostic::one_line(source, diagnostic));
        }
    }
    if !report.assumed.is_empty() {
        writer.gap();
        writer.title("assumed, not checked");
        words::assumed(report).iter().for_each(|assumed| writer.plain(assumed));
    }
}
