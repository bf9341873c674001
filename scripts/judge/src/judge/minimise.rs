//! Smaller programs of which the same is said wrongly.

use std::path::Path;

use super::judged_programs;
use super::program::Program;
use super::tally::Finding;
use super::tool::Tool;

/// Leaves out what is not needed for a finding; the lines that are left keep their numbers.
pub fn minimised(program: &Program, finding: &Finding, tool: &Tool, folder: &Path) -> (Program, Finding) {
    let (mut best, mut found) = (program.clone(), finding.clone());
    for _ in 0..2 {
        let before = best.marked.clone();
        for first in 0..best.marked.lines().count() {
            for last in candidates(&best, first) {
                let smaller = without(&best, first, last);
                let tally = judged_programs(std::slice::from_ref(&smaller), tool, folder);
                let same = |f: &&Finding| f.kind == finding.kind && f.how == finding.how;
                if let Some(now) = tally.wrong.iter().find(same) {
                    (best, found) = (smaller, now.clone());
                    break;
                }
            }
        }
        if best.marked == before {
            break;
        }
    }
    (best, found)
}

/// The last lines of what may be left out from a line on: the block that begins there, else the line alone.
fn candidates(program: &Program, first: usize) -> Vec<usize> {
    let lines: Vec<&str> = program.marked.lines().collect();
    let text = lines[first].trim();
    if text.is_empty() || text.starts_with('}') || first < 3 {
        return Vec::new();
    }
    let mut depth = 0;
    for (index, line) in lines.iter().enumerate().skip(first) {
        let opened = line.matches('{').count() as i32 - line.matches('}').count() as i32;
        depth += opened;
        if depth <= 0 && !(line.contains("else") && line.ends_with('{')) {
            return if depth == 0 { vec![index] } else { Vec::new() };
        }
    }
    Vec::new()
}

fn without(program: &Program, first: usize, last: usize) -> Program {
    let line = |(index, line): (usize, &str)| {
        let gone = (first..=last).contains(&index);
        if gone { "\n".to_owned() } else { format!("{line}\n") }
    };
    Program { marked: program.marked.lines().enumerate().map(line).collect(), ..program.clone() }
}
