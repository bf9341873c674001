#!/usr/bin/env bash
# What `focuscheck check` says of the ordinary programs in tests/ordinary, beside what is true of them: a line for each
# program (name, truth, verdict, right/unknown/WRONG, seconds, and whether a line that is reported is one where the program
# fails, or why the verdict is unknown), then the counts. Ends with 1 if a verdict is WRONG.
# Usage: scripts/ordinary.sh [BINARY] [SECONDS]       the binary is target/release/focuscheck, the time 45 seconds
# ONLY=… names a pattern of the programs to look at, as in ONLY='embedded_*'.
#
# Each program ends with what is true of it: `//@ truth:` safe or unsafe; of unsafe ones `//@ kind:` of error, `//@ line:` where
# it happens, and `//@ run:` how to see it. Where the error is a signed overflow and the verdict is `safe` for runs
# without overflow, it says nothing of the error; this is counted as `left out`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

binary=${1:-target/release/focuscheck}
seconds=${2:-45}
[[ -x $binary ]] || { echo "ordinary: there is no program $binary" >&2; exit 2; }
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# Of a report: the verdict, `overflow` if that is left out or `-`, the lines of errors that can be reached, the first reason.
read_report() {
    python3 - "$report" <<'PYTHON'
import json, sys

try:
    with open(sys.argv[1]) as file:
        report = json.load(file)["files"][0]
except (ValueError, LookupError):
    print("failed", "-", "-", "there is no report", sep="\t")
    sys.exit()
errors = report.get("errors", [])
left_out = "overflow" in report.get("under", []) + report.get("unchecked", [])
lines = sorted({error["line"] for error in errors if error["status"] == "reachable" and "file" not in error})
reasons = [report.get("reason")]
reasons += [f"line {error['line']}: {error['reason']}" for error in errors if error["status"] == "unknown" and error["reason"]]
reason = next((" ".join(reason.split()) for reason in reasons if reason), "")
print(report["verdict"], "overflow" if left_out else "-", ",".join(map(str, lines)) or "-", reason, sep="\t")
PYTHON
}

note() {
    sed -n "s|^//@ $1: *||p" "$2"
}

# Which of the reported lines are among the true ones.
compare_lines() {
    local line here=() others=()
    for line in ${1//,/ }; do
        if [[ " ${2//,/ } " == *" $line "* ]]; then here+=("$line"); else others+=("$line"); fi
    done
    if ((${#here[@]})); then
        printf 'line %s' "${here[*]}"
        ((${#others[@]} == 0)) || printf ', also line %s' "${others[*]}"
    else
        printf 'other line %s' "${others[*]:--}"
    fi
}

declare -A counts=()
total=0 at_line=0 wrong=0
for file in tests/ordinary/${ONLY:-*}.c; do
    name=$(basename "$file" .c)
    truth=$(note truth "$file")
    began=${EPOCHREALTIME/[.,]/}
    "$binary" check "$file" --timeout "$seconds" --format json > "$report" 2> /dev/null || true
    took=$((${EPOCHREALTIME/[.,]/} - began))
    IFS=$'\t' read -r verdict left_out lines reason < <(read_report)

    detail=
    case $truth/$verdict in
    safe/safe | safe/nothing) judged=right ;;
    unsafe/unsafe)
        judged=right
        detail=$(compare_lines "$lines" "$(note line "$file")")
        [[ $detail == other* ]] || at_line=$((at_line + 1))
        ;;
    safe/unsafe)
        judged=WRONG
        detail="line ${lines//,/ }"
        ;;
    unsafe/safe | unsafe/nothing)
        judged=WRONG
        if [[ $(note kind "$file") == overflow && $left_out == overflow ]]; then
            judged='left out'
            detail='for runs without overflow'
        fi
        ;;
    */unknown)
        judged=unknown
        detail=$reason
        ;;
    *)
        judged=failed
        detail=$reason
        ;;
    esac
    [[ $judged != WRONG ]] || wrong=$((wrong + 1))
    total=$((total + 1))
    counts[$truth/$judged]=$((${counts[$truth/$judged]:-0} + 1))
    printf '%-22s %-6s %-7s %-8s %6d.%d %s\n' "$name" "$truth" "$verdict" "$judged" $((took / 1000000)) \
        $((took / 100000 % 10)) "$detail"
done

printf '\n%d programs\n' "$total"
for truth in safe unsafe; do
    printf '%-6s' "$truth"
    for judged in right unknown 'left out' failed WRONG; do
        printf '  %3d %s' "${counts[$truth/$judged]:-0}" "$judged"
    done
    printf '\n'
done
printf 'of the unsafe ones that were found, %d at a line where they fail\n' "$at_line"
((wrong == 0))
