#!/usr/bin/env bash
# Asks about public programs whose verdict is `unknown`, answers from scripts/public-questions.json, and looks for doomed code
# in others; compares what comes out with that list. The programs are fetched from their repositories at fixed commits and are
# no part of this one; what cannot be fetched is left out, which is said. `--write` writes what comes out to the list.
# Usage: scripts/public-questions.sh [--write] [FOLDER]       FOCUSCHECK=… names another binary
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
write=
if [[ ${1:-} == --write ]]; then write=--write; shift; fi
folder=${1:-${TMPDIR:-/tmp}/focuscheck-public}
mkdir -p "$folder"

# fetch NAME REPOSITORY COMMIT PATH…: only these files
fetch() {
    local name=$1 repository=$2 commit=$3
    shift 3
    [[ -d $folder/$name ]] && return
    local new=$folder/$name.new
    rm -rf "$new"
    git init --quiet "$new"
    git -C "$new" remote add origin "https://github.com/$repository"
    git -C "$new" sparse-checkout set --no-cone "${@/#//}"
    if ! git -C "$new" fetch --quiet --depth 1 --filter=blob:none origin "$commit"; then
        rm -rf "$new"
        echo "public programs: $repository cannot be fetched"
        return
    fi
    git -C "$new" checkout --quiet FETCH_HEAD
    mv "$new" "$folder/$name"
}
fetch 2ls diffblue/2ls 9a9ad37794836ecf00fbb002e6987e575851ae2d regression/termination/loops/
fetch cpachecker sosy-lab/cpachecker 45029808f6bc5b2a99bc4ae831a32cd660a7a0e5 test/programs/fault_localization/benchmarks/
fetch ultimate ultimate-pa/ultimate ad80ebfb2a6b4c491cfe27707b760716e58f55b9 trunk/examples/witness-checking/regression/sequential/violation/
fetch sv-benchmarks sosy-lab/sv-benchmarks 58cb762eb5a1b40346e11b5e7ff0d3e2a4c430b4 c/loop-invgen/

if [[ -z ${FOCUSCHECK:-} ]]; then
    cargo build --release --quiet --manifest-path "$here/../Cargo.toml"
    FOCUSCHECK=$(cargo metadata --format-version 1 --no-deps --manifest-path "$here/../Cargo.toml" |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/focuscheck
fi
python3 "$here/public-questions.py" "$FOCUSCHECK" "$folder" $write
