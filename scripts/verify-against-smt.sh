#!/usr/bin/env bash
# Asks z3 or cvc5 about every verification condition of the programs, and counts their answers beside ours. An answer that
# contradicts ours is printed, and makes the exit code 1.
# Usage: scripts/verify-against-smt.sh [PATH…]   (default: programs/labels; FOCUSCHECK names the binary, SECONDS_EACH the limit)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

limit=${SECONDS_EACH:-10}
if command -v z3 > /dev/null; then
    solver=(z3 "-T:$limit")
elif command -v cvc5 > /dev/null; then
    solver=(cvc5 "--tlimit=${limit}000")
else
    echo "neither z3 nor cvc5 is installed: nothing is compared" >&2
    exit 0
fi
focuscheck=${FOCUSCHECK:-target/release/focuscheck}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$focuscheck" verify --vcs "$folder" "${@:-programs/labels}" > /dev/null 2>&1 || true

answers=$folder/answers
for script in "$folder"/*.smt2; do
    ours=$(sed -n 's/^(set-info :status \(.*\))$/\1/p' "$script")
    theirs=$("${solver[@]}" "$script" 2>&1 | grep -E '^(sat|unsat|unknown|timeout)' | head -1 || true)
    echo "$ours ${theirs:-none} $(basename "$script")" >> "$answers"
done
cut -d ' ' -f 1,2 "$answers" | sort | uniq -c
! grep -E '^(sat unsat|unsat sat) ' "$answers"
