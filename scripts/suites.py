#!/usr/bin/env python3
"""Runs focuscheck on public suites with known answers and says where they differ.

    suites.py list desc DIR...              the list of an ESBMC, CBMC or 2LS regression folder (test.desc)
    suites.py list svcomp DIR...            the list of SV-COMP tasks (.yml beside, or the old file names)
    suites.py list marked DIR...            files that say in a comment what is to be found (Ultimate, SMACK, SeaHorn)
    suites.py list goblint DIR...           Goblint's regression tests, the checks written as assertions beside DIR
    suites.py run LIST --binary B --out R   run every task of LIST, results to the JSON file R
    suites.py table R...                    the table and the disagreements of results
    suites.py compare OLD NEW               what was right in OLD and is not in NEW, and the reverse
    suites.py replay R --binary B           replay every `unsafe` of R on the user's own program

A list has one task a line: path TAB expected TAB property TAB options. `expected` is safe or unsafe;
`property` is assert, any (an error of any kind the suite checks by default), memsafety, pointer, memory or overflow.
What was found by reading a disagreement stands in scripts/suites-judged.tsv: `ours` (a mistake), `ub` (the suite's answer
is about undefined behaviour that the run was not asked about), `notion` (the suite means something else, or is wrong).
"""
import argparse
import collections
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time

# --------------------------------------------------------------------------------------------- lists

# Options of ESBMC and CBMC that change how they search, not what the question is.
HARMLESS = re.compile(
    r"-W\S*|--incremental-bmc|--k-induction|--falsification|--z3|--bitwuzla|--boolector|--cvc[45]|--mathsat|--yices"
    r"|--verbosity|--no-simplify|--no-slice|--interval-analysis\S*|--multi-property|--compact-trace|--result-only"
    r"|--little-endian|--irep2-\S+|--clang-c-irep2-adjust-only|--std[= ]?\S*|-std=\S*|--force-malloc-success|--no-propagation"
    r"|--slice-assumes|--inductive-step|--base-case|--forward-condition|--no-unwinding-assertions|--max-k-step"
    r"|--k-step|--unlimited-k-steps|--smt-during-symex|--smt-symex-guard|--ir|--fixedbv|--floatbv|--trace|--show-vcc"
    r"|--add-symex-value-sets|--generate-\S+|--array-flattener|--tuple-\S+|--gcse|--goto-unwind|--enable-\S+-optimizations"
    r"|--stop-on-fail|--sat-solver|--no-built-in-assertions|--object-bits|--64|--bounds-check|--pointer-check|--div-by-zero-check"
    r"|--no-standard-checks|--unwinding-assertions|--partial-loops-off|--no-pointer-relation-check|--no-por|--quiet"
    r"|--variable-sensitivity|--vsd|--vsd-\S+|--verify|--constants|--intervals|--heap\S*|--vsd-flow-insensitive|--simplify|--recursive-interprocedural"
    r"|--three-way-merge|--no-bounds-check|--no-pointer-check|--no-div-by-zero-check|--no-signed-overflow-check|--inline|--competition-mode|--k-induction\S*|--havoc|--equalities|--zones|--values-refine|--sympath|--no-malloc-may-fail|--ahistorical|--dependence-graph-vs"
)
VALUED = {"--unwind", "--verbosity", "--std", "--max-k-step", "--k-step", "--unwindset", "--object-bits", "--sat-solver",
          "--timeout", "--memlimit", "--context-bound", "-D", "-I", "--vsd-pointers", "--vsd-arrays", "--vsd-structs", "--vsd-values", "--vsd-unions", "--vsd-array-max-elements"}
KINDS = {"--overflow-check": "overflow", "--signed-overflow-check": "overflow", "--memory-leak-check": "memory",
         "--ub-shift-check": "shift", "--undefined-shift-check": "shift", "--memory-cleanup-check": "memory"}
BOUNDED = {"--unwind", "--unwindset", "--no-unwinding-assertions", "--partial-loops"}


