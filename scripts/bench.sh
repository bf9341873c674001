#!/usr/bin/env bash
# Prints the tables of summaries against inlining. Ratios of one run are what counts, not single times.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo bench --bench summaries "$@"
