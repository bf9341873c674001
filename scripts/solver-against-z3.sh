#!/usr/bin/env bash
# Compares the solver with z3 on random systems of constraints, checks the certificate of every answer, and
# prints a table: answers, and the median and 95th percentile of the time for a question.
# Usage: scripts/solver-against-z3.sh [COUNT] [FIRST_SEED]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v z3 > /dev/null; then
    echo "z3 is not installed: nothing is compared" >&2
    exit 0
fi
FOCUSCHECK_COUNT=${1:-2000} FOCUSCHECK_FIRST_SEED=${2:-0} \
    cargo test --release --test suite -- --ignored --nocapture answers_agree_with_z3
