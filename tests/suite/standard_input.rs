//! What compiled programs read of a text, read after read, is what is known of the standard input.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use focuscheck_base::arith::IntegerType;
use focuscheck_base::options::Options;
use focuscheck_base::reading::Drawn;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{Graph, Site, SiteId};
use focuscheck_cells::simulation::draws::misfit;
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_check::formats;
use focuscheck_driver::analyse;
use focuscheck_report::model::Verdict;

use crate::support::compiler;
use crate::support::random::Random;

/// Runs of reads.
const CASES: u64 = 4_000;

/// What is read by `scanf`, by the letter that stands for it: the format, and so many letters that a text may have at most.
const FORMATS: [(char, &str, i128); 10] = [
    ('n', " ", 0),
    ('d', "%d", 0),
    ('x', "%x", 0),
    ('t', "%2d", 0),
    ('p', "%d,%d", 0),
    ('b', "%d ", 0),
    ('k', "%c", 0),
    ('w', "%3s", 3),
    ('s', "%s", 2_147_483_646),
    ('r', "%4[^\n]", 4),
];

/// Reads what each line asks for, of the text that it gives in hexadecimal digits, and prints what it gets: `scanf` how much it fills,
/// and then numbers, characters, or lengths of texts; `fgets` a length and its letters.
const READER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    static char line[400], text[200], place[200];
    while (fgets(line, sizeof line, stdin)) {
        char *script = strtok(line, " \n"), *digits = strtok(NULL, " \n");
        size_t size = digits ? strlen(digits) / 2 : 0;
        for (size_t i = 0; i < size; i++) {
            unsigned code;
            sscanf(digits + 2 * i, "%2x", &code);
            text[i] = (char)code;
        }
        FILE *f = size ? fmemopen(text, size, "r") : fopen("/dev/null", "r");
        for (; *script; script++) {
            int n = 0, m = 0, r = 0;
            unsigned u = 0;
            char c = 0;
            switch (*script) {
            case 'c': printf("%d ", fgetc(f)); break;
            case 'n': printf("%d ", fscanf(f, " ")); break;
            case 'd': r = fscanf(f, "%d", &n); printf(r == 1 ? "%d %d " : "%d ", r, n); break;
            case 'x': r = fscanf(f, "%x", &u); printf(r == 1 ? "%d %u " : "%d ", r, u); break;
            case 't': r = fscanf(f, "%2d", &n); printf(r == 1 ? "%d %d " : "%d ", r, n); break;
            case 'b': r = fscanf(f, "%d ", &n); printf(r == 1 ? "%d %d " : "%d ", r, n); break;
            case 'p':
                r = fscanf(f, "%d,%d", &n, &m);
                printf(r == 2 ? "%d %d %d " : r == 1 ? "%d %d " : "%d ", r, n, m);
                break;
            case 'k': r = fscanf(f, "%c", &c); printf(r == 1 ? "%d %d " : "%d ", r, c); break;
            case 'w': r = fscanf(f, "%3s", place); printf(r == 1 ? "%d %d " : "%d ", r, (int)strlen(place)); break;
            case 's': r = fscanf(f, "%s", place); printf(r == 1 ? "%d %d " : "%d ", r, (int)strlen(place)); break;
            case 'r': r = fscanf(f, "%4[^\n]", place); printf(r == 1 ? "%d %d " : "%d ", r, (int)strlen(place)); break;
            default:
                if (!fgets(place, *script - '0', f)) { printf("-1 "); break; }
                printf("%d ", (int)strlen(place));
                for (char *p = place; *p; p++) printf("%d ", *p);
            }
        }
        printf("\n");
        fclose(f);
    }
    return 0;
}
"#;

/// What a line of the reader says that it has read.
fn reads(script: &str, values: &[i128]) -> Vec<(Drawn, i128, i128)> {
    let mut values = values.iter().copied();
    let mut next = || values.next().expect("a value");
    let mut found = Vec::new();
    for read in script.chars() {
        let format = FORMATS.iter().find(|(letter, ..)| *letter == read);
        match (read, format) {
            ('c', _) => found.push((Drawn::Character, 255, next())),
            (_, Some(&(_, format, most))) => {
                let filled = next();
                found.push((formats::filled(format), 2, filled));
                let drawn = formats::drawn(format).expect("a format");
                for drawn in drawn.into_iter().take(usize::try_from(filled).unwrap_or(0)) {
                    // What reads texts says so in its body.
                    let drawn = match read {
                        'w' | 's' => Drawn::Word,
                        'r' => Drawn::Rest,
                        _ => drawn,
                    };
                    found.push((drawn, most, next()));
                }
            }
            (size, None) => {
                let most = i128::from(size as u8 - b'0') - 1;
                let length = next();
                found.push((Drawn::Line, most, length));
                for at in 1..=length {
                    let drawn = if at == length { Drawn::Last } else { Drawn::Letter };
                    found.push((drawn, 127, next()));
                }
            }
        }
    }
    assert_eq!(values.next(), None, "{script}");
    found
}

/// What the reader prints for some lines.
fn read_by_compiled(folder: &Path, lines: &str) -> String {
    let (source, binary, cases) = (folder.join("reader.c"), folder.join("reader"), folder.join("cases"));
    std::fs::write(&source, READER).expect("written");
    std::fs::write(&cases, lines).expect("written");
    let compiled =
        Command::new("cc").args(["-w", "-o"]).args([&binary, &source]).output().expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let cases = std::fs::File::open(&cases).expect("there");
    let ran = Command::new(&binary).stdin(Stdio::from(cases)).output().expect("runs");
    assert!(ran.status.success());
    String::from_utf8(ran.stdout).expect("text")
}

