//! The paper's two examples, dialogues with truthful and with ignorant people, and random facts against brute force.

mod random;

use super::*;
use focuscheck_base::arith::Relation;
use focuscheck_lia::constraint::{Linear, Symbol};
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::{FormulaId, TermId};
use focuscheck_smt::{Limits, Prover};

/// Unknowns by name: inputs with a minus in front, those at least 0 with a plus at the end.
fn unknowns(prover: &mut Prover, names: &[(&str, UnknownKind, Option<i128>)]) -> Vec<Unknown> {
    names
        .iter()
        .map(|(name, kind, low)| {
            let range = (low.unwrap_or(-(1 << 31)), (1 << 31) - 1);
            let variable = prover.terms.variable(name, Some(range));
            let term = prover.terms.variable_term(variable);
            Unknown { term, kind: *kind, bounds: (*low, None), point: None, derived: false }
        })
        .collect()
}

/// Runs with some facts, in which a condition is checked.
fn world(mut prover: Prover, unknowns: Vec<Unknown>, facts: FormulaId, holds: FormulaId) -> World {
    let kinds = ["passes", "fails", "checked"].map(|name| prover.terms.atom(name));
    let fails = prover.terms.not(holds);
    for (kind, condition) in [(kinds[0], holds), (kinds[1], fails)] {
        let atom = prover.terms.atom_formula(kind);
        let both = prover.terms.and([facts, condition]);
        let implied = prover.terms.implies(atom, both);
        prover.suppose(implied);
    }
    let checked = prover.terms.atom_formula(kinds[2]);
    let reached = prover.terms.implies(checked, facts);
    prover.suppose(reached);
    World::new(prover, unknowns, kinds)
}

const INPUT: UnknownKind = UnknownKind::Input;
const UNKNOWN: UnknownKind = UnknownKind::Abstraction;

/// Section 1.1.
fn intro() -> (World, Vec<&'static str>) {
    let mut prover = Prover::new(Limits::default());
    let names = ["flag", "n", "n * n", "i", "j"];
    let kinds = [(INPUT, None), (INPUT, Some(0)), (UNKNOWN, Some(0)), (UNKNOWN, None), (UNKNOWN, None)];
    let listed: Vec<_> = names.iter().zip(kinds).map(|(name, (kind, low))| (*name, kind, low)).collect();
    let unknowns = unknowns(&mut prover, &listed);
    let [flag, n, nn, i, j]: [TermId; 5] = std::array::from_fn(|number| unknowns[number].term);
    let terms = &mut prover.terms;
    let zero = terms.integer(0);
    let set = terms.compare(Relation::NotEqual, flag, zero);
    let unset = terms.not(set);
    let mut exceeds = |parts: &[(i128, TermId)], constant| {
        let sum = terms.sum(parts, constant);
        let twice = terms.sum(&[(2, n)], 0);
        terms.compare(Relation::Greater, sum, twice)
    };
    let (one, other) = (exceeds(&[(1, nn), (1, i), (1, j)], 0), exceeds(&[(1, i), (1, j)], 1));
    let (one, other) = (terms.and([set, one]), terms.and([unset, other]));
    let holds = terms.or([one, other]);
    let (low, above) =
        (terms.compare(Relation::GreaterEqual, i, zero), terms.compare(Relation::Greater, i, n));
    let facts = terms.and([low, above]);
    (world(prover, unknowns, facts, holds), names.to_vec())
}

/// Example 1.
fn example() -> (World, Vec<&'static str>) {
    let mut prover = Prover::new(Limits::default());
    let names = ["a1", "a2", "i", "j"];
    let listed = [("a1", INPUT, None), ("a2", INPUT, None), ("i", UNKNOWN, None), ("j", UNKNOWN, None)];
    let unknowns = unknowns(&mut prover, &listed);
    let [a1, a2, i, j]: [TermId; 4] = std::array::from_fn(|number| unknowns[number].term);
    let terms = &mut prover.terms;
    let zero = terms.integer(0);
    let (one_set, two_set) =
        (terms.compare(Relation::Greater, a1, zero), terms.compare(Relation::Greater, a2, zero));
    let sum = terms.plus(i, j);
    let long = terms.sum(&[(1, i), (1, j), (-2, a2)], 0);
    let more = terms.compare(Relation::Greater, sum, a2);
    let enough = terms.compare(Relation::GreaterEqual, long, zero);
    let (one_unset, two_unset) = (terms.not(one_set), terms.not(two_set));
    let (first, second) = (terms.and([one_set, two_set, more]), terms.and([one_set, two_unset, enough]));
    let holds = terms.or([first, second, one_unset]);
    let (low, above) =
        (terms.compare(Relation::GreaterEqual, i, zero), terms.compare(Relation::Greater, i, a2));
    let facts = terms.and([low, above]);
    (world(prover, unknowns, facts, holds), names.to_vec())
}

fn text(ask: &Ask, is_input: &dyn Fn(Symbol) -> bool, names: &[&str]) -> String {
    let name = |symbol: Symbol| names[symbol.0 as usize].to_owned();
    let write = |atom| written(atom, is_input, &name);
    let given: Vec<String> = ask.given.iter().map(write).collect();
    let given = if given.is_empty() { String::new() } else { format!("{}, ", given.join(" && ")) };
    let about: Vec<String> = ask.about.iter().map(write).collect();
    let about = if about.is_empty() { "reached".to_owned() } else { about.join(" && ") };
    match ask.kind {
        Kind::Always => format!("{given}always {about}"),
        Kind::Possible => format!("{given}possible {about}"),
    }
}