def options_of(words):
    """(our options, kinds asked for beside, bounded, None) or (…, the option that has no counterpart)."""
    ours, kinds, bounded = [], [], False
    words = list(words)
    while words:
        word = words.pop(0)
        bounded |= word in BOUNDED
        if word in KINDS:
            kinds.append(KINDS[word])
        elif word == "--32":
            ours += ["--data-model", "ilp32"]
        elif word in ("-D", "-I") and words:
            ours += [word, words.pop(0)]
        elif re.match(r"-[DI].", word):
            ours.append(word)
        elif word in VALUED and words:
            words.pop(0)
        elif re.fullmatch(r"--(unwind|unwindset|max-k-step|k-step|timeout|memlimit|context-bound)=\S+", word):
            pass
        elif not HARMLESS.fullmatch(word):
            return ours, kinds, bounded, word
    return ours, kinds, bounded, None


def list_desc(folders, skipped):
    """ESBMC's and CBMC's test.desc: kind, file, options, expressions that the output matches."""
    for folder in folders:
        for root, dirs, files in sorted(os.walk(folder)):
            dirs.sort()
            for desc in sorted(f for f in files if f.endswith(".desc")):
                text = open(os.path.join(root, desc), errors="replace").read().split("\n")
                text += [""] * 4
                kind = text[0].split()[0] if text[0].split() else ""
                expressions = [line.strip() for line in text[3:]]
                if "--" in expressions:
                    expressions = expressions[: expressions.index("--")]
                if kind not in ("CORE", "THOROUGH"):
                    skipped["kind " + kind] += 1
                    continue
                files_named = shlex.split(text[1], posix=False)
                words = text[2].split()
                source = [f for f in files_named if f.endswith((".c", ".i"))]
                if len(files_named) != 1 or len(source) != 1:
                    skipped["not one C file"] += 1
                    continue
                path = os.path.join(root, source[0])
                if not os.path.isfile(path):
                    skipped["file missing"] += 1
                    continue
                found = {e for line in expressions for e in re.findall(r"VERIFICATION (SUCCESSFUL|FAILED)", line)}
                if not found and any(re.search(r"assertion.*: SUCCESS", e) for e in expressions):
                    # Each assertion by itself, as goto-analyzer and cprover print them.
                    found = {"FAILED"} if any(re.search(r": (FAILURE|REFUTED)", e) for e in expressions) else {"SUCCESSFUL"}
                    if any(re.search(r": (UNKNOWN|UNREACHABLE)", e) for e in expressions):
                        found = set()
                if len(found) != 1:
                    skipped["no verdict"] += 1
                    continue
                expected = "safe" if found == {"SUCCESSFUL"} else "unsafe"
                ours, kinds, bounded, other = options_of(words)
                if other:
                    skipped["option " + other] += 1
                    continue
                if bounded and expected == "safe" and ("--no-unwinding-assertions" in words or "--partial-loops" in words):
                    skipped["bounded, safe"] += 1
                    continue
                ours = [("-I" + os.path.join(root, o[2:])) if o.startswith("-I") and not o[2:].startswith("/") else o for o in ours]
                yield path, expected, "+".join(["any"] + kinds), " ".join(ours)


OLD_NAME = re.compile(r"_(true|false)-(unreach-call|valid-memsafety|valid-deref|valid-free|valid-memtrack|no-overflow|valid-memcleanup|termination|unreach-label|def-behavior)")
# Names of the first years: what the folder's ALL.prp asks for, or the property that is violated.
FIRST_NAME = re.compile(r"_(true|false|safe|unsafe|BUG)(?:-(valid-\w+|not-label))?(?:_\w+)?(?:\.BV)?(?:\.c)?(?:\.cil)?\.[ci]$")
PROPERTIES = {"unreach-call": "assert", "unreach-label": "assert", "valid-memsafety": "memsafety", "valid-deref": "pointer",
              "valid-free": "pointer", "valid-memtrack": "memory", "no-overflow": "overflow", "valid-memcleanup": "cleanup"}


