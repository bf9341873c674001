#!/usr/bin/env bash
# Verifies public programs and compares what comes out with scripts/public-programs.tsv (project, path, what its authors say,
# what `focuscheck verify` says). The programs are fetched from their repositories at fixed commits and are no part of this
# one; without a network nothing is done, which is said. `--write` writes what comes out to the list, and the table of
# docs/verify-public.md.
# Usage: scripts/public-programs.sh [--write] [FOLDER]       FOCUSCHECK=… names another binary
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
write=
if [[ ${1:-} == --write ]]; then write=--write; shift; fi
folder=${1:-${TMPDIR:-/tmp}/focuscheck-public}
mkdir -p "$folder"

# fetch NAME REPOSITORY COMMIT
fetch() {
    [[ -d $folder/$1 ]] && return
    local new=$folder/$1.new
    rm -rf "$new"
    git init --quiet "$new"
    if ! git -C "$new" fetch --quiet --depth 1 "https://github.com/$2" "$3"; then
        rm -rf "$new"
        echo "public programs: $2 cannot be fetched; nothing is compared"
        exit 0
    fi
    git -C "$new" checkout --quiet FETCH_HEAD
    mv "$new" "$folder/$1"
}
fetch acsl fraunhoferfokus/acsl-by-example bfde108c66b4feece2d441246cf57ab0a53c11ab
fetch tutorial AllanBlanchard/tutoriel_wp bfc5b2cb2410cf943884d48670cb2bc86fcdb5cb
fetch problems manavpatnaik/frama-c-problems d7d6daae2708e696888eacd56f25061ff4fcf574
fetch snapshot Frama-C/Frama-C-snapshot 639a3647736bf8ac127d00ebe4c4c259f75f9b87

if [[ -z ${FOCUSCHECK:-} ]]; then
    cargo build --release --quiet --manifest-path "$here/../Cargo.toml"
    FOCUSCHECK=$(cargo metadata --format-version 1 --no-deps --manifest-path "$here/../Cargo.toml" |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/focuscheck
fi
python3 "$here/public-programs.py" "$FOCUSCHECK" "$folder" $write
