"""Verifies the programs of public-programs.tsv: see public-programs.sh."""

import collections
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LIST = HERE / "public-programs.tsv"
PAGE = HERE.parent / "docs" / "verify-public.md"
ROOTS = {
    "acsl": ("acsl/StandardAlgorithms", "ACSL by Example"),
    "tutorial": ("tutorial/code", "Frama-C and WP tutorial"),
    "problems": ("problems", "Frama-C problems"),
    "snapshot": ("snapshot/src/plugins/wp/tests/wp_gallery", "WP gallery"),
}
FOLDERS = ". Logic Nonmutating Mutating MinMax BinarySearch Sorting Stack Numeric Heap".split()
# Obligations that are named one by one at most.
MOST = 4


def verified(binary, root, path, project):
    """What `verify` says of a file, in one line."""
    includes = [word for name in FOLDERS for word in ("-I", name)] if project == "acsl" else []
    command = [binary, "verify", "--no-config", "--format", "json", "--timeout", "60", *includes, path]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True)
    try:
        report = json.loads(ran.stdout)["files"][0]
    except (ValueError, LookupError, KeyError):
        return "failed: " + ran.stderr.strip().splitlines()[-1]
    obligations = [o for function in report.get("functions", []) for o in function["obligations"]]
    if report["verdict"] == "failed" or not obligations:
        return f"{report['verdict']}: {report.get('reason') or 'no obligations'}"
    valid = sum(o["verdict"] == "valid" for o in obligations)
    parts = [f"{valid} valid"]
    for kind in ("run", "step"):
        found = [o["label"] for o in obligations if o["verdict"] == "invalid" and o["by"] == kind]
        if found:
            parts.append(f"invalid ({kind}): {named(found)}")
    reasons = collections.defaultdict(list)
    for obligation in obligations:
        if obligation["verdict"] == "unknown":
            reasons[obligation["reason"] or "-"].append(obligation["label"])
    for reason, labels in reasons.items():
        parts.append(f"unknown: {named(labels)}: {reason}")
    return "; ".join(parts)


def named(labels):
    more = f" and {len(labels) - MOST} more" if len(labels) > MOST else ""
    return ", ".join(labels[:MOST]) + more


def main():
    binary, folder, write = sys.argv[1], pathlib.Path(sys.argv[2]), "--write" in sys.argv[3:]
    rows, different = [], 0
    for line in LIST.read_text().splitlines():
        project, path, authors, *expected = line.split("\t")
        found = verified(binary, folder / ROOTS[project][0], path, project)
        rows.append((project, path, authors, found))
        if [found] != expected:
            different += 1
            print(f"{project} {path}: {found}" + (f"\n    expected {expected[0]}" if expected else ""))
    print(f"public programs: {len(rows)}, {different} different")
    if write:
        LIST.write_text("".join("\t".join(row) + "\n" for row in rows))
        begin = PAGE.read_text().split("\n| program |")[0].rstrip() if PAGE.exists() else ""
        table = ["| program | authors | focuscheck verify |", "|---|---|---|"]
        for project, path, authors, found in rows:
            text = found.replace("|", "\\|")
            table.append(f"| {ROOTS[project][1]}: `{path}` | {authors} | {text} |")
        PAGE.write_text(begin + "\n\n" + "\n".join(table) + "\n")
    return 1 if different and not write else 0


sys.exit(main())
