#!/usr/bin/env bash
# Compares the interpreter with the system's C compiler (-O0 and -O2) on generated programs, and with its
# sanitizer on programs whose behaviour is undefined at one place; and the machine with both sanitizers on all runs of programs
# with the heap, lists, strings and pointers to pointers.
# Usage: scripts/differential.sh [COUNT] [FIRST_SEED]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

FOCUSCHECK_COUNT=${1:-20000} FOCUSCHECK_FIRST_SEED=${2:-0} \
    cargo test --release --test suite -- --ignored --nocapture \
    many_programs_mean_what_the_compiler_means many_runs_in_memory_end_as_sanitizers_say
