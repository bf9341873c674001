//! Violation witnesses for other verifiers: YAML, format 2.0 of the software-verification competition.
//!
//! A witness is a sequence of segments. A run is followed from segment to segment: it must not pass what a segment
//! avoids, and goes on to the next segment when it passes what the segment follows; the last one is the violation.

use std::fmt;

use super::fingerprint;

/// The version of the format.
pub const VERSION: &str = "2.0";

/// Whether a run has to pass a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It has to; the segment ends with that.
    Follow,
    /// It must not.
    Avoid,
}

/// What a waypoint asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A C expression that holds before the statement.
    Assumption(String),
    /// The violation.
    Target,
    /// The function is called.
    FunctionEnter,
    /// The function has returned, with a result for which the constraint holds; it is called `\result`.
    FunctionReturn(String),
    /// The condition goes this way.
    Branching(Branch),
}

/// A way that a condition goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// It has this outcome.
    Outcome(bool),
    /// No case of the `switch` has the value.
    Default,
    /// The `switch` has this value, a constant expression of C.
    Case(String),
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Branch::Outcome(outcome) => write!(f, "{outcome}"),
            Branch::Default => f.write_str("default"),
            Branch::Case(value) => f.write_str(value),
        }
    }
}

impl From<String> for Branch {
    fn from(text: String) -> Self {
        match text.as_str() {
            "true" => Branch::Outcome(true),
            "false" => Branch::Outcome(false),
            "default" => Branch::Default,
            _ => Branch::Case(text),
        }
    }
}

/// Where a waypoint is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1; without one the place is the leftmost of its line that fits.
    pub column: Option<u32>,
    /// The function that the place is in.
    pub function: Option<String>,
}

/// One waypoint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Waypoint {
    pub kind: Kind,
    pub action: Action,
    pub place: Place,
}

/// What a witness is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The files and their SHA-256 hashes.
    pub files: Vec<(String, String)>,
    /// The property that is violated, as `CHECK( init(main()), LTL(...) )`.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

/// A violation witness.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Witness {
    pub task: Task,
    pub segments: Vec<Vec<Waypoint>>,
}

/// The text of a witness; `seconds` since 1970 are its time. The rest of it does not depend on the time.
pub fn render(witness: &Witness, seconds: u64) -> String {
    let task = &witness.task;
    let mut content = String::new();
    for segment in &witness.segments {
        content.push_str("  - segment:\n");
        segment.iter().for_each(|waypoint| render_waypoint(waypoint, &mut content));
    }
    let mut files = String::from("      input_files:\n");
    for (path, _) in &task.files {
        files.push_str(&format!("      - {}\n", quoted(path)));
    }
    files.push_str("      input_file_hashes:\n");
    for (path, hash) in &task.files {
        files.push_str(&format!("        {}: {}\n", quoted(path), quoted(hash)));
    }
    let about = format!(
        "{files}      specification: {}\n      data_model: {}\n      language: \"C\"\n",
        quoted(&task.specification),
        quoted(&task.data_model),
    );
    let name = uuid(&format!("{about}{content}"));
    format!(
        "- entry_type: \"violation_sequence\"\n  metadata:\n    format_version: \"{VERSION}\"\n    \
         uuid: \"{name}\"\n    creation_time: \"{}\"\n    producer:\n      name: \"FocusCheck\"\n      \
         version: \"{}\"\n    task:\n{about}  content:\n{content}",
        time(seconds),
        env!("CARGO_PKG_VERSION"),
    )
}

