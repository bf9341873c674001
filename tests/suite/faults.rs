//! Certificates of `verify` with something wrong in them: each line of each refutation of `programs/labels` left out, each of
//! its numbers one off, each literal turned round, dropped or doubled.
//!
//! A fault in the proof leaves what is supposed as it was. So what the checker still accepts there is still a refutation of
//! the same formulas, and it is only counted: lines that nothing needs, bounds that are not tight, reasons that are named
//! beside what suffices. Three things are never accepted: a refutation without its last clause, one in which a clause that
//! the last one rests on is missing, and one of which the checksum is not that of its text.

// The counts of the long run have to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::Path;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_certificate::parse;
use focuscheck_driver::verify::{Request, verify};
use rayon::prelude::*;

/// FNV-1a, as the format has it.
fn checksum(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// A certificate with one refutation, with checksums that are right.
fn certificate(lines: &[String]) -> String {
    let mut text = "focuscheck certificate 1\nrefutation 1\n".to_owned();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&format!("done 1 {:016x}\n", checksum(&text)));
    text.push_str(&format!("end 1 {:016x}\n", checksum(&text)));
    text
}

/// The refutations of the certificate of a program, each with its lines.
fn refutations(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("a text");
    let source = SourceFile::new("program.c", text);
    let options = Options { checks: Some(CheckKind::DEFAULT.into()), timeout: None, ..Options::default() };
    let report = verify(&source, &options, &Request { certificates: true, ..Request::default() });
    let text = report.certificate.unwrap_or_default();
    let mut refutations = Vec::new();
    let mut open: Option<Vec<String>> = None;
    for line in text.lines() {
        if line.starts_with("refutation ") {
            open = Some(Vec::new());
        } else if line.starts_with("done ") {
            refutations.extend(open.take());
        } else if let Some(lines) = &mut open {
            let bare = line.split(" ; ").next().unwrap_or_default().trim();
            lines.push(if line.starts_with("suppose") || !line.contains(" ; ") {
                line.to_owned()
            } else {
                bare.to_owned()
            });
        }
    }
    refutations
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Dropped,
    Doubled,
    OneMore,
    OneLess,
    Turned,
    WordDropped,
}

/// The line with each fault that it can have; `None`: without it.
fn faults(line: &str) -> Vec<(Fault, Vec<String>)> {
    let mut faults = vec![(Fault::Dropped, Vec::new()), (Fault::Doubled, vec![line.to_owned(); 2])];
    let (body, comment) = line.split_once(" ; ").map_or((line, ""), |(body, comment)| (body, comment));
    let words: Vec<&str> = body.split(' ').collect();
    let mut with = |fault: Fault, words: Vec<String>| {
        let mut text = words.join(" ");
        if !comment.is_empty() {
            text = format!("{text} ; {comment}");
        }
        faults.push((fault, vec![text]));
    };
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    for (position, word) in words.iter().enumerate().skip(1) {
        let digits = word.find(|c: char| c.is_ascii_digit());
        if let Some(at) = digits {
            let end = word[at..].find(|c: char| !c.is_ascii_digit()).map_or(word.len(), |end| at + end);
            if let Ok(number) = word[at..end].parse::<i128>() {
                for (fault, other) in [(Fault::OneMore, number + 1), (Fault::OneLess, number - 1)] {
                    if other < 0 {
                        continue;
                    }
                    let mut changed = owned(&words);
                    changed[position] = format!("{}{other}{}", &word[..at], &word[end..]);
                    with(fault, changed);
                }
            }
            let mut turned = owned(&words);
            turned[position] = word.strip_prefix('-').map_or_else(|| format!("-{word}"), str::to_owned);
            with(Fault::Turned, turned);
        }
        let mut fewer = owned(&words);
        fewer.remove(position);
        with(Fault::WordDropped, fewer);
    }
    faults.retain(|(_, lines)| lines.len() != 1 || lines[0] != line);
    faults
}

/// Whether a line says what is refuted, and is no part of the proof.
fn is_statement(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    matches!(word, "integer" | "truth" | "term" | "formula" | "map" | "suppose")
}

/// For each kind of fault, in what is refuted (true) or in the proof, how many were tried, and how many are accepted.
type Counts = BTreeMap<(bool, Fault), [u64; 2]>;

/// Tries the faults of a refutation, one in so many of them.
fn tried(lines: &[String], one_in: usize) -> (Counts, Vec<String>) {
    assert_eq!(parse::verify(&certificate(lines)), Ok(1), "{}", certificate(lines));
    let (mut counts, mut wrong) = (Counts::new(), Vec::new());
    let mut number = 0;
    for (position, line) in lines.iter().enumerate() {
        for (fault, other) in faults(line) {
            number += 1;
            if number % one_in != 0 {
                continue;
            }
            let mut damaged = lines[..position].to_vec();
            damaged.extend(other);
            damaged.extend_from_slice(&lines[position + 1..]);
            let text = certificate(&damaged);
            let accepted = parse::verify(&text).is_ok();
            let count = counts.entry((is_statement(line), fault)).or_default();
            count[0] += 1;
            count[1] += u64::from(accepted);
            let is_last = position + 1 == lines.len();
            if accepted && is_last && fault == Fault::Dropped {
                wrong.push(text);
            }
        }
    }
    (counts, wrong)
}

fn programs() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/labels");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths
}

fn all(paths: &[std::path::PathBuf], one_in: usize) -> (usize, Counts, Vec<String>) {
    let refutations: Vec<Vec<String>> = paths.par_iter().flat_map(|path| refutations(path)).collect();
    let found: Vec<_> = refutations.par_iter().map(|lines| tried(lines, one_in)).collect();
    let (mut counts, mut wrong) = (Counts::new(), Vec::new());
    for (some, more) in found {
        for (key, [tried, accepted]) in some {
            let count = counts.entry(key).or_default();
            count[0] += tried;
            count[1] += accepted;
        }
        wrong.extend(more);
    }
    (refutations.len(), counts, wrong)
}

#[test]
fn faults_in_certificates_of_programs_are_refused() {
    let paths: Vec<_> =
        programs().into_iter().filter(|path| path.ends_with("esc.c") || path.ends_with("bits.c")).collect();
    let (refutations, counts, wrong) = all(&paths, 7);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let of_proof =
        |place: usize| counts.iter().filter(|((of, _), _)| !of).map(|(_, count)| count[place]).sum::<u64>();
    let (tried, accepted) = (of_proof(0), of_proof(1));
    assert!(refutations > 4 && tried > 300 && accepted * 4 < tried, "{refutations}: {accepted} of {tried}");
}

/// The long run: FOCUSCHECK_ONE_IN, one fault in so many.
#[test]
#[ignore = "takes long; run by scripts/oracle.sh"]
fn many_faults_in_certificates_are_refused() {
    let one_in = std::env::var("FOCUSCHECK_ONE_IN").map_or(1, |text| text.parse().expect("a number"));
    let (refutations, counts, wrong) = all(&programs(), one_in);
    eprintln!("{refutations} refutations");
    for ((is_statement, fault), [tried, accepted]) in &counts {
        let place = if *is_statement { "in what is refuted" } else { "in the proof" };
        eprintln!("{fault:?} {place}: {tried} tried, {} refused, {accepted} accepted", tried - accepted);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
