//! Programs as people write them, with a few operators and numbers changed.

use super::program::{Condition, Input, Program, Source, hook, mark};
use super::random::Random;

const PROGRAMS: &str = include_str!("../../programs/small.txt");

/// What stands before each program.
const HEAD: &str = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
                    extern void __VERIFIER_assume(int);\n";

/// Makes the program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let all: Vec<&str> = PROGRAMS.trim_start_matches("== ").split("\n== ").collect();
    let (_, text) = all[random.below(all.len())].split_once('\n').unwrap_or_default();
    let (box_, body) = text.split_once('\n').unwrap_or_default();
    let changes = random.below(4);
    let body = (0..changes).fold(body.to_owned(), |body, _| changed(&body, &mut random));
    instrumented(seed, box_.trim_start_matches("// "), &format!("{HEAD}{body}"))
}

/// One operator or number is another one; not before the function begins, nor where values are restricted.
fn changed(body: &str, random: &mut Random) -> String {
    let operators = [" < ", " <= ", " > ", " >= ", " == ", " != ", " && ", " || ", " + ", " - "];
    let mut places = Vec::new();
    let mut start = 0;
    for line in body.split_inclusive('\n') {
        let fixed = line.contains("return 0;")
            || line.contains("assume")
            || line.contains(" = {")
            || !line.starts_with("  ");
        for at in 0..if fixed { 0 } else { line.len() } {
            if let Some(operator) = operators.iter().position(|o| line[at..].starts_with(o)) {
                places.push((start + at, operators[operator].len(), operator));
            }
            let digit = line.as_bytes()[at].is_ascii_digit();
            let alone = !line[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
            if digit && alone && line.as_bytes().get(at + 1).is_none_or(|b| !b.is_ascii_alphanumeric()) {
                places.push((start + at, 1, operators.len()));
            }
        }
        start += line.len();
    }
    if places.is_empty() {
        return body.to_owned();
    }
    let (at, length, operator) = places[random.below(places.len())];
    let other = match operator {
        0..=5 => operators[random.below(6)].to_owned(),
        6 | 7 => operators[13 - operator].to_owned(),
        8 | 9 => operators[17 - operator].to_owned(),
        _ => {
            let digit: i64 = body[at..at + 1].parse().unwrap_or(0);
            (digit + if random.chance(50) { 1 } else { -1 }).abs().to_string()
        }
    };
    format!("{}{other}{}", &body[..at], &body[at + length..])
}

/// Puts marks into a program, and reads its box: `a: int -4..4, b: int 0..1`.
fn instrumented(seed: u64, box_: &str, text: &str) -> Program {
    let mut inputs = Vec::new();
    for input in box_.split(", ") {
        let (name, rest) = input.split_once(": ").unwrap_or_default();
        let (_, range) = rest.split_once(' ').unwrap_or_default();
        let (low, high) = range.split_once("..").unwrap_or_default();
        let bound = |text: &str| text.parse::<i64>().unwrap_or(0);
        let mut values: Vec<i64> = (bound(low)..=bound(high)).collect();
        values.sort_by_key(|v| (v.abs(), *v));
        inputs.push(Input { name: name.to_owned(), line: 0, source: Source::Read, values });
    }
    let mut program = Program {
        seed,
        marked: String::new(),
        inputs,
        entry: None,
        conditions: Vec::new(),
        names: Vec::new(),
        ensures: Vec::new(),
        globals: Vec::new(),
        arrays: Vec::new(),
        bounded: false,
    };
    let mut function = String::new();
    let mut read = 0;
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let marked = marked(&mut program, &mut function, &mut read, number, line);
        program.marked.push_str(&marked);
        program.marked.push('\n');
    }
    // Whether what is left out of the box ends at once was not looked at.
    program.bounded = program.entry.is_none();
    program
}

