#!/usr/bin/env bash
# Builds what is handed out: the command in the profile `dist`, with completions, manual pages, licences and the book, as an archive with
# its SHA-256 sum.
#
# Usage: scripts/release.sh [TARGET]     e.g. x86_64-unknown-linux-musl for a binary that needs no libraries (rustup target add …)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
folder=${CARGO_TARGET_DIR:-target}
name=focuscheck-$version-$target

cargo build --locked --profile dist --target "$target"
binary=$folder/$target/dist/focuscheck
size=$(stat -c %s "$binary")
((size < 20 * 1000 * 1000)) || { echo "release: $binary has $size bytes, more than 20 MB" >&2; exit 1; }

pack=$folder/release/$name
rm -rf "$pack"
mkdir -p "$pack/completions"
cp -r "$binary" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs "$pack/"
# Only the machine that it is for can run it.
if [[ $target == "$host" || $target == "${host%-*}"-musl ]]; then
    "$binary" man -o "$pack/man"
    for shell in bash zsh fish; do
        "$binary" completions "$shell" >"$pack/completions/focuscheck.$shell"
    done
fi
# The same bytes whenever it is made of the same commit.
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -C "$folder/release" -cf - "$name" |
    gzip -9n >"$folder/release/$name.tar.gz"
(cd "$folder/release" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
printf '%s\n%s bytes in the command\n' "$folder/release/$name.tar.gz" "$size"
