//! The expectations that a program of the corpus carries in its comments.
//!
//! The language is described for its writers in `programs/README.md`.

use std::fmt;

use super::notes::{CHECK, Note, notes};

/// A mode in which the corpus is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Everything is tracked.
    Full,
    /// Only what the refutations need is tracked.
    Auto,
    /// Every call is inlined.
    Inline,
}

impl Mode {
    /// All modes; the first one is where refuted sequences are looked for.
    pub const ALL: [Mode; 3] = [Mode::Full, Mode::Auto, Mode::Inline];

    /// Its name in expectations and messages.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Full => "full",
            Mode::Auto => "auto",
            Mode::Inline => "inline",
        }
    }
}

/// The verdict of a file, as it is written in expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ExpectedVerdict {
    Safe,
    Unsafe,
    Unknown,
    Nothing,
    Failed,
}

impl ExpectedVerdict {
    /// Its spelling, which is also that of the report.
    pub fn name(self) -> &'static str {
        match self {
            ExpectedVerdict::Safe => "safe",
            ExpectedVerdict::Unsafe => "unsafe",
            ExpectedVerdict::Unknown => "unknown",
            ExpectedVerdict::Nothing => "nothing",
            ExpectedVerdict::Failed => "failed",
        }
    }
}

/// One step of an expected sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line of the statement.
    pub line: u32,
    /// Of a two-way conditional.
    pub outcome: Option<bool>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self.outcome {
            Some(true) => "T",
            Some(false) => "F",
            None => "",
        };
        write!(f, "{}{outcome}", self.line)
    }
}

/// What Reduce and the localisation leave of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nest {
    /// These lines, each once.
    Lines(Vec<u32>),
    /// Reduce drops the explanation.
    Dropped,
}

/// An expected sequence of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The line of the error; `None` when the file has only one that is reachable.
    pub error: Option<u32>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The assumptions in order; `None` if they are not compared.
    pub assumptions: Option<Vec<String>>,
    /// The NEST; `None` if it is not compared.
    pub nest: Option<Nest>,
}

/// One expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The verdict of the file.
    Verdict(ExpectedVerdict),
    /// `unknown` is a known imprecision, in one mode or in all.
    AllowUnknown(Option<Mode>),
    /// The error at this line is reachable.
    Reachable(u32),
    /// The error at this line is not reachable.
    Unreachable(u32),
    /// The next explanation in rank order.
    Slice(Sequence),
    /// Explanations that are not listed may follow; the line as in [`Sequence::error`].
    More(Option<u32>),
    /// A sequence that must be reported as refuted.
    Infeasible(Sequence),
    /// The words of the command line that the program is checked with.
    Options(Vec<String>),
    /// The reason of `unknown` or `failed` contains this.
    Reason(String),
    /// Something that the verdict rests on contains this.
    Assumed(String),
    /// The line that says the verdict contains this.
    Headline(String),
}

/// Reads all expectations of a program, in order.
///
/// # Errors
/// Names the first comment that begins with `//@` and is none.
pub fn parse(text: &str) -> Result<Vec<Expectation>, String> {
    let mut expectations = Vec::new();
    for note in notes(text, CHECK)? {
        parse_note(note, &mut expectations)
            .map_err(|why| format!("line {}: {why}: {}", note.line, note.body))?;
    }
    Ok(expectations)
}

