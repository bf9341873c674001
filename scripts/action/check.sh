#!/usr/bin/env bash
# The main step of the action: checks $PATHS (only what differs from $SINCE, if that is given) with $OPTIONS, and leaves
# focuscheck.sarif and focuscheck.code, the exit code that the job is to have. What stays unknown is no failure.
set -euo pipefail
# Several paths and options are separated by spaces.
read -r -a paths <<<"${PATHS:-.}"
read -r -a options <<<"${OPTIONS:-}"
if [ -n "${SINCE:-}" ] && git cat-file -e "$SINCE^{commit}" 2>/dev/null; then
    options+=(--changed-since "$SINCE")
fi
code=0
focuscheck check --accept-unknown --format sarif -o focuscheck.sarif "${options[@]}" "${paths[@]}" || code=$?
echo "$code" >focuscheck.code
