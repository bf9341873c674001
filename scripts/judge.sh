#!/usr/bin/env bash
# Holds every sentence of the reports against all runs of generated programs: gcc and its sanitizer say how each run of a
# small box of inputs ends, and each claim of `check` (also `--entry` and `--inputs`), `ask`, `doomed` and `verify` is judged
# by them. Prints a table of claims by kind; what is false goes to DIR/wrong (default: a folder for temporary files), with
# the program, the command, the claim and the inputs that refute it. --minimise makes the first of each kind small.
# Usage: scripts/judge.sh [COUNT] [FIRST_SEED] [--out DIR] [--seconds N] [--jobs N] [--minutes N] [--only COMMAND] [--show] [--minimise]
# FOCUSCHECK=… names another binary. --show prints programs instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

numbers=()
for option in --count --first; do
    [[ ${1:-} =~ ^[0-9]+$ ]] || break
    numbers+=("$option" "$1")
    shift
done
folder_of() {
    cargo metadata --format-version 1 --no-deps --manifest-path "$1" | sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}
cargo build --release --quiet --manifest-path scripts/judge/Cargo.toml
if [[ -z ${FOCUSCHECK:-} ]]; then
    cargo build --release --quiet
    FOCUSCHECK=$(folder_of Cargo.toml)/release/focuscheck
fi
export FOCUSCHECK
exec "$(folder_of scripts/judge/Cargo.toml)/release/judge" "${numbers[@]}" "$@"
