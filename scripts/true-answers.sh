#!/bin/sh
# Asks about generated programs with true answers, and with wrong ones: every dialogue with true answers has to end in what
# the runs do, and a wrong verdict has to name the answer that it rests on.
# Usage: scripts/true-answers.sh [COUNT [FIRST]]; CARGO_PROFILE and the like are cargo's.
set -eu
cd "$(dirname "$0")/.."
# Formulas, eliminations, cheapest conditions and simplifications against enumeration.
FOCUSCHECK_BRUTE_CASES="${1:-1000}" cargo test --release --lib -p focuscheck-smt -p focuscheck-abduce
FOCUSCHECK_ASK_CASES="${1:-1000}" FOCUSCHECK_ASK_FIRST="${2:-0}" \
    cargo test --release --test suite true_answers -- --nocapture
