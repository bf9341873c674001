#!/usr/bin/env bash
# Fuzzes the front end: fuzz.sh parse|check|interpret SECONDS. Needs cargo-fuzz and a nightly compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${1:?parse, check or interpret} seconds=${2:?seconds}
corpus=fuzz/corpus/$target seeds=fuzz/corpus/seeds
mkdir -p "$corpus" "$seeds"
find programs tests/crashes -name '*.c' -o -name '*.cimple' -o -name '*.i' | while read -r file; do
    cp "$file" "$seeds/$(echo "$file" | tr / _)"
done
# The sanitizers look for faults that safe Rust cannot have; without them the runs are faster.
# A stack overflow is not reported by the fuzzer: its input is the last one.
export FUZZ_LAST_INPUT=${FUZZ_LAST_INPUT:-fuzz/last-$target}
exec cargo +nightly fuzz run --sanitizer none "$target" "$corpus" "$seeds" -- \
    -max_total_time="$seconds" -dict=fuzz/c.dict -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -close_fd_mask=0
