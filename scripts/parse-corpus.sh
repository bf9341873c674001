#!/usr/bin/env bash
# Tries the front end on folders of C files that gcc accepts: parse-corpus.sh [--throughput] DIR...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
cargo build --release --quiet --manifest-path parse-corpus/Cargo.toml
target=$(cargo metadata --format-version 1 --no-deps --manifest-path parse-corpus/Cargo.toml |
    sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
cd "$OLDPWD"
exec "$target/release/parse-corpus" "$@"