def list_svcomp(folders, skipped):
    """SV-COMP tasks: a .yml names the input file and the expected verdict of each property."""
    for folder in folders:
        for root, dirs, files in sorted(os.walk(folder)):
            dirs.sort()
            described = set()
            for name in sorted(f for f in files if f.endswith(".yml")):
                text = open(os.path.join(root, name), errors="replace").read()
                inputs = re.search(r"input_files:\s*(?:\n\s*-\s*)?['\"]?([^'\"\n]+)", text)
                if not inputs:
                    continue
                path = os.path.join(root, inputs.group(1).strip())
                model = "lp64" if "LP64" in text and "ILP32" not in text else "ilp32"
                source = open(path, errors="replace").read() if os.path.isfile(path) else ""
                described.add(inputs.group(1).strip())
                if not os.path.isfile(path):
                    skipped["file missing"] += 1
                    continue
                form = r"property_file:\s*\S*?([\w-]+)\.prp\s*\n\s*expected_verdict:\s*(true|false)(?:\s*\n\s*subproperty:\s*([\w-]+))?"
                for prop, verdict, part in re.findall(form, text):
                    prop = part or prop
                    if prop not in PROPERTIES:
                        skipped["property " + prop] += 1
                        continue
                    if prop == "unreach-call" and verdict == "true" and "reach_error" not in source and re.search(r"\bERROR\s*:|__assert_fail|\bassert\b|_error\b", source):
                        # The property is about calls of reach_error() alone, of which there is none.
                        skipped["another error than the property's"] += 1
                        continue
                    yield path, "safe" if verdict == "true" else "unsafe", PROPERTIES[prop], f"--data-model {model}"
            for name in sorted(f for f in files if f.endswith((".c", ".i"))):
                if name in described or name[:-2] + ".i" in described:
                    continue
                if name.endswith(".c") and name[:-2] + ".i" in files:
                    skipped["has an .i"] += 1
                    continue
                seen = set()
                for verdict, prop in OLD_NAME.findall(name.replace("-true-", "_true-").replace("-false-", "_false-")):
                    if prop in PROPERTIES and PROPERTIES[prop] not in seen:
                        seen.add(PROPERTIES[prop])
                        yield os.path.join(root, name), "safe" if verdict == "true" else "unsafe", PROPERTIES[prop], "--data-model ilp32"
                named = FIRST_NAME.search(name)
                if not seen and named:
                    asked = open(os.path.join(root, "ALL.prp"), errors="replace").read() if "ALL.prp" in files else ""
                    prop = PROPERTIES.get(named.group(2)) or ("memsafety" if "valid" in asked else "assert")
                    expected = "safe" if named.group(1) in ("true", "safe") else "unsafe"
                    yield os.path.join(root, name), expected, prop, "--data-model ilp32"
                elif not seen:
                    skipped["no verdict in the name"] += 1


MARKS = [(re.compile(r"^\s*//\s*#Safe", re.M), "safe"), (re.compile(r"^\s*//\s*#Unsafe", re.M), "unsafe"),
         (re.compile(r"@expect verified"), "safe"), (re.compile(r"@expect error"), "unsafe"),
         (re.compile(r"CHECK(?:-L)?: \^?unsat"), "safe"), (re.compile(r"CHECK(?:-L)?: \^?sat"), "unsafe")]
# What such a file asks beside its code: contracts in comments, several threads, options of its own tool.
FOREIGN = re.compile(r"@\s*(loop\s+)?(assert|invariant|ensures|requires|ltl)|pthread_|@flag|__VERIFIER_atomic", re.I)


def list_marked(folders, skipped):
    """Files that say in a comment what is to be found: Ultimate, SMACK, SeaHorn."""
    for folder in folders:
        for root, dirs, files in sorted(os.walk(folder)):
            dirs.sort()
            for name in sorted(f for f in files if f.endswith((".c", ".i"))):
                path = os.path.join(root, name)
                if os.path.islink(path) or "\t" in path:
                    continue
                text = open(path, errors="replace").read()
                found = {expected for mark, expected in MARKS if mark.search(text)}
                if len(found) != 1:
                    skipped["no mark"] += 1
                elif FOREIGN.search(text):
                    skipped["asks for more"] += 1
                else:
                    yield path, found.pop(), "any", ""


def list_goblint(folders, skipped):
    """Goblint's regression tests: `__goblint_check(e)` holds where no comment says otherwise. The checks that Goblint
    need not know (UNKNOWN) are taken out; a file with `// FAIL` is unsafe if that check is reached."""
    for folder in folders:
        target = os.path.join(os.path.dirname(folder.rstrip("/")), "checks")
        os.makedirs(target, exist_ok=True)
        with open(os.path.join(target, "goblint.h"), "w") as header:
            header.write("#include <assert.h>\n#define __goblint_check(e) assert(e)\n#define __goblint_assume(e) do { if (!(e)) __builtin_unreachable(); } while (0)\nvoid __goblint_split_begin(int); void __goblint_split_end(int);\n")
        for root, dirs, files in sorted(os.walk(folder)):
            dirs.sort()
            for name in sorted(f for f in files if f.endswith(".c")):
                text = open(os.path.join(root, name), errors="replace").read()
                if "__goblint_check" not in text or re.search(r"pthread|thrd_|__goblint_assume|setjmp", text):
                    skipped["no checks, or threads"] += 1
                    continue
                lines, expected = [], "safe"
                for line in text.split("\n"):
                    if "__goblint_check" in line:
                        comment = line.split("//", 1)[1] if "//" in line else line.split("/*", 1)[1] if "/*" in line else ""
                        if re.search(r"UNKNOWN|TODO|NOWARN|NOFAIL", comment):
                            line = re.sub(r"__goblint_check\s*\(.*\)\s*;", ";", line)
                        elif "FAIL" in comment:
                            expected = "unsafe"
                    lines.append(line)
                path = os.path.join(target, os.path.basename(root) + "-" + name)
                open(path, "w").write("\n".join(lines))
                yield path, expected, "assert", ""


