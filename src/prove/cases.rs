//! How many random cases a test tries.

use proptest::test_runner::Config;

/// As many cases as usual, or what `FOCUSCHECK_BRUTE_CASES` says (`scripts/true-answers.sh`).
pub(crate) fn cases(usual: u32) -> Config {
    let wanted = std::env::var("FOCUSCHECK_BRUTE_CASES").ok().and_then(|cases| cases.parse().ok());
    Config::with_cases(wanted.unwrap_or(usual))
}
