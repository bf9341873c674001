#!/usr/bin/env bash
# Everything that must hold before a change lands: layout, lints, documentation, tests, dependencies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Incremental compilation costs twice the time of a first one, and nobody looks at these artefacts with a debugger.
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL:-0} CARGO_PROFILE_DEV_DEBUG=${CARGO_PROFILE_DEV_DEBUG:-0}

step() {
    local began=$SECONDS
    printf '\n== %s\n' "$*"
    "$@"
    printf '== %s s\n' $((SECONDS - began))
}

target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
mkdir -p "$target/lint"

# One file after the other is looked at, so this leaves room beside the tests; a folder of its own keeps cargo from waiting.
lint() {
    export CARGO_TARGET_DIR=$target/lint
    step cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps
}

step cargo fmt --all --check
lint > "$target/lint/log" 2>&1 &
lint=$!
trap 'pkill -P "$lint" 2> /dev/null || true; kill "$lint" 2> /dev/null || true' EXIT
# To optimise the library once more for its unit tests takes longer than they do without.
CARGO_PROFILE_DEV_OPT_LEVEL=0 step cargo test --lib
step cargo test --workspace --exclude focuscheck
linted=0
wait "$lint" || linted=$?
trap - EXIT
cat "$target/lint/log"
((linted == 0))
step cargo test --test suite
step cargo test --doc
if cargo deny --version >/dev/null 2>&1; then
    step cargo deny --workspace check
else
    printf '\n== cargo deny is not installed: advisories and licences were not checked\n'
fi
printf '\nAll checks passed, in %s s.\n' "$SECONDS"
