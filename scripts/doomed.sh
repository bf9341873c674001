#!/usr/bin/env bash
# Measures `focuscheck doomed` on functions of k conditions in a row, each of which may fail: covering, each point in one
# context, and each point in a context of its own.
#   scripts/doomed.sh BINARY [K…]
# There are about 6 k points; up to 1,000 where nothing is said. Each point by itself is not asked beyond MOST points (400).
set -euo pipefail
binary=$1
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

diamonds() {
    echo "int f(int *p, int n) { int s = 0;"
    for ((i = 0; i < $1; i++)); do
        echo "  if (n > $i) s = s + $i; else s = s - 1;"
        echo "  if (p[$i] == s) { if (s > n) p[$i] = n; }"
    done
    echo "  return s; }"
}

printf '%6s %8s  %-9s %8s %12s\n' k points mode queries milliseconds
for k in "${@:-4 14 28 56 112 166}"; do
    for number in $k; do
        diamonds "$number" > "$folder/f.c"
        for mode in covering each fresh; do
            if [ "$mode" != covering ] && [ $((6 * number)) -gt "${MOST:-400}" ]; then
                continue
            fi
            line=$(timeout 600 "$binary" doomed --timeout 0 --no-config --points "$mode" --statistics "$folder/f.c" | grep '^f ' || true)
            read -r _ points queries building first average <<< "$line" || true
            if [ -z "${points:-}" ]; then
                printf '%6s %8s  %-9s %8s %12s\n' "$number" - "$mode" - "over 600 s"
                continue
            fi
            total=$(awk -v b="$building" -v f="$first" -v a="$average" -v q="$queries" 'BEGIN { print b + f + a * (q - 1) }')
            printf '%6s %8s  %-9s %8s %12s\n' "$number" "$points" "$mode" "$queries" "$total"
        done
    done
done
