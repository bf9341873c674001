#!/usr/bin/env bash
# Analyses generated programs that are large in one way each (20,000 terms, 5,000 locals, 2,000 functions, 10 MB of text)
# and lists those that take more than 1.1 times the time limit plus half a second, or 1.25 times the memory limit.
# Usage: scripts/stress.sh [SECONDS] [MEGABYTES]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

FOCUSCHECK_SECONDS=${1:-2} FOCUSCHECK_MEGABYTES=${2:-500} \
    cargo test --release --test suite -- --ignored --nocapture the_largest_programs_keep_to_their_limits
