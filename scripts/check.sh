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

# To optimise the library once more for its unit tests takes longer than they do without.
compile_unit_tests() {
    CARGO_PROFILE_DEV_OPT_LEVEL=0 step cargo test --color never --workspace --lib --no-run
}

# Runs the unit tests that were compiled, each in the folder of its crate. Cargo would wait until the compiler has done with the
# suite.
run_unit_tests() {
    local binary name folder place root=$PWD count=0
    while read -r binary; do
        [[ $binary == /* ]] || binary=$root/$binary
        name=${binary##*/} name=${name%-*} folder=$root
        for place in "$root/src/${name#focuscheck_}" "$root/${name#focuscheck_}"; do
            [[ -e $place/Cargo.toml ]] && folder=$place
        done
        printf '%s\n' "$name"
        (cd "$folder" && CARGO_MANIFEST_DIR=$folder INSTA_WORKSPACE_ROOT=$root "$binary" --quiet) || return
        count=$((count + 1))
    done < <(sed -n 's/^ *Executable unittests .*(\(.*\))$/\1/p' "$1")
    ((count > 0)) || { echo "check: cargo named no unit tests" >&2; return 1; }
}

# Waits for what runs beside, and shows what it said.
joined() {
    local failed=0
    wait "$1" || failed=$?
    cat "$2"
    ((failed == 0))
}

step cargo fmt --all --check
lint > "$target/lint/log" 2>&1 &
lint=$! units=
trap 'for job in $lint $units; do pkill -P "$job" || true; kill "$job" || true; done 2> /dev/null' EXIT
compile_unit_tests 2>&1 | tee "$target/lint/unit-tests-compiled"
# While the compiler reads the library with one core, the unit tests have the other.
step run_unit_tests "$target/lint/unit-tests-compiled" > "$target/lint/unit-tests" 2>&1 &
units=$!
step cargo test --test suite --no-run
joined "$units" "$target/lint/unit-tests"
joined "$lint" "$target/lint/log"
trap - EXIT
step cargo test --test suite
step cargo test --doc
if cargo deny --version >/dev/null 2>&1; then
    step cargo deny --workspace check
else
    printf '\n== cargo deny is not installed: advisories and licences were not checked\n'
fi
printf '\nAll checks passed, in %s s.\n' "$SECONDS"
