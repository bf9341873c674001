#!/usr/bin/env bash
# Replays every explanation of the C programs in some folders with the system's compiler, with the assertions alone and
# with the default checks, and prints a table: explanations, how many fail as they should, how many were contradicted,
# and how many cannot be replayed, by reason.
# Usage: scripts/replays.sh DIR... (FOCUSCHECK: the command; TIMEOUT: seconds for each file, 10)
set -euo pipefail
if [ $# -eq 0 ]; then
    sed -n '2,5s/^# //p' "$0"
    exit 1
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
focuscheck=${FOCUSCHECK:-$root/target/release/focuscheck}
if [ ! -x "$focuscheck" ]; then
    (cd "$root" && cargo build --release --quiet)
fi
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT

for checks in none default; do
    option=()
    if [ "$checks" = none ]; then
        option=(--check none)
    fi
    code=0
    "$focuscheck" check --no-config --replay --exit-zero --format json --timeout "${TIMEOUT:-10}" \
        "${option[@]}" "$@" >"$reports/$checks.json" 2>"$reports/$checks.err" || code=$?
    if [ "$code" -ne 0 ] && [ ! -s "$reports/$checks.json" ]; then
        cat "$reports/$checks.err" >&2
        exit "$code"
    fi
done

python3 - "$reports" <<'END'
import collections, json, sys

folder, contradicted = sys.argv[1], {}
columns = {}
for checks in ("none", "default"):
    counts = collections.Counter()
    with open(f"{folder}/{checks}.json") as file:
        report = json.load(file)
    for file in report["files"]:
        counts["files"] += 1
        for error in file["errors"]:
            for way in error["counterexamples"]:
                counts["explanations"] += 1
                outcome = way.get("replayed") or "not replayed by ?: nothing was said"
                what = outcome.split(": ", 1)[1]
                if outcome.startswith("replayed by"):
                    counts["confirmed"] += 1
                else:
                    # What follows the kind of obstacle is its own.
                    counts["not replayable: " + what.split(": ")[0].split(" at line ")[0]] += 1
    with open(f"{folder}/{checks}.err") as file:
        contradicted[checks] = [line.strip() for line in file if "wrong explanation:" in line]
    counts["contradicted"] = len(contradicted[checks])
    counts["explanations"] += counts["contradicted"]
    columns[checks] = counts

first = ["files", "explanations", "confirmed", "contradicted"]
rest = sorted({row for counts in columns.values() for row in counts} - set(first))
width = max(len(row) for row in first + rest)
print(f"{'':{width}}  {'--check none':>12}  {'default':>12}")
for row in first + rest:
    print(f"{row:{width}}  {columns['none'][row]:>12}  {columns['default'][row]:>12}")
for checks, lines in contradicted.items():
    for line in lines:
        print(f"{checks}: {line}")
sys.exit(any(contradicted.values()))
END