# ----------------------------------------------------------------------------------------------- runs

def run_one(binary, path, options, timeout, memory):
    """The verdict, its reason and what it took."""
    command = ["nice", "-n", "10", binary, "check", "--no-config", "--format", "json", "--memory", memory,
               "--timeout", str(timeout), *options, path]
    start = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout * 4 + 20)
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        code, out, err = "killed", b"", b""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.monotonic() - start
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    result = {"code": code, "wall": round(seconds, 2), "cpu": round(used, 2)}
    try:
        report = json.loads(out)["files"][0]
    except (ValueError, KeyError, IndexError):
        result.update(verdict="killed" if code == "killed" else "crash", reason=err.decode(errors="replace")[-300:])
        return result
    verdict, reason = report["verdict"], report.get("reason") or ""
    if verdict == "safe" and not report["errors"] and "no error to check" in reason:
        verdict = "nothing"
    result.update(verdict=verdict, reason=reason, assumed=report.get("assumed", []))
    result["errors"] = [
        {"kind": e["kind"], "line": e["line"], "text": e["text"],
         "inputs": (e["counterexamples"] or [{"inputs": []}])[0]["inputs"][:8]}
        for e in report["errors"] if e["status"] == "reachable"
    ]
    return result


def judge(task):
    """right, unknown, nothing, failed, another error than the one asked about, or in which way wrong."""
    verdict, prop = task["verdict"], task["property"]
    if verdict in ("unknown", "failed", "crash", "killed", "nothing"):
        return verdict
    said = {e["kind"] for e in task.get("errors", [])} & {"assertion", "error-call", "error-label", "condition"}
    if verdict == "unsafe" and prop in ("memsafety", "pointer", "memory", "overflow", "cleanup"):
        if said == {e["kind"] for e in task["errors"]}:
            return "another"
    return "right" if verdict == task["expected"] else "wrong " + verdict


def read_list(path):
    return [(line.rstrip("\n").split("\t") + ["", "", ""])[:4] for line in open(path) if line.strip() and line[0] != "#"]


def run(arguments):
    tasks = read_list(arguments.list)
    if arguments.every > 1:
        tasks = tasks[:: arguments.every]
    results = []
    if arguments.resume and os.path.exists(arguments.out):
        results = json.load(open(arguments.out))["tasks"]
    done = {(r["path"], r["property"]) for r in results}
    if arguments.decided:
        before = json.load(open(arguments.decided))["tasks"]
        wanted = {(t["path"], t["property"]) for t in before if t["verdict"] in ("safe", "unsafe")}
        tasks = [t for t in tasks if (t[0], t[2]) in wanted]
    mode, last = shlex.split(arguments.options), time.monotonic()

    def save():
        with open(arguments.out + ".tmp", "w") as out:
            json.dump({"binary": arguments.binary, "options": arguments.options, "timeout": arguments.timeout, "tasks": results}, out)
        os.replace(arguments.out + ".tmp", arguments.out)

    for path, expected, prop, options in tasks:
        if (path, prop) in done:
            continue
        if arguments.only and prop.split("+")[0] not in arguments.only.split(","):
            continue
        result = run_one(arguments.binary, path, mode + shlex.split(options), arguments.timeout, arguments.memory)
        result.update(path=path, expected=expected, property=prop, options=options)
        result["judged"] = judge(result)
        results.append(result)
        if result["judged"].startswith("wrong") or result["judged"] in ("crash", "killed"):
            print(f"{result['judged']}: {path} ({prop}) {result['reason'][:100]}", flush=True)
        if time.monotonic() - last > 15:
            save()
            last = time.monotonic()
    save()
    table([arguments.out], arguments.judged)


