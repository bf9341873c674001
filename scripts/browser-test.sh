#!/usr/bin/env bash
# The report for browsers in Chromium: levels, steps, keys, theme, index, a long run, hostile text.
#
#   scripts/browser-test.sh [FOLDER]
#
# With FOLDER, pictures of the pages are written to it. FOCUSCHECK_BROWSER names another browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

browser=${FOCUSCHECK_BROWSER:-}
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if [ -z "$browser" ] && command -v "$name" >/dev/null 2>&1; then
        browser=$name
    fi
done
if [ -z "$browser" ]; then
    echo "skipped: no Chromium was found (on Debian: apt-get install chromium)"
    exit 0
fi
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    FOCUSCHECK_SCREENSHOTS=$(cd "$1" && pwd)
    export FOCUSCHECK_SCREENSHOTS
fi
FOCUSCHECK_BROWSER=$browser cargo test --test suite browser::
