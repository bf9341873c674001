#!/usr/bin/env bash
# Compares verdicts with gcc and its sanitizers on generated programs that lean on what is hard to model: constructs,
# contexts and places from scripts/hunt/constructs, each construct with an assertion that holds because of its effect
# and one that fails because of it. Prints a table by construct; what is wrong goes to DIR/wrong (default: a folder
# for temporary files), what gcc has said is kept in DIR, so that another run with it is faster.
# Usage: scripts/hunt.sh [COUNT] [FIRST_SEED] [--out DIR] [--only CONSTRUCT] [--plain] [--seconds N] [--jobs N]
# FOCUSCHECK=… names another binary. --plain leaves out the contexts, --show prints programs instead.
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
cargo build --release --quiet --manifest-path scripts/hunt/Cargo.toml
if [[ -z ${FOCUSCHECK:-} ]]; then
    cargo build --release --quiet
    FOCUSCHECK=$(folder_of Cargo.toml)/release/focuscheck
fi
export FOCUSCHECK
exec "$(folder_of scripts/hunt/Cargo.toml)/release/hunt" "${numbers[@]}" "$@"