# --------------------------------------------------------------------------------------------- tables

def group(reason):
    """A reason without its names, numbers and quoted text."""
    reason = re.sub(r"(/[\w.+-]+)+", "X", reason)
    reason = re.sub(r"^line \d+(:\d+)?: ", "", reason)
    reason = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"", "X", reason)
    reason = re.sub(r"\b\d+(\.\d+)?\b", "N", reason)
    return reason[:90]


def suites_of(tasks):
    """Each task's suite: the folders below what all tests share, without the folder that a test has to itself."""
    root = os.path.commonpath([os.path.dirname(t["path"]) for t in tasks])
    alone = collections.Counter(os.path.dirname(t["path"]) for t in tasks)
    for task in tasks:
        folder = os.path.dirname(task["path"])
        if alone[folder] < 3 and folder != root:
            folder = os.path.dirname(folder)
        task["suite"] = "/".join(os.path.relpath(folder, root).split("/")[:2])


def read_judgements(path):
    """What was found by reading a disagreement: the beginning of the test's path, a word, the reason."""
    if not path:
        return []
    lines = [line.rstrip("\n").split("\t") for line in open(path) if line.strip() and not line.startswith("#")]
    return sorted(lines, key=lambda line: -len(line[0]))


def judgement(judgements, task):
    for line in judgements:
        prefix, wanted = line[0].split(" ", 1) if " " in line[0] else (line[0], "")
        if ("/" + prefix) in task["path"] and wanted in task["judged"]:
            return line[1], line[2] if len(line) > 2 else ""
    return "unread", ""


def table(paths, judged=None):
    judgements = read_judgements(judged)
    tasks = [t for p in paths for t in json.load(open(p))["tasks"]]
    for task in tasks:
        task["judged"] = judge(task)
        if task["judged"].startswith("wrong"):
            task["word"], task["why"] = judgement(judgements, task)
            task["judged"] += ": " + task["word"]
    columns = ["right", "unknown", "nothing", "failed", "another", "crash", "killed"]
    columns += sorted({t["judged"] for t in tasks if "word" in t})
    rows = collections.defaultdict(collections.Counter)
    if tasks:
        suites_of(tasks)
    for task in tasks:
        for name in (task["suite"], "all"):
            rows[name][task["judged"]] += 1
            rows[name]["tasks"] += 1
    print(f"{'suite':34}{'tasks':>7}" + "".join(f"{c.replace('wrong ', '!'):>{max(9, len(c) - 3)}}" for c in columns))
    for name in sorted(rows, key=lambda n: (n == "all", n)):
        print(f"{name:34}{rows[name]['tasks']:>7}" + "".join(f"{rows[name][c]:>{max(9, len(c) - 3)}}" for c in columns))
    walls = sorted(t["wall"] for t in tasks)
    if walls:
        print(f"\ntime: {sum(walls):.0f} s in all, median {walls[len(walls) // 2]:.2f} s, longest {walls[-1]:.1f} s")
    for verdict in ("unknown", "failed"):
        print(f"\n{verdict}, by reason:")
        for reason, count in collections.Counter(group(t["reason"]) for t in tasks if t["judged"] == verdict).most_common(40):
            print(f"{count:6}  {reason}")
    print("\ndisagreements:")
    for task in tasks:
        if task["judged"].startswith("wrong") or task["judged"] in ("crash", "killed"):
            where = ", ".join(f"{e['kind']} at {e['line']}: {e['text'][:50]}" for e in task.get("errors", [])[:2])
            said = task.get("why") or where or "; ".join(task.get("assumed", []))[:120]
            print(f"  {task['judged']}: {task['path']} [{task['property']}] {said}")


