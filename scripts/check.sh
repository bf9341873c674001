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

# With the compiler and the words of clippy, and libraries with the features that they have for tests (which `--examples` asks
# for; there are none), what clippy has read serves once more. With others cargo would read all of it again.
document() {
    RUSTC_WORKSPACE_WRAPPER=$(rustc --print sysroot)/bin/clippy-driver \
        CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__ \
        RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --lib --examples
}

compile_tests() {
    RUSTC_WRAPPER=$PWD/scripts/rustc-unoptimised-tests.sh \
        step cargo test --color never --workspace --lib --test suite --no-run
}

# Runs the tests that were compiled, each in the folder of its crate; to ask cargo would compile them once more.
run_tests() {
    local binary name folder place root=$PWD count=0
    while read -r binary; do
        [[ $binary == /* ]] || binary=$root/$binary
        name=${binary##*/} name=${name%-*} folder=$root
        for place in "$root/src/${name#focuscheck_}" "$root/${name#focuscheck_}"; do
            [[ -e $place/Cargo.toml ]] && folder=$place
        done
        printf '%s\n' "$name"
        (cd "$folder" && CARGO_MANIFEST_DIR=$folder INSTA_WORKSPACE_ROOT=$root "$binary" "${@:2}") || return
        count=$((count + 1))
    done < <(sed -n "s/^ *Executable $1 .*(\(.*\))\$/\1/p" "$compiled")
    ((count > 0)) || { echo "check: cargo named no tests in $1" >&2; return 1; }
}

step cargo fmt --all --check
# First what takes one file after the other, in the same folder, so that macros and build scripts are compiled once.
step cargo clippy --workspace --all-targets -- -D warnings
document
compiled=$(mktemp)
trap 'rm -f "$compiled"' EXIT
compile_tests 2>&1 | tee "$compiled"
step run_tests 'unittests' --quiet
step run_tests 'tests.suite.main\.rs'
step cargo test --doc
if cargo deny --version >/dev/null 2>&1; then
    step cargo deny --workspace check
else
    printf '\n== cargo deny is not installed: advisories and licences were not checked\n'
fi
printf '\nAll checks passed, in %s s.\n' "$SECONDS"
