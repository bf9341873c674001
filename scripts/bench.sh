#!/usr/bin/env bash
# Prints, side by side in one run: summaries against inlining over growing numbers of calls and depths; the rules
# against worklists written by hand; the whole tool on programs of growing size, with one and two threads, and
# beside ESBMC where it is installed; what labels cost `verify`. The ratios are what counts, not the single times.
# Usage: scripts/bench.sh [summaries|rules|whole|labels]...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for bench in "${@:-summaries}"; do
    benches+=(--bench "$bench")
done
[[ $# -gt 0 ]] || benches=(--bench summaries --bench rules --bench whole --bench labels)
exec cargo bench "${benches[@]}"