#[test]
fn what_compiled_programs_read_is_known_to_be_one_text() {
    if !compiler::exists() {
        return;
    }
    let mut random = Random::new(35);
    let mut cases = Vec::new();
    let mut lines = String::new();
    for _ in 0..CASES {
        let kinds: Vec<char> = "cc236dxtpbkwsrn".chars().collect();
        let script: String = (0..2 + random.below(6)).map(|_| random.pick(&kinds)).collect();
        let text: String = (0..random.below(14)).map(|_| random.pick(b"019a+-, \n\nz") as char).collect();
        let digits: String = text.bytes().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        });
        let _ = writeln!(lines, "{script} {digits}");
        cases.push((script, text));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let printed = read_by_compiled(folder.path(), &lines);
    assert_eq!(printed.lines().count(), cases.len());
    for ((script, text), line) in cases.iter().zip(printed.lines()) {
        let values: Vec<i128> =
            line.split_whitespace().map(|value| value.parse().expect("a number")).collect();
        let reads = reads(script, &values);
        let site = |&(drawn, most, _): &(Drawn, i128, i128)| Site {
            drawn: Some(drawn),
            range: (-1, most),
            ..Site::new("x".to_owned(), IntegerType::INT, Span::default())
        };
        let graph = Graph { sites: reads.iter().map(site).collect(), ..Graph::default() };
        let inputs: Vec<InputRead> = (0..)
            .zip(&reads)
            .map(|(at, &(.., value))| InputRead { site: SiteId(at), occurrence: 0, value })
            .collect();
        assert_eq!(misfit(&graph, &inputs), None, "{script} of {text:?}: {reads:?}");
    }
}

/// A function that reads the stream `in` a few times, and what it has read then.
struct Reads {
    statements: String,
    observed: Vec<String>,
}

fn some_reads(random: &mut Random) -> Reads {
    let (mut declared, mut statements, mut observed) = (String::new(), String::new(), Vec::new());
    for number in 0..2 + random.below(3) {
        let (r, v, t) = (format!("r{number}"), format!("v{number}"), format!("t{number}"));
        let scanned = |format: &str| format!("{r} = fscanf(in, \"{format}\", &{v});");
        let word = |format: &str| format!("{r} = fscanf(in, \"{format}\", {t});");
        let (read, places) = match random.below(7) {
            0 | 1 => (format!("{v} = fgetc(in);"), 0),
            2 => (scanned("%d"), 1),
            3 => (scanned("%2d"), 1),
            4 => (word("%2s"), 4),
            5 => (word("%2[^\\n]"), 4),
            _ => (format!("{r} = fgets({t}, 4, in) != NULL;"), 4),
        };
        let _ = writeln!(declared, "    int {r} = -7, {v} = -7; char {t}[4] = \"...\";");
        let places = (0..if places > 1 { places } else { 0 }).map(|at| format!("{t}[{at}]"));
        let new: Vec<String> = [r, v].into_iter().chain(places).collect();
        let guard = observed.last().filter(|_| random.chance(30));
        let guard =
            guard.map(|seen: &String| format!("if ({seen} != {}) ", random.pick(&[-1, 0, 1, 10, 49])));
        let _ = writeln!(statements, "    {}{read}", guard.unwrap_or_default());
        observed.extend(new);
    }
    Reads { statements: declared + &statements, observed }
}

/// What a compiled program reads of some text, `check` finds: that it does not happen is never proved.
#[test]
fn what_compiled_programs_read_is_found() {
    if !compiler::exists() {
        return;
    }
    let mut random = Random::new(36);
    let mut text = "#include <stdio.h>\n".to_owned();
    let mut calls = String::new();
    let cases: Vec<Reads> = (0..16).map(|_| some_reads(&mut random)).collect();
    for (number, Reads { statements, observed }) in cases.iter().enumerate() {
        let format = "%d ".repeat(observed.len());
        let _ = writeln!(
            text,
            "static void f{number}(FILE *in) {{\n{statements}    printf(\"{format}\\n\", {});\n}}",
            observed.join(", ")
        );
        let read: Vec<String> =
            (0..1 + random.below(8)).map(|_| random.pick(b"01 a-+\n\n5x").to_string()).collect();
        let _ = writeln!(
            calls,
            "    {{ char t[] = {{{}}}; FILE *in = fmemopen(t, sizeof t, \"r\"); f{number}(in); fclose(in); }}",
            read.join(", ")
        );
    }
    let _ = writeln!(text, "int main(void) {{\n{calls}    return 0;\n}}");
    let folder = tempfile::tempdir().expect("a folder");
    let (source, binary) = (folder.path().join("reads.c"), folder.path().join("reads"));
    std::fs::write(&source, &text).expect("written");
    let compiled =
        Command::new("cc").args(["-w", "-o"]).args([&binary, &source]).output().expect("a compiler");
    assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
    let printed = Command::new(&binary).output().expect("runs").stdout;
    let printed = String::from_utf8(printed).expect("text");
    assert_eq!(printed.lines().count(), cases.len());
    for (Reads { statements, observed }, line) in cases.iter().zip(printed.lines()) {
        let seen: Vec<String> = observed
            .iter()
            .zip(line.split_whitespace())
            .map(|(what, value)| format!("{what} == {value}"))
            .collect();
        let program = format!(
            "#include <assert.h>\n#include <stdio.h>\nint main(void) {{\n{}    assert(!({}));\n    return 0;\n}}\n",
            statements.replace("(in", "(stdin").replace(", in)", ", stdin)"),
            seen.join(" && ")
        );
        let options = Options { checks: Some(BTreeSet::new()), ..Options::default() };
        let report = analyse(&SourceFile::new("reads.c", &program), &options);
        assert_eq!(report.verdict, Verdict::Unsafe, "{program}");
    }
}
