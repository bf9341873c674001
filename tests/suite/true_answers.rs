//! Generated programs whose loop nothing is known of: answers taken from all runs lead to what the runs do.
//!
//! `FOCUSCHECK_ASK_CASES=1000 cargo test --release --test suite true_answers` takes more of them
//! (`scripts/true-answers.sh`).

#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;

use focuscheck::internals::cli::{Environment, run_with};
use serde_json::Value;

/// So many programs without being asked for more.
const CASES: u64 = 6;

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit) as i64
    }

    fn small(&mut self) -> i64 {
        self.below(5) - 2
    }
}

/// A program with a loop over `i` and `j`, inputs `n` and `f`, and one assertion.
struct Program {
    start: [i64; 2],
    step: i64,
    added: [i64; 3],
    weights: [i64; 4],
    flagged: i64,
    bound: [i64; 2],
    relation: &'static str,
}

/// The values at a moment; nothing before the loop is left but inputs.
type Values = BTreeMap<&'static str, i64>;

impl Program {
    fn new(numbers: &mut Numbers) -> Program {
        Program {
            start: [numbers.below(2), numbers.small()],
            step: 1 + numbers.below(2),
            added: [numbers.small(), numbers.small(), numbers.small()],
            weights: [numbers.small(), numbers.small(), numbers.small(), numbers.small()],
            flagged: numbers.small(),
            bound: [numbers.small(), numbers.small()],
            relation: [">", ">=", "!=", "<="][numbers.below(4) as usize],
        }
    }

    fn text(&self) -> String {
        let Program { start, step, added, weights, flagged, bound, relation } = self;
        format!(
            "int main(void) {{
  int n = __VERIFIER_nondet_int(), f = __VERIFIER_nondet_int();
  if (n < 0 || n > 4 || f < 0 || f > 1) return 0;
  int i = {}, j = {};
  while (i < n) {{
    i = i + {step};
    j = j + {} * i + {} * f + {};
  }}
  int z = {} * i + {} * j + {} * f + {};
  if (f) z = z + {flagged};
  assert(z {relation} {} * n + {});
}}
",
            start[0],
            start[1],
            added[0],
            added[1],
            added[2],
            weights[0],
            weights[1],
            weights[2],
            weights[3],
            bound[0],
            bound[1]
        )
    }

    /// Runs it: the values behind the loop, if it comes there, and whether it fails.
    fn run(&self, n: i64, f: i64) -> (Option<Values>, bool) {
        if !(0..=4).contains(&n) || !(0..=1).contains(&f) {
            return (None, false);
        }
        let [mut i, mut j] = self.start;
        while i < n {
            i += self.step;
            j += self.added[0] * i + self.added[1] * f + self.added[2];
        }
        let weights = self.weights;
        let mut z = weights[0] * i + weights[1] * j + weights[2] * f + weights[3];
        if f != 0 {
            z += self.flagged;
        }
        let bound = self.bound[0] * n + self.bound[1];
        let holds = match self.relation {
            ">" => z > bound,
            ">=" => z >= bound,
            "!=" => z != bound,
            _ => z <= bound,
        };
        (Some(Values::from([("n", n), ("f", f), ("i", i), ("j", j)])), !holds)
    }

    /// Every run that differs from another one in what questions can be about.
    fn runs(&self) -> Vec<(Values, Option<Values>, bool)> {
        let ends = [i64::from(i32::MIN), i64::from(i32::MAX)];
        let values = |inner: std::ops::RangeInclusive<i64>| inner.chain(ends).collect::<Vec<_>>();
        let mut runs = Vec::new();
        for n in values(-2..=6) {
            for f in values(-2..=3) {
                let (behind, fails) = self.run(n, f);
                runs.push((Values::from([("n", n), ("f", f)]), behind, fails));
            }
        }
        runs
    }
}

/// Whether `2 * i + j <= n - 3` or `(i + j) % 2 == 1` holds.
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
        return value(inner, values).rem_euclid(modulus.parse().unwrap());
    }
    let atom = |word: &str| {
        let word = word.trim_matches(['(', ')']);
        word.parse().unwrap_or_else(|_| *values.get(word).unwrap_or_else(|| panic!("{word}")))
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

/// The true answer to a question.
fn answer(question: &Value, program: &Program) -> &'static str {
    let texts = |key: &str| -> Vec<&str> {
        question[key].as_array().into_iter().flatten().map(|text| text.as_str().unwrap()).collect()
    };
    let (given, about) = (texts("given"), question["text"].as_str());
    let here = !question["line"].is_null() || about.is_none();
    let runs = program.runs();
    let mut moments =
        runs.iter().filter_map(|(start, behind, _)| if here { behind.as_ref() } else { Some(start) });
    let is = |values: &Values| about.is_none_or(|text| holds(text, values));
    let fits = |values: &&Values| given.iter().all(|text| holds(text, values));
    let yes = match question["kind"].as_str().unwrap() {
        "always" => moments.all(is),
        _ => moments.filter(fits).any(is),
    };
    if yes { "y" } else { "n" }
}

/// How the questions about a program end, and how many there were.
fn ended(path: &std::path::Path, program: &Program) -> (String, usize) {
    let mut answers = String::new();
    for count in 0..60 {
        let arguments = [
            "focuscheck",
            "ask",
            "--no-config",
            "--facts",
            "annotated",
            "--no-try",
            "--alternatives",
            "0",
            "--questions",
            "100",
            "--error-line",
            "11",
            "--format",
            "json",
            path.to_str().unwrap(),
        ];
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        run_with(arguments, &Environment::default(), &mut answers.as_bytes(), &mut out, &mut errors);
        let report: Value = serde_json::from_slice(&out)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&errors)));
        let error = &report["errors"][0];
        let open =
            error["questions"].as_array().into_iter().flatten().find(|asked| asked["answer"].is_null());
        match open {
            Some(question) => answers += &format!("{}\n", answer(question, program)),
            None => return (error["ended"].as_str().unwrap_or("nothing").to_owned(), count),
        }
    }
    ("endless".to_owned(), 60)
}

#[test]
fn true_answers_end_in_the_truth() {
    let cases = std::env::var("FOCUSCHECK_ASK_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases: u64 = cases.unwrap_or(CASES);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("generated.c");
    let mut ends: BTreeMap<(String, bool), u64> = BTreeMap::new();
    let mut questions = 0;
    for seed in 0..cases {
        let program = Program::new(&mut Numbers(seed * 7_919 + 17));
        std::fs::write(&path, program.text()).unwrap();
        let fails = program.runs().iter().any(|run| run.2);
        let (end, asked) = ended(&path, &program);
        questions += asked;
        let expected = if fails { "validated" } else { "discharged" };
        assert_eq!(end, expected, "seed {seed}, after {asked} questions:\n{}", program.text());
        *ends.entry((end, fails)).or_default() += 1;
    }
    if cases > CASES {
        eprintln!("{ends:?}, {questions} questions");
    }
}
