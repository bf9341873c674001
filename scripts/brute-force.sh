#!/usr/bin/env bash
# Compares verdicts with brute force: generated programs are run on all their inputs by the interpreter and
# analysed in all modes; others with the heap, lists, strings and pointers to pointers are run by the machine and analysed as
# usual. Prints how many errors each mode decided, and why the others are unknown.
# Usage: scripts/brute-force.sh [COUNT] [FIRST_SEED]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

FOCUSCHECK_COUNT=${1:-5000} FOCUSCHECK_FIRST_SEED=${2:-0} \
    cargo test --release --test suite -- --ignored --nocapture \
    many_verdicts_agree_with_brute_force many_verdicts_on_memory_agree_with_all_runs