def replay(arguments):
    """Each `unsafe` of the results again, with --replay: confirmed by the compiled program, or why not."""
    tasks = [t for p in arguments.results for t in json.load(open(p))["tasks"] if t["verdict"] == "unsafe"]
    results = []
    for task in tasks[:: arguments.every]:
        command = ["nice", "-n", "10", arguments.binary, "check", "--no-config", "--format", "json", "--replay", "--run-timeout", "3",
                   "--timeout", str(arguments.timeout), *shlex.split(arguments.options), *shlex.split(task["options"]), task["path"]]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
            report = json.loads(done.stdout)["files"][0]
        except (subprocess.TimeoutExpired, ValueError, KeyError, IndexError):
            results.append({"path": task["path"], "expected": task["expected"], "said": "no report"})
            continue
        ways = [w.get("replayed") or "" for e in report["errors"] for w in e["counterexamples"]]
        if any("fails at" in w for w in ways):
            said = "confirmed" if all("fails at" in w for w in ways) else "confirmed, some ways not"
        elif report["verdict"] == "unsafe":
            why = re.search(r"not replayed: (.*)", done.stderr.decode(errors="replace"))
            said = "not confirmed: " + next((w for w in ways if w), why.group(1) if why else "nothing said")
        else:
            said = report["verdict"] + ": " + (report.get("reason") or "")
        results.append({"path": task["path"], "expected": task["expected"], "property": task["property"], "said": said})
        if task["expected"] == "safe" and said.startswith("confirmed"):
            print("confirmed against the suite:", task["path"], flush=True)
    with open(arguments.out, "w") as out:
        json.dump(results, out)
    for said, count in collections.Counter(group(r["said"]) for r in results).most_common():
        print(f"{count:6}  {said}")


def kind_of_loss(reason):
    found = re.search(r"(signed overflow|an index out of bounds|a shift amount out of range|a bad pointer access|a divisor of zero|a division by zero)", reason)
    return found.group(1) + " can happen before the error" if found and "can happen" in reason else group(reason)


def compare(old, new):
    load = lambda p: {(t["path"], t["property"]): t for t in json.load(open(p))["tasks"]}
    before, after = load(old), load(new)
    common = sorted(set(before) & set(after))
    moves = collections.Counter((before[k]["judged"], after[k]["judged"]) for k in common)
    for (was, now), count in sorted(moves.items()):
        print(f"{was:>13} -> {now:13}{count:6}" + ("" if was == now else "   *"))
    lost = [k for k in common if before[k]["judged"] == "right" != after[k]["judged"]]
    print("\nright before and not now, by reason:")
    for reason, count in collections.Counter(kind_of_loss(after[k]["reason"]) for k in lost).most_common():
        print(f"{count:6}  {reason}")
    print("\nright before and not now:")
    for key in lost:
        task = after[key]
        print(f"  {task['judged']}: {key[0]} [{key[1]}] ({before[key]['verdict']} before) {task['reason'][:110]}")


FORMS = {"desc": list_desc, "svcomp": list_svcomp, "marked": list_marked, "goblint": list_goblint}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    lister = commands.add_parser("list")
    lister.add_argument("form", choices=FORMS)
    lister.add_argument("folders", nargs="+")
    runner = commands.add_parser("run")
    runner.add_argument("list")
    runner.add_argument("--binary", required=True)
    runner.add_argument("--out", required=True)
    runner.add_argument("--options", default="", help="options for every task, as one word")
    runner.add_argument("--timeout", type=int, default=5)
    runner.add_argument("--memory", default="2G")
    runner.add_argument("--every", type=int, default=1, help="every n-th task only")
    runner.add_argument("--only", help="tasks of these properties only")
    runner.add_argument("--decided", help="only tasks that these results decide")
    runner.add_argument("--judged")
    runner.add_argument("--resume", action="store_true")
    tables = commands.add_parser("table")
    tables.add_argument("results", nargs="+")
    tables.add_argument("--judged", help="what was found by reading disagreements")
    replayer = commands.add_parser("replay")
    replayer.add_argument("results", nargs="+")
    replayer.add_argument("--binary", required=True)
    replayer.add_argument("--out", required=True)
    replayer.add_argument("--options", default="")
    replayer.add_argument("--timeout", type=int, default=5)
    replayer.add_argument("--every", type=int, default=1)
    comparer = commands.add_parser("compare")
    comparer.add_argument("old")
    comparer.add_argument("new")
    arguments = parser.parse_args()
    if arguments.command == "list":
        skipped = collections.Counter()
        for task in FORMS[arguments.form](arguments.folders, skipped):
            print("\t".join(task))
        for reason, count in skipped.most_common():
            print(f"skipped {count}: {reason}", file=sys.stderr)
    elif arguments.command == "run":
        run(arguments)
    elif arguments.command == "table":
        table(arguments.results, arguments.judged)
    elif arguments.command == "replay":
        replay(arguments)
    else:
        compare(arguments.old, arguments.new)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
