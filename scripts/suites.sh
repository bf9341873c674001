#!/usr/bin/env bash
# Compares verdicts with the known answers of public suites, which are fetched by hand and not part of this repository.
# FOLDER holds those that are there, each as its own repository has it:
#   esbmc/{cbmc,esbmc,esbmc-unix,esbmc-unix2,llvm,k-induction,loop-invariants}   ESBMC's regression/
#   svcomp/{memsafety,ldv-regression,heap-manipulation,list-properties,…}        tasks of the software-verification competition
#   cbmc/regression, 2ls/regression, cpachecker/test, symbiotic/tests, goblint/tests, ultimate/trunk/examples,
#   smack/{test,share}, seahorn/{test,include}
# Prints for the assertions alone (--check none) and for the default checks: right, unknown by reason, nothing to check,
# wrong; results go to OUT as JSON, which `scripts/suites.py compare OLD NEW` compares. Then every `unsafe` is replayed.
# Usage: scripts/suites.sh FOLDER [OUT] [SECONDS]       FOCUSCHECK=… names another binary
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd "$1" && pwd)
out=${2:-$(mktemp -d)}
seconds=${3:-5}
mkdir -p "$out"
if [[ -z ${FOCUSCHECK:-} ]]; then
    cargo build --release --quiet --manifest-path "$here/../Cargo.toml"
    FOCUSCHECK=$(cargo metadata --format-version 1 --no-deps --manifest-path "$here/../Cargo.toml" |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/focuscheck
fi

# list NAME FORM OPTIONS DIR...: the tasks of the folders that are there
list() {
    local name=$1 form=$2 options=$3 folders=()
    shift 3
    for dir in "$@"; do [[ -d $folder/$dir ]] && folders+=("$folder/$dir"); done
    [[ ${#folders[@]} -eq 0 ]] && return
    python3 "$here/suites.py" list "$form" "${folders[@]}" 2> "$out/$name.skipped" |
        awk -F '\t' -v options="$options" '{ print $1 "\t" $2 "\t" $3 "\t" $4 ($4 == "" || options == "" ? "" : " ") options }' \
        > "$out/$name.list"
}
list esbmc desc "" esbmc/{cbmc,esbmc,esbmc-unix,esbmc-unix2,llvm,k-induction,loop-invariants}
list svcomp svcomp "" svcomp
list cbmc desc "" cbmc/regression/{cbmc,cbmc-library,cbmc-primitives,ansi-c,goto-analyzer,cprover,cbmc-incr-smt2}
list 2ls desc "" 2ls/regression/{arrays,heap,heap-data,interprocedural,invariants,kiki,memsafety,overflows}
list tasks svcomp "" cpachecker/test symbiotic/tests goblint/tests/sv-comp
list goblint goblint "-I $folder/goblint/tests/checks" goblint/tests/regression
list ultimate marked "" ultimate/trunk/examples/{programs,CToBoogieTranslation}
list smack marked "-I $folder/smack/share/smack/include" smack/test/c
list seahorn marked "-I $folder/seahorn/include -D__SEA_assume=__ESBMC_assume" seahorn/test/{abc,bmc,cex,crab,devirt,mcfuzz,opsem2,simple,solve,tutorial}

judged=$here/suites-judged.tsv
for tasks in "$out"/*.list; do
    name=$(basename "$tasks" .list)
    for mode in none default; do
        options=$([[ $mode == none ]] && echo "--check none" || true)
        only=$([[ $mode == none ]] && echo assert,any || echo any,memsafety,pointer)
        echo "== $name, checks: $mode"
        python3 "$here/suites.py" run "$tasks" --binary "$FOCUSCHECK" --out "$out/$name.$mode.json" --timeout "$seconds" \
            --options "$options" --only "$only" --judged "$judged" --resume
        echo "replayed:"
        python3 "$here/suites.py" replay "$out/$name.$mode.json" --binary "$FOCUSCHECK" --out "$out/$name.$mode.replay.json" \
            --options "$options" --timeout "$seconds"
    done
done
echo "results: $out"