fn parse_note(note: Note<'_>, expectations: &mut Vec<Expectation>) -> Result<(), String> {
    let Note { key: keyword, place, body, .. } = note;
    if place.is_some() && !matches!(keyword, "slice" | "infeasible" | "more" | "allow") {
        return Err(format!("`{keyword}` takes nothing before the colon"));
    }
    let expectation = match keyword {
        "error" => return Ok(()),
        "expect" => Expectation::Verdict(parse_verdict(body)?),
        "allow" if body == "unknown" => Expectation::AllowUnknown(place.map(parse_mode).transpose()?),
        "reachable" => Expectation::Reachable(parse_line(body)?),
        "unreachable" => Expectation::Unreachable(parse_line(body)?),
        "slice" => Expectation::Slice(parse_sequence(place, body)?),
        "infeasible" => Expectation::Infeasible(parse_sequence(place, body)?),
        "more" => Expectation::More(place.map(parse_line).transpose()?),
        "nest" => {
            let Some(Expectation::Slice(slice)) = expectations.last_mut() else {
                return Err("`nest` without a slice before it".to_owned());
            };
            slice.nest = Some(parse_nest(body)?);
            return Ok(());
        }
        "options" => Expectation::Options(parse_text(body)?.split_whitespace().map(str::to_owned).collect()),
        "reason" => Expectation::Reason(parse_text(body)?),
        "assumed" => Expectation::Assumed(parse_text(body)?),
        "headline" => Expectation::Headline(parse_text(body)?),
        _ => return Err("not an expectation".to_owned()),
    };
    expectations.push(expectation);
    Ok(())
}

fn parse_verdict(word: &str) -> Result<ExpectedVerdict, String> {
    use ExpectedVerdict::{Failed, Nothing, Safe, Unknown, Unsafe};
    [Safe, Unsafe, Unknown, Nothing, Failed]
        .into_iter()
        .find(|verdict| verdict.name() == word)
        .ok_or_else(|| format!("`{word}` is not a verdict"))
}

fn parse_mode(word: &str) -> Result<Mode, String> {
    Mode::ALL.into_iter().find(|mode| mode.name() == word).ok_or_else(|| format!("`{word}` is not a mode"))
}

fn parse_line(word: &str) -> Result<u32, String> {
    match word.parse() {
        Ok(line) if line > 0 => Ok(line),
        _ => Err(format!("`{word}` is not a line")),
    }
}

fn parse_text(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("a text is missing".to_owned()) } else { Ok(text.to_owned()) }
}

fn parse_nest(body: &str) -> Result<Nest, String> {
    if body == "dropped" {
        return Ok(Nest::Dropped);
    }
    let lines = body.split_whitespace().map(parse_line).collect::<Result<Vec<_>, _>>()?;
    if lines.is_empty() { Err("lines are missing".to_owned()) } else { Ok(Nest::Lines(lines)) }
}

fn parse_sequence(place: Option<&str>, body: &str) -> Result<Sequence, String> {
    let (steps, assumptions) = match body.split_once('|') {
        Some((steps, assumptions)) => (steps, Some(assumptions.trim())),
        None => (body, None),
    };
    let steps = steps.split_whitespace().map(parse_step).collect::<Result<Vec<_>, _>>()?;
    if steps.is_empty() {
        return Err("steps are missing".to_owned());
    }
    let assumptions = assumptions.map(|list| {
        list.split(',').map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
    });
    Ok(Sequence { error: place.map(parse_line).transpose()?, steps, assumptions, nest: None })
}

fn parse_step(word: &str) -> Result<Step, String> {
    let (number, outcome) = match (word.strip_suffix('T'), word.strip_suffix('F')) {
        (Some(number), _) => (number, Some(true)),
        (_, Some(number)) => (number, Some(false)),
        _ => (word, None),
    };
    Ok(Step { line: parse_line(number)?, outcome })
}