fn marked(program: &mut Program, function: &mut String, read: &mut usize, number: u32, line: &str) -> String {
    let trimmed = line.trim();
    if !line.starts_with(' ') && line.contains('(') && line.ends_with('{') {
        let name = line.split('(').next().unwrap_or("").rsplit([' ', '*']).next().unwrap_or("").to_owned();
        if !line.starts_with("static") {
            for input in &mut program.inputs {
                if name == "f" {
                    (input.source, input.line) = (Source::Parameter, number);
                }
            }
            program.entry = (name == "f").then(|| "f".to_owned());
        }
        program.names.push(name.clone());
        *function = name.clone();
        program.conditions.push(Condition { line: number, text: "entry".into(), function: name });
        let point = format!(" P({}); {};", program.conditions.len() - 1, hook("line", number));
        return format!("{line}{}", mark(&point, ""));
    }
    if line.starts_with("enum ") || line.starts_with("struct ") && line.contains('{') {
        // Tags and constants are names of the whole batch.
        let (tag, members) = line.split_once('{').unwrap_or_default();
        let constants =
            members.trim_end_matches("};").split([',', ' ']).filter(|_| line.starts_with("enum "));
        program
            .names
            .extend(tag.split(' ').skip(1).chain(constants).filter(|n| !n.is_empty()).map(str::to_owned));
        return line.to_owned();
    }
    if !line.starts_with([' ', '}', '#', '/']) && line.ends_with(';') && !line.starts_with("extern") {
        global(program, line);
        return line.to_owned();
    }
    if let Some((before, behind)) = line.split_once("__VERIFIER_nondet_int()") {
        if let Some(input) = program.inputs.get_mut(*read) {
            input.line = number;
        }
        *read += 1;
        return format!("{before}{}{behind}", mark(&format!("in[{}]", *read - 1), "__VERIFIER_nondet_int()"));
    }
    if trimmed.starts_with("scanf") {
        let name = program.inputs.get(*read).map_or(String::new(), |i| i.name.clone());
        if let Some(input) = program.inputs.get_mut(*read) {
            input.line = number;
        }
        *read += 1;
        let filled = format!("{name} = in[{}]; {};", *read - 1, hook("line", number));
        return format!("  {}", mark(&filled, trimmed));
    }
    if trimmed.starts_with("do {") {
        return line.to_owned();
    }
    if trimmed.starts_with("assert(") {
        // An assertion below a condition without braces is one statement.
        let before = format!("{{ R(__LINE__); {}; {}; ", hook("before", number), hook("line", number));
        return format!("{}{line}{}", mark(&before, ""), mark(" }", ""));
    }
    if trimmed.starts_with("case ") || trimmed.starts_with("default:") {
        let text = trimmed.trim_end_matches(':').to_owned();
        program.conditions.push(Condition { line: number, text, function: function.clone() });
        return format!("{line}{}", mark(&format!(" P({});", program.conditions.len() - 1), ""));
    }
    if line.starts_with("  ")
        && line.ends_with(';')
        && !trimmed.starts_with(['}'])
        && !trimmed.starts_with("return")
        && !line.contains("break;")
    {
        // What is done as a whole: a declaration keeps its scope.
        let after = format!(" {};", hook("line", number));
        let declares = ["int ", "unsigned ", "struct ", "_Bool "].iter().any(|t| trimmed.starts_with(t));
        return match declares {
            true => format!("{}{line}{}", mark("R(__LINE__);", ""), mark(&after, "")),
            false if trimmed.starts_with("if (") => condition(program, function, number, line),
            false => format!("{}{line}{}", mark("{ R(__LINE__); ", ""), mark(&format!("{after} }}"), "")),
        };
    }
    if trimmed.starts_with("return ") && line.ends_with(';') {
        return format!("{}{line}{}", mark("{ R(__LINE__); ", ""), mark(" }", ""));
    }
    condition(program, function, number, line)
}

/// Marks a condition, if the line has one.
fn condition(program: &mut Program, function: &str, number: u32, line: &str) -> String {
    let Some(at) = ["if (", "while (", "for ("].iter().find_map(|w| line.find(w).map(|at| at + w.len()))
    else {
        return line.to_owned();
    };
    let mut depth = 1;
    let mut inside = |c: char| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth > 0
    };
    let length: usize = line[at..].chars().take_while(|c| inside(*c)).count();
    let (mut from, mut to) = (at, at + length);
    if line[..at].ends_with("for (") {
        let first = line[at..].find(';').map_or(at, |i| at + i + 2);
        to = line[first..].find(';').map_or(to, |i| first + i);
        from = first;
    }
    let text = line[from..to].to_owned();
    program.conditions.push(Condition { line: number, text: text.clone(), function: function.to_owned() });
    let count = program.conditions.len() - 1;
    let (mut before, mut after) = (format!("({}, C({count},(", hook("line", number)), ")))".to_owned());
    let is_loop = !line.contains("if (") && !line.trim_start().starts_with('}');
    if is_loop {
        before = format!("({}, {before}", hook("at-loop", number));
        after += &format!(" ? ({}, 1) : ({}, 0))", hook("in-loop", number), hook("after-loop", number));
    }
    format!("{}{}{text}{}{}", &line[..from], mark(&before, ""), mark(&after, ""), &line[to..])
}

/// Globals begin with their values in each run; those of `--entry` are inputs as well.
fn global(program: &mut Program, line: &str) {
    if let Some(name) = line.strip_prefix("const int ") {
        program.names.push(name.split(['[', ' ']).next().unwrap_or_default().to_owned());
    }
    let declared = line.trim_end_matches(';').trim_start_matches("int ");
    if !line.starts_with("int ") {
        return;
    }
    let (name, value) = declared.split_once(" = ").unwrap_or((declared, "0"));
    match name.split_once('[') {
        Some((name, _)) => {
            program.names.push(name.to_owned());
            program.arrays.push(name.to_owned());
        }
        None => {
            program.names.push(name.to_owned());
            program.globals.push((name.to_owned(), value.parse().unwrap_or(0)));
        }
    }
}
