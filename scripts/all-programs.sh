#!/usr/bin/env bash
# What the tests try with a sample of `programs/`, with all of them: orders of errors, other names, dead code, other orders,
# replays, threads, reports, witnesses.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
FOCUSCHECK_ALL=1 cargo test --release --lib -- no_answer_depends_on_what_was_asked_before
FOCUSCHECK_ALL=1 cargo test --release --test suite -- metamorphic:: \
    replay::every_explanation paper::one_and_two_threads formats::reports_of_programs formats::witnesses_of_unsafe_programs
