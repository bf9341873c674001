#!/bin/sh
# Asks about generated programs with true answers: every dialogue has to end in what the runs do.
# Usage: scripts/true-answers.sh [COUNT]
set -eu
cd "$(dirname "$0")/.."
FOCUSCHECK_ASK_CASES="${1:-1000}" cargo test --release --test suite true_answers -- --nocapture