/// All questions of a dialogue with their answers, and its end.
fn told(
    (world, names): (World, Vec<&'static str>),
    settings: Settings,
    reply: &dyn Fn(&str) -> Answer,
) -> Vec<String> {
    let inputs: Vec<bool> = (0..names.len()).map(|number| world.is_input(Symbol(number as u32))).collect();
    let is_input = |symbol: Symbol| inputs[symbol.0 as usize];
    let mut dialogue = Dialogue::new(world, settings);
    let mut told = Vec::new();
    loop {
        match dialogue.proceed() {
            Next::Question(offer) => {
                let texts: Vec<String> = offer.asks.iter().map(|ask| text(ask, &is_input, &names)).collect();
                let answer = reply(&texts[0]);
                let costs: Vec<String> = offer.costs.iter().map(u64::to_string).collect();
                told.push(format!("{} ({})", texts.join(" | "), costs.join(", ")));
                for (ask, _, reply) in offer.replies(answer) {
                    dialogue.tell(&ask, reply);
                }
            }
            Next::End(end) => {
                told.push(format!("{end:?}"));
                return told;
            }
        }
    }
}

#[test]
fn the_first_questions_of_the_paper() {
    let yes = |_: &str| Answer::Yes(0);
    let two = Settings { alternatives: 1, ..Settings::default() };
    assert_eq!(told(intro(), two, &yes), ["always j >= i - 1 | always j >= n (2, 6)", "Discharged"]);
    assert_eq!(told(example(), two, &yes), ["always j >= 0 | always a1 <= 0 (1, 4)", "Discharged"]);
    let overview = Settings { cost: Cost::Overview, alternatives: 0 };
    assert_eq!(told(intro(), overview, &yes), ["always j >= n (2)", "Discharged"]);
    assert_eq!(told(example(), overview, &yes), ["always j >= 0 (1)", "Discharged"]);
}

#[test]
fn an_alternative_will_do() {
    let two = Settings { alternatives: 1, ..Settings::default() };
    let second = |_: &str| Answer::Yes(1);
    assert_eq!(told(intro(), two, &second).last().unwrap(), "Discharged");
}

/// The first example with `j -= i`, truthfully.
#[test]
fn no_after_no_leads_to_a_witness() {
    let reply = |text: &str| if text.contains("possible") { Answer::Yes(0) } else { Answer::No };
    let expected = [
        "always j >= i - 1 (2)",
        "always n * n + j >= i - 1 && j >= i - 2 (3)",
        "always j >= n (6)",
        "always flag == 0 && j >= i - 2 (7)",
        "possible j < i - 2 (7)",
        "always n * n + j >= n && j >= n - 1 (7)",
        "always i + j > 2 * n (7)",
        "always flag != 0 && n * n + j >= i - 1 (8)",
        "flag == 0, possible j < i - 2 (8)",
        "always n * n + i + j > 2 * n && i + j >= 2 * n (8)",
        "always flag == 0 && j >= n - 1 (11)",
        "possible j < n - 1 (11)",
        "flag == 0, possible i + j < 0 (11)",
        "Validated",
    ];
    assert_eq!(told(intro(), Settings::default(), &reply), expected);
}

#[test]
fn a_person_who_knows_nothing_is_asked_everything_once() {
    let unknown = |_: &str| Answer::Unknown;
    let witnesses = [
        (intro(), 18, "flag == 0, possible i + j < 0 (11)"),
        (example(), 14, "a1 > 0, possible i + j <= a2 (10)"),
    ];
    for (example, questions, witness) in witnesses {
        let asked = told(example, Settings::default(), &unknown);
        assert_eq!((asked.len() - 1, asked.last().unwrap().as_str()), (questions, "Open"), "{asked:#?}");
        assert!(asked.iter().any(|question| question == witness), "{asked:#?}");
    }
}

#[test]
fn answers_that_contradict_each_other_end_it() {
    let (world, _) = intro();
    let mut dialogue = Dialogue::new(world, Settings::default());
    let Next::Question(offer) = dialogue.proceed() else { panic!("no question") };
    let never = Ask { kind: Kind::Possible, given: Vec::new(), about: Vec::new(), reaching: false };
    dialogue.tell(&offer.asks[0], Reply::No);
    dialogue.tell(&offer.asks[0], Reply::Yes);
    assert_eq!(dialogue.proceed(), Next::End(End::Contradiction));
    // That no run comes to the error settles it by itself.
    let mut dialogue = Dialogue::new(intro().0, Settings::default());
    dialogue.tell(&never, Reply::No);
    assert_eq!(dialogue.proceed(), Next::End(End::Discharged));
    assert_eq!(dialogue.basis(), [never]);
}

/// Remainders are asked for only where C's and the mathematical ones agree.
#[test]
fn remainders_are_those_of_c() {
    let name = |symbol: Symbol| ["i", "j"][symbol.0 as usize].to_owned();
    let text = |terms: &[(u32, i128)], constant, holds| {
        let terms = terms.iter().map(|&(symbol, factor)| (Symbol(symbol), factor)).collect();
        let expression = Linear { terms, constant };
        written(&Atom::Divides { expression, modulus: 3, holds }, &|_| false, &name)
    };
    assert_eq!(text(&[(1, 1)], 0, true), "j % 3 == 0");
    assert_eq!(text(&[(1, 1)], -1, false), "(j + 2) % 3 != 0");
    assert_eq!(text(&[(0, -1), (1, 2)], 1, true), "(i - 2 * j + 2) % 3 == 0");
}