fn render_waypoint(waypoint: &Waypoint, out: &mut String) {
    let (kind, constraint) = match &waypoint.kind {
        Kind::Assumption(value) => ("assumption", Some((value, Some("c_expression")))),
        Kind::Target => ("target", None),
        Kind::FunctionEnter => ("function_enter", None),
        Kind::FunctionReturn(value) => ("function_return", Some((value, Some("acsl_expression")))),
        Kind::Branching(way) => ("branching", Some((&way.to_string(), None))),
    };
    let action = match waypoint.action {
        Action::Follow => "follow",
        Action::Avoid => "avoid",
    };
    out.push_str(&format!("    - waypoint:\n        type: \"{kind}\"\n        action: \"{action}\"\n"));
    if let Some((value, format)) = constraint {
        out.push_str(&format!("        constraint:\n          value: {}\n", quoted(value)));
        if let Some(format) = format {
            out.push_str(&format!("          format: \"{format}\"\n"));
        }
    }
    let place = &waypoint.place;
    out.push_str(&format!(
        "        location:\n          file_name: {}\n          line: {}\n",
        quoted(&place.file),
        place.line
    ));
    if let Some(column) = place.column {
        out.push_str(&format!("          column: {column}\n"));
    }
    if let Some(function) = &place.function {
        out.push_str(&format!("          function: {}\n", quoted(function)));
    }
}

/// A string in double quotes; the escapes of JSON are escapes of YAML too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A UUID (version 8, whose content is free) that is made of a text.
fn uuid(text: &str) -> String {
    let mut digits = fingerprint::sha256(text.as_bytes());
    digits.truncate(32);
    digits.replace_range(12..13, "8");
    digits.replace_range(16..17, "8");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    parts.join("-")
}

/// A time as ISO 8601 writes it.
fn time(seconds: u64) -> String {
    // Counting years from March puts the day that is not in every year last.
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!(
        "{:04}-{month:02}-{day_of_month:02}T{:02}:{:02}:{:02}Z",
        era * 400 + year + carry,
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(time(1_704_067_199), "2023-12-31T23:59:59Z");
        assert_eq!(time(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn a_witness_as_it_is_written() {
        let place = |line, column| Place {
            file: "a b.c".to_owned(),
            line,
            column,
            function: Some("main".to_owned()),
        };
        let waypoint = |kind, place| Waypoint { kind, action: Action::Follow, place };
        let witness = Witness {
            task: Task {
                files: vec![("a b.c".to_owned(), "00ff".to_owned())],
                specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )".to_owned(),
                data_model: "LP64".to_owned(),
            },
            segments: vec![
                vec![waypoint(Kind::FunctionReturn("\\result == 3".to_owned()), place(2, Some(4)))],
                vec![
                    Waypoint { action: Action::Avoid, ..waypoint(Kind::FunctionEnter, place(3, None)) },
                    waypoint(Kind::Branching(Branch::Outcome(true)), place(3, Some(1))),
                ],
                vec![waypoint(Kind::Target, place(5, Some(1)))],
            ],
        };
        insta::assert_snapshot!(render(&witness, 0), @r#"
        - entry_type: "violation_sequence"
          metadata:
            format_version: "2.0"
            uuid: "9d675f46-0951-887d-8ab7-ddb8b705b97f"
            creation_time: "1970-01-01T00:00:00Z"
            producer:
              name: "FocusCheck"
              version: "0.1.0"
            task:
              input_files:
              - "a b.c"
              input_file_hashes:
                "a b.c": "00ff"
              specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
              data_model: "LP64"
              language: "C"
          content:
          - segment:
            - waypoint:
                type: "function_return"
                action: "follow"
                constraint:
                  value: "\\result == 3"
                  format: "acsl_expression"
                location:
                  file_name: "a b.c"
                  line: 2
                  column: 4
                  function: "main"
          - segment:
            - waypoint:
                type: "function_enter"
                action: "avoid"
                location:
                  file_name: "a b.c"
                  line: 3
                  function: "main"
            - waypoint:
                type: "branching"
                action: "follow"
                constraint:
                  value: "true"
                location:
                  file_name: "a b.c"
                  line: 3
                  column: 1
                  function: "main"
          - segment:
            - waypoint:
                type: "target"
                action: "follow"
                location:
                  file_name: "a b.c"
                  line: 5
                  column: 1
                  function: "main"
        "#);
    }
}
