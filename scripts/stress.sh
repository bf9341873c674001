#!/usr/bin/env bash
# Analyses generated programs that are large in one way each (20,000 terms, 5,000 locals, 2,000 functions, 10 MB of text)
# with the default checks and with none, and lists the runs that take more than 1.1 times the time limit plus half a
# second, or more than 1.25 times the memory limit (what the process holds at most, its code included). The other commands that
# have a limit (verify, doomed, ask, replay) get programs of their own, which are large in what these commands look at.
# Usage: scripts/stress.sh [SECONDS] [MEGABYTES] (FOCUSCHECK: the command; PROGRAMS: a folder with programs to take instead)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

focuscheck=${FOCUSCHECK:-target/release/focuscheck}
if [ ! -x "$focuscheck" ]; then
    cargo build --release --quiet
fi
folder=${PROGRAMS:-}
if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    FOCUSCHECK_FOLDER=$folder cargo test --quiet --test suite -- --ignored the_largest_programs_as_files >/dev/null
fi

python3 - "$focuscheck" "$folder" "${1:-2}" "${2:-500}" <<'END'
import glob, json, os, sys, time

binary, folder, seconds, megabytes = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
most, largest = seconds * 1.1 + 0.5, megabytes * 1.25
exceeding, runs = 0, 0
limits = ["--timeout", f"{seconds:g}", "--memory", f"{megabytes}M"]
head = "#include <assert.h>\nint nd(void);\n"
others = {
    "choices": head + "int main(void) { int x = nd(), y = "
    + "".join(f"x == {i} ? {i + 1} : " for i in range(4000)) + "0; assert(y != 77); return y; }\n",
    "sum": head + "int main(void) { unsigned x = nd(), y = " + " + ".join(["x"] * 12000) + "; assert(y != 77); return y; }\n",
    "stores": "int a[5000];\n/*@ requires 0 <= n < 5000; ensures a[0] == 0; */ void f(int n) {\n"
    + "".join(f"a[(n + {i}) % 5000] = {i};\n" for i in range(2000)) + "}\n",
    "linked": "struct s { int v; struct s *next; };\n/*@ requires \\valid(p); ensures \\result == 0; */ int f(struct s *p) {\n"
    + "".join(f"p = p->next; if (p) p->v = {i};\n" for i in range(1600)) + "return 0; }\n",
    "functions": "".join(f"int a{i}[9];\n/*@ requires 0 <= n < 9; */ int f{i}(int n) {{ int s = 0; for (int i = 0; i < n; i++) s += a{i}[i] * n;\n"
    + f"a{i}[n] = s % 7; return s * s; }}\n" for i in range(400)),
    "endless": head + "#include <unistd.h>\nint main(void) { if (nd() == 1) { sleep(60); assert(0); } return 0; }\n",
}
for name, text in others.items():
    with open(f"{folder}/own-{name}.c", "w") as file:
        file.write(text)
commands = []
for path in sorted(glob.glob(folder + "/*.c")):
    if os.path.basename(path).startswith("own-"):
        commands += [(path, word, [word, *(["--no-config"] if word != "doomed" else []), *limits]) for word in ("check", "verify", "doomed", "ask")]
        commands.append((path, "replay", ["replay", "--no-config", "--run-timeout", "60", *limits[:2]]))
        continue
    for checks in ("default", "none"):
        words = ["check", "--no-config", *limits] + (["--check", "none"] if checks == "none" else [])
        commands.append((path, checks, words))
for path, checks, words in commands:
        output = folder + "/report.json"
        is_check = words[0] == "check"
        command = [binary, *words] + (["--format", "json", "-o", output] if is_check else [])
        start = time.monotonic()
        nothing = os.open(os.devnull, os.O_RDWR)
        quiet = [] if is_check else [(os.POSIX_SPAWN_DUP2, nothing, stream) for stream in (0, 1, 2)]
        child = os.posix_spawn(binary, command + [path], os.environ, file_actions=quiet)
        _, status, used = os.wait4(child, 0)
        os.close(nothing)
        wall, cpu, held = time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        try:
            report = json.load(open(output))["files"][0]
            said = f"{report['verdict']} {report['reason'] or ''}"[:90]
        except (OSError, ValueError):
            said = f"no report (status {status})" if is_check else f"ended with {os.waitstatus_to_exitcode(status)}"
        if os.path.exists(output):
            os.remove(output)
        mark = "  "
        runs += 1
        # Beside other work a process waits: what it took of the processor counts as well.
        if min(wall, cpu) > most or held > largest or said.startswith("no report"):
            mark, exceeding = "!!", exceeding + 1
        print(f"{mark} {os.path.basename(path):28} {checks:8} {wall:6.2f} s  {cpu:6.2f} s of the processor  {held:6.0f} MB  {said}", flush=True)
print(f"{exceeding} of {runs} runs take more than {most:g} s or {largest:g} MB")
sys.exit(1 if exceeding else 0)
END
