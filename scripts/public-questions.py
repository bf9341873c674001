"""Asks about public programs: see public-questions.sh."""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
LIST = HERE / "public-questions.json"
# So many seconds an analysis, a preparation and each question may take.
SECONDS = "10"


def ran(binary, words, file):
    command = [binary, *words, "--no-config", "--timeout", SECONDS, "--format", "json", file.name]
    run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=file.parent)
    try:
        return json.loads(run.stdout)
    except ValueError:
        sys.exit(f"{file}: {' '.join(command)}: {run.stderr.strip()}")


def short(question):
    given = " && ".join(question["given"])
    text = question["text"] if question["text"] is not None else "reached"
    return f"{given + ', ' if given else ''}{question['kind']} {text}"


def recorded(question, row):
    """The answer of the list, as a file of answers has it."""
    keys = ("kind", "function", "at", "occurrence", "given", "text")
    answer = {key: question[key] for key in keys} | {"answer": row["answers"][short(question)]}
    for point, moment in (("in-loop", "round"), ("at-loop", "condition")):
        if isinstance(question["point"], dict) and point in question["point"]:
            answer["moment"] = moment
    if question["calls"]:
        answer["calls"] = question["calls"]
    return answer


def asked(binary, row, file):
    """The dialogue with the answers of the list, in one line; every question whose answer the list lacks stays open."""
    given = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as answers:
        while True:
            answers.seek(0)
            answers.truncate()
            json.dump({"schema": "focuscheck-answers/1", "answers": given}, answers)
            answers.flush()
            words = ["ask", *row.get("options", []), "--questions", "100", "--answers", answers.name]
            report = ran(binary, words, file)
            questions = [question for error in report["errors"] for question in error["questions"]]
            pending = [question for question in questions if question["answer"] is None]
            known = [question for question in pending if short(question) in row.get("answers", {})]
            new = [answer for answer in map(lambda question: recorded(question, row), known) if answer not in given]
            if not new:
                break
            given += new
    count = {by: sum(question["by"] == by for question in questions) for by in ("user", "run", "proof")}
    text = f"{report['verdict']}, asked {len(questions)}: {count['user']} by the list"
    text += f", {count['run']} by runs, {count['proof']} by proofs"
    for question in pending:
        text += f"; open: {short(question)}"
    reasons = {whole["reason"] for whole in [report, *report["errors"]] if whole["reason"]}
    return "; ".join([text, *sorted(reasons)])


def doomed(binary, row, file):
    """The warnings, in one line."""
    report = ran(binary, ["doomed", *row.get("options", [])], file)["files"][0]
    warnings = [
        f"{warning['line']} {warning['kind']} ({', '.join(map(str, warning['because']))})" for warning in report["doomed"]
    ]
    return "; ".join(warnings) or "nothing"


def main():
    binary, folder, write = sys.argv[1], pathlib.Path(sys.argv[2]), "--write" in sys.argv[3:]
    rows, different, missing = json.loads(LIST.read_text()), 0, set()
    verdicts = {}
    for row in rows:
        file = folder / row["project"] / row["path"]
        if not file.exists():
            missing.add(row["project"])
            continue
        found = {"ask": asked, "doomed": doomed}[row["command"]](binary, row, file)
        if row["command"] == "ask":
            kind = found.split(",")[0], row["label"]
            verdicts[kind] = verdicts.get(kind, 0) + 1
        if found != row.get("found"):
            different += 1
            print(f"{row['command']} {row['project']}/{row['path']}: {found}\n    expected {row.get('found')}")
        row["found"] = found
    for (verdict, label), count in sorted(verdicts.items()):
        print(f"{verdict}, said to be {label}: {count}")
    for project in sorted(missing):
        print(f"not there: {project}")
    print(f"questions about public programs: {len(rows)}, {different} different")
    if write:
        LIST.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    return 1 if different and not write else 0


sys.exit(main())
