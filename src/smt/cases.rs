//! How many random cases a test tries.

/// As many cases as usual, or what `FOCUSCHECK_BRUTE_CASES` says (`scripts/true-answers.sh`).
pub fn cases(usual: u32) -> u32 {
    let wanted = std::env::var("FOCUSCHECK_BRUTE_CASES").ok().and_then(|cases| cases.parse().ok());
    wanted.unwrap_or(usual)
}
