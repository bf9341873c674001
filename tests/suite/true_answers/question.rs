//! What is told and asked, read literally, against all runs.

use super::{Run, Values};

/// A text with `j@3@12` for `(j at line 3, in the call at line 12)`.
fn plain(text: &str) -> String {
    let text = text.replace(", in the call at line ", "@").replace(" at line ", "@");
    let mut parts = text.split('(').map(str::to_owned);
    let mut plain = parts.next().unwrap_or_default();
    for part in parts {
        match part.split_once(')') {
            Some((name, rest)) if !name.contains(' ') => plain += &format!("{name}{rest}"),
            _ => plain += &format!("({part}"),
        }
    }
    plain
}

/// Whether all of `i > 2 && j < 3` hold.
fn all_hold(text: &str, values: &Values) -> bool {
    let text = &plain(text);
    text.split(" && ").all(|atom| holds(atom, values))
}

/// Whether `2 * i + j <= n@2 - 3` or `(i + j) % 2 == 1` holds.
fn holds(text: &str, values: &Values) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| ["<", "<=", ">", ">=", "==", "!="].contains(word)).unwrap();
    let (left, right) = (value(&words[..at], values), value(&words[at + 1..], values));
    match words[at] {
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        "==" => left == right,
        _ => left != right,
    }
}

fn value(words: &[&str], values: &Values) -> i64 {
    if let [inner @ .., "%", modulus] = words {
        // As C has it: with the sign of the dividend.
        return value(inner, values) % modulus.parse::<i64>().unwrap();
    }
    let atom = |word: &str| {
        let word = word.trim_matches(['(', ')']);
        word.parse().unwrap_or_else(|_| *values.get(word).unwrap_or_else(|| panic!("{word} {values:?}")))
    };
    let (mut sum, mut sign, mut product) = (0, 1, 1);
    for word in words {
        match *word {
            "+" | "-" => {
                sum += sign * product;
                (sign, product) = (if *word == "+" { 1 } else { -1 }, 1);
            }
            "*" => {}
            other => product *= atom(other),
        }
    }
    sum + sign * product
}

/// A question as it reads.
pub(super) struct Question {
    always: bool,
    given: Vec<String>,
    place: String,
    about: String,
    /// Whether only runs are meant that reach the assertion.
    reaching: bool,
}

impl Question {
    pub(super) fn read(text: &str) -> Question {
        let quoted: Vec<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let trimmed = |place: &str| place.trim().trim_end_matches(',').to_owned();
        if let Some((place, _)) = text.split_once("does `") {
            return Question {
                always: true,
                given: Vec::new(),
                place: trimmed(place),
                about: quoted[0].clone(),
                reaching: false,
            };
        }
        if text.starts_with("is line ") {
            let (place, about) = (String::new(), String::new());
            return Question { always: false, given: Vec::new(), place, about, reaching: true };
        }
        let rest = text.strip_prefix("can it happen").unwrap_or_else(|| panic!("{text}"));
        // The assertion is the only error.
        let (rest, reaching) = match rest.strip_prefix(" in some run that reaches line ") {
            Some(rest) => (rest.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned(), true),
            None => (rest.strip_prefix(" in some run").unwrap_or(rest).to_owned(), false),
        };
        let (given, rest) = match rest.strip_prefix(" with `") {
            Some(rest) => rest.split_once('`').unwrap(),
            None => ("", &*rest),
        };
        let (place, about) = rest.strip_prefix(" that ").unwrap().split_once('`').unwrap();
        let given = given.split(" && ").filter(|given| !given.is_empty()).map(str::to_owned).collect();
        let about = about.split('`').next().unwrap().to_owned();
        // What happens at some time is looked for at every time.
        let place =
            place.replace("at some time before", "each time before").replace("of some round", "of a round");
        Question { always: false, given, place: trimmed(&place), about, reaching }
    }

    /// The true answer.
    pub(super) fn answer(&self, runs: &[Run]) -> bool {
        let runs = runs.iter().filter(|run| run.reaches || !self.reaching);
        let moments: Vec<&Values> = runs.flat_map(|run| run.at(&self.place)).collect();
        // Nothing: whether the line is ever reached.
        let is = |values: &&&Values| self.about.is_empty() || all_hold(&self.about, values);
        let fits = |values: &&&Values| self.given.iter().all(|given| holds(&plain(given), values));
        match self.always {
            true => moments.iter().all(|values| is(&values)),
            false => moments.iter().filter(fits).any(|values| is(&values)),
        }
    }
}

/// What is said that is not so: of what is known, and that an error cannot happen if something always holds.
pub(super) fn false_sentences(told: &str, asked: &[String], runs: &[Run]) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in told.lines().filter(|line| line.starts_with("  known")) {
        let (heading, facts) = line.split_once(": ").unwrap();
        let only_reaching = heading != "  known";
        for fact in facts.split("; ") {
            let places = [" after the loop", " in the loop", " at the loop", " at line"];
            let place = places.iter().filter_map(|place| fact.find(place)).min().unwrap_or(fact.len());
            let (texts, place) = fact.split_at(place);
            for text in texts.split(" and ") {
                let runs = runs.iter().filter(|run| run.reaches || !only_reaching);
                let mut values = runs.flat_map(|run| run.at(place.trim()));
                if values.any(|values| !holds(&plain(text), values)) {
                    wrong.push(format!("{heading}: {text}{place}"));
                }
            }
        }
    }
    for text in asked {
        let question = Question::read(text);
        let excluded = |run: &&Run| {
            let values = run.at(&question.place);
            values.iter().all(|values| all_hold(&question.about, values))
        };
        if question.always && runs.iter().filter(|run| run.fails).any(|run| excluded(&run)) {
            wrong.push(format!("it fails where this holds: {text}"));
        }
    }
    wrong
}
