//! Headings of the text report: `#1 when x > y and z > 0`.

use serde_json::Value;

/// What a heading says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Said {
    /// There is no heading.
    #[default]
    Nothing,
    /// These conditions; none means whatever the inputs are.
    Conditions(Vec<String>),
    /// Some conditions are only counted.
    Partly,
}

/// A heading.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// The whole text.
    pub text: String,
    /// Its conditions.
    pub said: Said,
    /// Lines of `unless it fails at line N before`.
    pub unless: Vec<u32>,
    /// Whether any earlier error of the file is excepted: `unless one of 5 lines before fails first`.
    pub unless_any: bool,
    /// Whether other checks of the same line are excepted.
    pub unless_same: bool,
    /// Whether it says `if line N is reached`.
    pub reached: bool,
}

impl Heading {
    /// What the JSON report excepts of an explanation; nothing if it says nothing of that.
    pub fn of_json(claim: &Value, own: u32) -> Option<Heading> {
        claim.as_object()?;
        let line = |entry: &Value| entry.as_u64().or_else(|| entry["line"].as_u64()).map(|line| line as u32);
        let unless: Vec<u32> = claim["unless"].as_array().into_iter().flatten().filter_map(line).collect();
        let unless_same = unless.contains(&own);
        Some(Heading { unless, unless_same, reached: claim["if_reached"] == true, ..Heading::default() })
    }

    /// What it excepts, in words.
    pub fn qualifiers(&self) -> String {
        let Heading { unless, unless_any, unless_same, reached, .. } = self;
        match unless.is_empty() && !unless_any && !unless_same && !reached {
            true => String::new(),
            false => format!(
                " (unless {unless:?}, any: {unless_any}, same line: {unless_same}, if reached: {reached})"
            ),
        }
    }
}

/// The headings of a report.
#[derive(Clone, Debug, Default)]
pub struct Headings(Vec<(String, u32, Heading)>);

impl Headings {
    /// That of an error, by its line and text, and of a rank.
    pub fn get(&self, line: u32, text: &str, rank: u32) -> Heading {
        let at_line = |headline: &str| headline.split(':').nth(1).and_then(|n| n.parse().ok()) == Some(line);
        let own = self.0.iter().filter(|(headline, r, _)| *r == rank && at_line(headline));
        let named = own.clone().find(|(headline, ..)| headline.contains(&format!("`{text}`")));
        // A headline may be cut.
        let begin: String = text.chars().take(12).collect();
        let is_cut = |headline: &str| headline.contains('…') && headline.contains(&format!("`{begin}"));
        let cut = own.clone().find(|(headline, ..)| is_cut(headline));
        named.or(cut).map(|(.., heading)| heading.clone()).unwrap_or_default()
    }
}

/// Reads all headings.
pub fn headings(text: &str) -> Headings {
    let mut found = Headings::default();
    let mut headline = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            headline = line.to_owned();
            continue;
        }
        if !line.starts_with("  #") {
            continue;
        }
        let mut whole = line.trim().to_owned();
        while let Some(more) = lines.next_if(|l| l.starts_with("     ") && !l.starts_with("      ")) {
            whole = format!("{whole} {}", more.trim());
        }
        // A title is one or more ranks and a phrase.
        let ranks = whole
            .split([' ', ','])
            .take_while(|word| word.starts_with('#') || matches!(*word, "and" | ""))
            .filter_map(|word| word.strip_prefix('#')?.parse().ok());
        for rank in ranks {
            found.0.push((headline.clone(), rank, heading(&whole)));
        }
    }
    found
}

/// The numbers of `3, 5-7 and 9`.
fn numbers(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| !word.is_empty()) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        if let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) {
            found.extend(first..=last);
        }
    }
    found
}

/// Reads one heading.
fn heading(whole: &str) -> Heading {
    let mut heading = Heading { text: whole.to_owned(), ..Heading::default() };
    let mut text = whole.to_owned();
    for phrase in [", unless it fails at line", " unless it fails at line"] {
        if let Some((before, behind)) = text.clone().split_once(phrase) {
            heading.unless = numbers(behind);
            text = before.to_owned();
        }
    }
    let excepted = [
        (", unless one of", (true, false)),
        (", unless another check of the line or one of", (true, true)),
        (", unless another check of the line fails", (false, true)),
    ];
    for (phrase, (any, same)) in excepted {
        if let Some((before, _)) = text.clone().split_once(phrase) {
            heading.unless_any |= any;
            heading.unless_same |= same;
            text = before.to_owned();
        }
    }
    for phrase in [", if line", ", if it is reached", " if line"] {
        if let Some((before, _)) = text.clone().split_once(phrase) {
            heading.reached = true;
            text = before.to_owned();
        }
    }
    for phrase in [", on either", ", either way", ", whether", ", whichever", " on either branch"] {
        if let Some((before, _)) = text.clone().split_once(phrase) {
            text = before.to_owned();
        }
    }
    let partly = [
        "more condition",
        "conditions as in",
        "conditions shared",
        "for some choices",
        "chosen inputs",
        "same condition",
    ];
    heading.said = match () {
        () if partly.iter().any(|p| text.contains(p)) => Said::Partly,
        () if text.contains("whatever the inputs are") || text.contains("in every run") => {
            Said::Conditions(Vec::new())
        }
        () => match text.split_once(" when ") {
            Some((_, conditions)) => Said::Conditions(split(conditions)),
            None => Said::Nothing,
        },
    };
    heading
}

/// The conditions of `x > y (line 3), z > 0 (line 4) and w == 1`.
pub fn split(text: &str) -> Vec<String> {
    let text = text.replace(" and ", "\u{1}").replace(" && ", "\u{1}").replace("), ", ")\u{1}");
    let without_place = |part: &str| match part.rfind(" (line ") {
        Some(at) if part.ends_with(')') => part[..at].to_owned(),
        _ => part.to_owned(),
    };
    text.split('\u{1}')
        .map(|part| without_place(part.trim().trim_end_matches(',')))
        .filter(|p| !p.is_empty())
        .collect()
}
