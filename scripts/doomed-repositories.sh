#!/usr/bin/env bash
# Looks at all C files of checked-out repositories with `focuscheck doomed`, and writes every warning with its lines, to be
# read, and a table of what was asked, what was not, and how long it took.
#   scripts/doomed-repositories.sh BINARY FOLDER [SECONDS A FUNCTION] [REPOSITORY…]
# FOLDER has one folder for each repository. Tests and examples of a repository are left out; a file that the preprocessor
# does not take with the folders of the repository (and CPPFLAGS) is counted as such. Where there is no C file headers are
# looked at.
set -euo pipefail
exec python3 - "$@" <<'PYTHON'
import collections, glob, json, os, re, subprocess, sys, tempfile, time

binary, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
seconds = sys.argv[3] if len(sys.argv) > 3 else "5"
only = sys.argv[4:]
LEFT_OUT = re.compile(r"/(tests?|fuzz\w*|ossfuzz|unity|contrib|examples?)/")


def preprocessed(repository, path):
    near = [os.path.dirname(path), repository]
    # A compiler has headers of its own in such folders, which only hide those of the machine.
    for folders in [near, near + [f"{repository}/include", f"{repository}/src"]]:
        words = ["gcc", "-E", "-xc", "-D_GNU_SOURCE", *os.environ.get("CPPFLAGS", "").split()]
        words += [word for folder in folders for word in ("-I", folder)] + [path]
        run = subprocess.run(words, capture_output=True, text=True, errors="replace", cwd=near[0])
        if run.returncode == 0:
            return run.stdout
    return None


def looked_at(text, path, sums, reasons):
    with tempfile.NamedTemporaryFile("w", suffix=".i") as file:
        file.write(text)
        file.flush()
        began = time.monotonic()
        words = [binary, "doomed", "--no-config", "--timeout", seconds, "-j", "1", "--format", "json", file.name]
        run = subprocess.run(words, capture_output=True, text=True)
        sums["seconds"] += time.monotonic() - began
    try:
        found = json.loads(run.stdout)["files"][0]
    except (ValueError, IndexError):
        found = {"reason": f"exit status {run.returncode}: {run.stderr[:200]}"}
    if found.get("reason"):
        print(f"{path}: not read: {found['reason']}")
        sums["not read"] += 1
        return
    sums["files"] += 1
    for counts in found["statistics"]:
        sums["functions"] += 1
        for key in ("points", "asked", "undecided"):
            sums[key] += counts[key]
    for skipped in found["skipped"]:
        sums["in part" if skipped["partly"] else "skipped"] += 1
        reasons[skipped["reason"]] += 1
        print(f"SKIPPED {path}: {skipped['function']}: {skipped['reason']}")
    lines = text.split("\n")
    for warning in found["doomed"]:
        sums["warnings"] += 1
        print(f"WARNING {path}: {warning['function']}: {warning['kind']}, {warning['text']}"
              f" (line {warning['line']} of the preprocessed file)")
        for line in sorted({warning["line"], *warning["because"]}):
            print(f"    {line}: {lines[line - 1].strip()[:300]}")
    sys.stdout.flush()


KEYS = ["files", "not read", "lines", "functions", "points", "asked", "warnings", "undecided", "skipped", "in part"]
rows, total, reasons = [], collections.Counter(), collections.Counter()
for name in sorted(only or os.listdir(root)):
    repository, sums = f"{root}/{name}", collections.Counter()
    found = [sorted(glob.glob(f"{repository}/**/*.{ending}", recursive=True)) for ending in "ch"]
    kept = [[path for path in paths if not LEFT_OUT.search(path[len(repository):])] for paths in found]
    for path in kept[0] or kept[1]:
        text = preprocessed(repository, path)
        if text is None:
            sums["not read"] += 1
            print(f"{path}: not read: the preprocessor does not take it")
            continue
        with open(path, errors="replace") as file:
            sums["lines"] += sum(1 for _ in file)
        looked_at(text, path, sums, reasons)
    rows.append((name, sums))
    total.update(sums)

width = max([len("repository")] + [len(name) for name, _ in rows])
print(f"\n{'repository':{width}} " + " ".join(f"{key:>9}" for key in KEYS) + f" {'seconds':>9} {'s/1000 l':>9}")
for name, sums in rows + [("all", total)]:
    rate = sums["seconds"] * 1000 / max(sums["lines"], 1)
    print(f"{name:{width}} " + " ".join(f"{sums[key]:>9}" for key in KEYS) + f" {sums['seconds']:9.1f} {rate:9.2f}")
for reason, count in reasons.most_common():
    print(f"not asked, or in part: {count} times: {reason}")
PYTHON
