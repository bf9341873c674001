#!/usr/bin/env bash
# Compares `verify` with oracles that share nothing with it: generated functions without loops with weakest preconditions,
# compiled runs and `check`; changed copies of annotated functions (tests/annotated) with an evaluator of their own;
# certificates with seeded faults.
# Usage: scripts/oracle.sh [PROGRAMS] [MUTANTS] [FIRST_SEED]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export FOCUSCHECK_FIRST_SEED=${3:-0}
FOCUSCHECK_COUNT=${1:-2000} cargo test --release --test suite -- --ignored --nocapture \
    many_agree_with_weakest_preconditions_and_runs
FOCUSCHECK_COUNT=${2:-4000} cargo test --release --test suite -- --ignored --nocapture \
    many_mutants_agree_with_brute_force
cargo test --release --test suite -- --ignored --nocapture many_faults_in_certificates_are_refused