/// A form of an assumption in which it does not matter from which side it was written.
///
/// A text that is not one comparison keeps its sides.
pub fn unsided(assumption: &str) -> String {
    const RELATIONS: [(&str, &str); 6] =
        [("<=", ">="), (">=", "<="), ("==", "=="), ("!=", "!="), ("<", ">"), (">", "<")];
    let compact: String = assumption.chars().filter(|c| !c.is_whitespace()).collect();
    for (relation, mirrored) in RELATIONS {
        let mut sides = compact.split(relation);
        if let (Some(left), Some(right), None) = (sides.next(), sides.next(), sides.next()) {
            return if left <= right {
                format!("{left} {relation} {right}")
            } else {
                format!("{right} {mirrored} {left}")
            };
        }
    }
    compact
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(error: Option<u32>, steps: &[(u32, Option<bool>)], assumptions: Option<&[&str]>) -> Sequence {
        Sequence {
            error,
            steps: steps.iter().map(|&(line, outcome)| Step { line, outcome }).collect(),
            assumptions: assumptions.map(|list| list.iter().map(|&text| text.to_owned()).collect()),
            nest: None,
        }
    }

    #[test]
    fn reads_every_kind() {
        let text = "int main() { //@ expect: unsafe\n}\n//@ error: main: x > 3\n//@ allow: unknown\n\
                    //@ allow inline: unknown\n//@ reachable: 3\n//@ unreachable: 4\n//@ more@3\n//@ more\n\
                    //@ reason: not modelled: float\n//@ assumed: index in bounds\n\
                    //@ options: --check div\n";
        assert_eq!(
            parse(text),
            Ok(vec![
                Expectation::Verdict(ExpectedVerdict::Unsafe),
                Expectation::AllowUnknown(None),
                Expectation::AllowUnknown(Some(Mode::Inline)),
                Expectation::Reachable(3),
                Expectation::Unreachable(4),
                Expectation::More(Some(3)),
                Expectation::More(None),
                Expectation::Reason("not modelled: float".to_owned()),
                Expectation::Assumed("index in bounds".to_owned()),
                Expectation::Options(vec!["--check".to_owned(), "div".to_owned()]),
            ])
        );
    }

    #[test]
    fn reads_sequences() {
        let text = "//@ slice: 4 5T 18F | gotlock == 1, x>y\n//@ nest: 5 18\n//@ slice@40: 3\n\
                    //@ nest: dropped\n//@ slice: 7 |\n//@ infeasible@44: 16 18T\n";
        let mut first =
            sequence(None, &[(4, None), (5, Some(true)), (18, Some(false))], Some(&["gotlock == 1", "x>y"]));
        first.nest = Some(Nest::Lines(vec![5, 18]));
        let mut second = sequence(Some(40), &[(3, None)], None);
        second.nest = Some(Nest::Dropped);
        assert_eq!(
            parse(text),
            Ok(vec![
                Expectation::Slice(first),
                Expectation::Slice(second),
                Expectation::Slice(sequence(None, &[(7, None)], Some(&[]))),
                Expectation::Infeasible(sequence(Some(44), &[(16, None), (18, Some(true))], None)),
            ])
        );
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for text in [
            "//@ expected: safe",
            "//@ expect: fine",
            "//@ reachable: here",
            "//@ reachable@3: 4",
            "//@ unreachable: 0",
            "//@ slice: | x > y",
            "//@ slice: 5X",
            "//@ nest: 3",
            "//@ slice: 3\n//@ nest:",
            "//@ allow: safe",
            "//@ allow fast: unknown",
            "//@ reason:",
            "//@",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        let message = parse("int x;\n//@ expect: fine").unwrap_err();
        assert!(message.starts_with("line 2: "), "{message}");
    }

    #[test]
    fn prints_steps_as_they_are_written() {
        let words = "4 5T 18F";
        let printed: Vec<String> =
            words.split(' ').map(|word| parse_step(word).map(|step| step.to_string()).unwrap()).collect();
        assert_eq!(printed.join(" "), words);
    }

    #[test]
    fn sides_do_not_matter() {
        assert_eq!(unsided("x > y"), unsided("y<x"));
        assert_eq!(unsided("x >= y + 1"), unsided("y + 1 <= x"));
        assert_eq!(unsided("old == new"), unsided("new == old"));
        assert_ne!(unsided("x > y"), unsided("y > x"));
        assert_ne!(unsided("x > y"), unsided("x >= y"));
    }
}
