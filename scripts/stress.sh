#!/usr/bin/env bash
# Analyses generated programs that are large in one way each (20,000 terms, 5,000 locals, 2,000 functions, 10 MB of text)
# with the default checks and with none, and lists the runs that take more than 1.1 times the time limit plus half a
# second, or more than 1.25 times the memory limit (what the process holds at most, its code included).
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
for path in sorted(glob.glob(folder + "/*.c")):
    for checks in ("default", "none"):
        output = folder + "/report.json"
        command = [binary, "check", "--no-config", "--format", "json", "--timeout", f"{seconds:g}", "--memory", f"{megabytes}M", "-o", output]
        command += ["--check", "none"] if checks == "none" else []
        start = time.monotonic()
        child = os.posix_spawn(binary, command + [path], os.environ)
        _, status, used = os.wait4(child, 0)
        wall, cpu, held = time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        try:
            report = json.load(open(output))["files"][0]
            said = f"{report['verdict']} {report['reason'] or ''}"[:90]
        except (OSError, ValueError):
            said = f"no report (status {status})"
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
