//! Proofs with something wrong in them: what the checker still accepts must have no model.

use super::random::{Source, Unknowns, World, asked, satisfiable};
use super::*;
use focuscheck_certificate::refutation::{FormulaLine, Line, MapLine, Reason, TermLine, check_lines};
use focuscheck_certificate::{Answer as Decided, Given, Number, Operation as Written, Step, checksum};
use focuscheck_lia::problem::Operation;
use proptest::prelude::*;

/// What lines suppose, read back.
struct Read {
    terms: Terms,
    unknowns: Unknowns,
    supposed: Vec<FormulaId>,
}

fn small(number: &Number) -> i128 {
    i128::try_from(number).unwrap_or(1_000)
}

fn range(limits: &Option<(Number, Number)>) -> Option<(i128, i128)> {
    limits.as_ref().map(|(low, high)| (small(low), small(high)))
}

fn operation(operation: Written) -> Operation {
    match operation {
        Written::Multiply => Operation::Multiply,
        Written::Divide => Operation::Divide,
        Written::Remainder => Operation::Remainder,
        Written::And => Operation::BitAnd,
        Written::Or => Operation::BitOr,
        Written::Xor => Operation::BitXor,
        Written::ShiftLeft => Operation::ShiftLeft,
        Written::ShiftRight => Operation::ShiftRight,
        Written::Convert => Operation::Wrap,
    }
}

/// The formula of a line.
fn formula(
    arena: &mut Terms,
    line: &FormulaLine,
    terms: &[TermId],
    formulas: &[FormulaId],
    unknowns: &Unknowns,
) -> FormulaId {
    let all = |parts: &[usize]| parts.iter().map(|part| formulas[*part]).collect::<Vec<_>>();
    let bound = |of: &[usize]| of.iter().map(|v| unknowns.variables[*v]).collect::<Vec<_>>();
    let zero = arena.integer(0);
    match line {
        FormulaLine::Constant(value) => arena.constant(*value),
        FormulaLine::Atom(number) => arena.atom_formula(unknowns.atoms[*number]),
        FormulaLine::AtMostZero(term) => at_most(arena, terms[*term], zero),
        FormulaLine::Zero(term) => arena.equal(terms[*term], zero),
        FormulaLine::Not(inner) => arena.not(formulas[*inner]),
        FormulaLine::And(parts) => arena.and(all(parts)),
        FormulaLine::Or(parts) => arena.or(all(parts)),
        FormulaLine::Iff(left, right) => arena.iff(formulas[*left], formulas[*right]),
        FormulaLine::Forall(variables, body) => arena.forall(&bound(variables), formulas[*body]),
        FormulaLine::Exists(variables, body) => arena.exists(&bound(variables), formulas[*body]),
    }
}

/// The terms and formulas of lines that a checker has accepted.
fn read(lines: &[Line], world: World) -> Read {
    let mut read = Read {
        terms: Terms::default(),
        unknowns: Unknowns { world, atoms: Vec::new(), variables: Vec::new(), maps: Vec::new() },
        supposed: Vec::new(),
    };
    let (mut terms, mut maps, mut formulas) = (Vec::new(), Vec::new(), Vec::new());
    let Read { terms: arena, unknowns, supposed } = &mut read;
    for line in lines {
        match line {
            Line::Variable(limits, name) => unknowns.variables.push(arena.variable(name, range(limits))),
            Line::Atom(name) => unknowns.atoms.push(arena.atom(name)),
            Line::Term(line) => terms.push(match line {
                TermLine::Number(value) => arena.integer(small(value)),
                TermLine::Variable(number) => arena.variable_term(unknowns.variables[*number]),
                TermLine::Sum(sum) => {
                    let parts: Vec<(i128, TermId)> =
                        sum.terms.iter().map(|(term, factor)| (small(factor), terms[*term])).collect();
                    arena.sum(&parts, small(&sum.constant))
                }
                TermLine::Operation(of, width, signed, left, right) => {
                    arena.operation(operation(*of), *width as u8, *signed, terms[*left], terms[*right])
                }
                TermLine::Select(map, block, offset) => {
                    arena.select(maps[*map], terms[*block], terms[*offset])
                }
                TermLine::Conditional(condition, yes, no) => {
                    arena.conditional(formulas[*condition], terms[*yes], terms[*no])
                }
            }),
            Line::Map(line) => maps.push(match line {
                MapLine::Unknown(limits) => {
                    let map = match range(limits) {
                        Some(range) => arena.bounded_map_variable("m", range),
                        None => arena.map_variable("m"),
                    };
                    unknowns.maps.push(map);
                    map
                }
                MapLine::Store(map, block, offset, value) => {
                    arena.store(maps[*map], terms[*block], terms[*offset], terms[*value])
                }
                MapLine::Forgotten(map, fresh, regions) => {
                    let region = |[block, first, end]: &[usize; 3]| Region {
                        block: terms[*block],
                        first: terms[*first],
                        end: terms[*end],
                    };
                    arena.forgotten(maps[*map], maps[*fresh], regions.iter().map(region).collect())
                }
                MapLine::Choice(cases) => arena
                    .choice(cases.iter().map(|(formula, map)| (formulas[*formula], maps[*map])).collect()),
            }),
            Line::Formula(line) => formulas.push(formula(arena, line, &terms, &formulas, unknowns)),
            Line::Suppose(number, _) => supposed.push(formulas[*number]),
            Line::Clause(..) => {}
        }
    }
    // Only what is supposed is about variables that brute force has to try.
    let mut free = std::collections::BTreeSet::new();
    supposed.iter().for_each(|formula| free.extend(arena.free(Item::Formula(*formula))));
    unknowns.variables.retain(|variable| free.contains(variable));
    read
}

/// A number that is one off.
fn shift(number: &mut Number, source: &mut Source<'_>) {
    match source.below(2) {
        0 => *number += 1,
        _ => *number -= 1,
    }
}

/// Another number of a line of the same kind.
fn other(number: &mut usize, source: &mut Source<'_>) {
    match source.below(3) {
        0 => *number += 1,
        1 => *number = number.saturating_sub(1),
        _ => *number = usize::from(source.below(40)),
    }
}

fn one<'t, T>(of: &'t mut [T], source: &mut Source<'_>) -> Option<&'t mut T> {
    let count = of.len().min(255) as u8;
    if count == 0 { None } else { of.get_mut(usize::from(source.below(count))) }
}

/// Changes something in a line; whether there was something.
fn damage(line: &mut Line, source: &mut Source<'_>) -> bool {
    match line {
        Line::Variable(Some((low, high)), _) => {
            shift(if source.below(2) == 0 { low } else { high }, source);
        }
        Line::Term(TermLine::Number(value)) => shift(value, source),
        Line::Term(TermLine::Sum(sum)) => match one(&mut sum.terms, source) {
            Some(term) if source.below(2) == 0 => shift(&mut term.1, source),
            _ => shift(&mut sum.constant, source),
        },
        Line::Term(TermLine::Select(_, block, offset)) => {
            other(if source.below(2) == 0 { block } else { offset }, source);
        }
        Line::Formula(FormulaLine::Not(part) | FormulaLine::Zero(part)) => other(part, source),
        Line::Formula(FormulaLine::And(parts) | FormulaLine::Or(parts)) => match source.below(2) {
            0 => {
                parts.pop();
            }
            _ => other(&mut parts[0], source),
        },
        Line::Formula(FormulaLine::Forall(_, body) | FormulaLine::Exists(_, body)) => other(body, source),
        Line::Suppose(number, _) => other(number, source),
        Line::Clause(literals, reason) => match (source.below(3), reason) {
            (0, _) if !literals.is_empty() => {
                let position = usize::from(source.below(literals.len() as u8));
                literals.remove(position);
            }
            (1, _) if !literals.is_empty() => {
                let Some(literal) = one(literals, source) else { return false };
                match source.below(2) {
                    0 => literal.1 = !literal.1,
                    _ => other(&mut literal.0, source),
                }
            }
            (
                _,
                Reason::Structure(number)
                | Reason::Read(number)
                | Reason::Conditional(number)
                | Reason::Law(number),
            ) => {
                other(number, source);
            }
            (_, Reason::Instance(_, with) | Reason::Witness(_, with)) => {
                let Some(number) = one(with, source) else { return false };
                other(number, source);
            }
            (_, Reason::Congruence(one, _) | Reason::Order(one, _)) => other(one, source),
            (_, Reason::Learned(from)) => {
                from.pop();
            }
            (_, Reason::Arithmetic(decision, with)) => match (source.below(4), &mut decision.answer) {
                (0, _) => {
                    let Some(number) = one(with, source) else { return false };
                    other(number, source);
                }
                (1, _) => {
                    let Some(Given::Fact(fact, _)) = one(&mut decision.system, source) else { return false };
                    shift(&mut fact.form.constant, source);
                }
                (2, Decided::Infeasible(steps)) => {
                    steps.pop();
                }
                (_, Decided::Infeasible(steps)) => match one(steps, source) {
                    Some(Step::Sum { fact, .. }) => shift(&mut fact.form.constant, source),
                    _ => return false,
                },
                (_, Decided::Feasible(_)) => return false,
            },
            (_, Reason::Supposed) => return false,
        },
        _ => return false,
    }
    true
}

/// The text of a certificate.
fn text(lines: &[Line]) -> String {
    let mut writer = Writer::new(&[]);
    writer.add_refutation(lines);
    writer.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn damaged_proofs_prove_nothing_wrong(
        bytes in prop::collection::vec(any::<u8>(), 10..80),
        damages in prop::collection::vec(any::<u8>(), 300),
        kind in 0..3u8,
    ) {
        let world = match kind {
            0 => World::default(),
            1 => World { quantifiers: true, ..World::default() },
            _ => World { maps: 1, contents: (0, 1), quantifiers: true, ..World::default() },
        };
        let (mut prover, _) = asked(&bytes, world.clone());
        let Answer::Refuted { .. } = prover.solve(&[]) else { return Ok(()) };
        let lines = prover.proof().unwrap();
        prop_assert_eq!(check_lines(&lines), Ok(()));
        let mut source = Source { bytes: &damages, position: 0 };
        for _ in 0..40 {
            let mut damaged = lines.clone();
            let position = (usize::from(source.below(255)) * 256 + usize::from(source.below(255))) % lines.len();
            if !damage(&mut damaged[position], &mut source) || damaged == lines {
                continue;
            }
            if check_lines(&damaged).is_ok() {
                let read = read(&damaged, world.clone());
                if read.unknowns.variables.len() > 3 || read.unknowns.maps.len() > 1 {
                    continue;
                }
                prop_assert!(!satisfiable(&read.terms, &read.unknowns, &read.supposed), "{:?}\n{}", damaged[position], text(&damaged));
            }
        }
    }
}

/// The proof of a question about a written map under a quantifier.
fn quantified() -> Vec<Line> {
    let mut prover = prover();
    let [n, i, x] = variables(&mut prover, ["n", "i", "x"], Some((-100, 100)));
    let [free] = variables(&mut prover, ["y"], None);
    let terms = &mut prover.terms;
    let k = terms.variable("k", Some((0, 50)));
    let index = terms.variable_term(k);
    let (map, fresh) = (terms.map_variable("m"), terms.map_variable("f"));
    let (block, zero) = (terms.integer(3), terms.integer(0));
    let here = terms.forgotten(map, fresh, vec![Region { block, first: zero, end: i }]);
    let after = terms.store(here, block, i, x);
    // All below n are positive before; so is what is written; inside of the region they are what x is.
    let (old, new) = (terms.select(map, block, index), terms.select(after, block, index));
    let inside = terms.select(fresh, block, index);
    let (low, high) = (at_most(terms, zero, index), less(terms, index, n));
    let guard = terms.and([low, high]);
    let positive = less(terms, zero, old);
    let before = terms.implies(guard, positive);
    let before = terms.forall(&[k], before);
    let same = terms.equal(inside, x);
    let filled = terms.forall(&[k], same);
    let written = less(terms, zero, x);
    let nothing = terms.equal(free, free);
    let still = less(terms, zero, new);
    let still = terms.implies(guard, still);
    let shown = terms.forall(&[k], still);
    let not = terms.not(shown);
    for formula in [before, filled, written, nothing, not] {
        prover.suppose(formula);
    }
    assert!(matches!(prover.solve(&[]), Answer::Refuted { .. }));
    prover.proof().unwrap()
}

/// The proof of a question about a conditional term and a map that is read at two positions.
fn conditional() -> Vec<Line> {
    let mut prover = prover();
    let [i, j, x, y] = variables(&mut prover, ["i", "j", "x", "y"], Some((-100, 100)));
    let terms = &mut prover.terms;
    let map = terms.map_variable("m");
    let block = terms.integer(3);
    let (one, other) = (terms.select(map, block, i), terms.select(map, block, j));
    let atom = terms.atom("p");
    let chosen = terms.atom_formula(atom);
    let value = terms.conditional(chosen, x, y);
    let same = terms.equal(i, j);
    let read = terms.equal(one, value);
    let not = terms.equal(other, x);
    let not = terms.not(not);
    for formula in [chosen, same, read, not] {
        prover.suppose(formula);
    }
    assert!(matches!(prover.solve(&[]), Answer::Refuted { .. }));
    prover.proof().unwrap()
}

/// `x < y && 0 < c ==> x * c + c <= y * c && x % c < c`
fn lawful() -> Vec<Line> {
    let mut prover = Prover::new(Limits::default());
    let terms = &mut prover.terms;
    let [x, y, c] = ["x", "y", "c"].map(|name| {
        let variable = terms.variable(name, Some((0, 1 << 30)));
        terms.variable_term(variable)
    });
    let zero = terms.integer(0);
    let rest = terms.operation(Operation::Remainder, 64, true, x, c);
    let (one, other) = (terms.times(x, c), terms.times(y, c));
    let next = terms.plus(one, c);
    let less = terms.compare(Relation::Less, x, y);
    let positive = terms.compare(Relation::Less, zero, c);
    let large = terms.compare(Relation::Less, other, next);
    let beyond = terms.compare(Relation::LessEqual, c, rest);
    let fails = terms.or([large, beyond]);
    for formula in [less, positive, fails] {
        prover.suppose(formula);
    }
    assert!(matches!(prover.solve(&[]), Answer::Refuted { .. }));
    prover.proof().unwrap()
}

fn rule(reason: &Reason) -> &'static str {
    match reason {
        Reason::Supposed => "supposed",
        Reason::Structure(_) => "structure",
        Reason::Witness(..) => "witness",
        Reason::Instance(..) => "instance",
        Reason::Read(_) => "read",
        Reason::Congruence(..) => "congruence",
        Reason::Conditional(_) => "conditional",
        Reason::Law(_) => "law",
        Reason::Order(..) => "order",
        Reason::Arithmetic(..) => "arithmetic",
        Reason::Learned(_) => "learned",
    }
}

/// One change of each kind at each place of proofs in which all rules occur is refused.
#[test]
fn each_fault_is_refused() {
    let proofs = [quantified(), conditional(), lawful()];
    let reasons = proofs.iter().flatten().filter_map(|line| match line {
        Line::Clause(_, reason) => Some(rule(reason)),
        _ => None,
    });
    let rules: std::collections::BTreeSet<&str> = reasons.collect();
    assert_eq!(rules.len(), 11, "{rules:?}");
    proofs.iter().for_each(|lines| refuses_faults(lines));
}

fn refuses_faults(lines: &[Line]) {
    assert_eq!(check_lines(lines), Ok(()));
    let mut tried = 0;
    let mut refused = |position: usize, line: Line| {
        let mut damaged = lines.to_vec();
        damaged[position] = line;
        tried += 1;
        assert!(check_lines(&damaged).is_err(), "{}{:?}", text(&damaged), damaged[position]);
    };
    for (position, line) in lines.iter().enumerate() {
        let Line::Clause(literals, reason) = line else { continue };
        for number in 0..literals.len() {
            let mut fewer = literals.clone();
            fewer.remove(number);
            refused(position, Line::Clause(fewer, reason.clone()));
            let mut flipped = literals.clone();
            flipped[number].1 = !flipped[number].1;
            refused(position, Line::Clause(flipped, reason.clone()));
        }
        match reason {
            Reason::Learned(from) => {
                for number in 0..from.len() {
                    let mut fewer = from.clone();
                    fewer.remove(number);
                    refused(position, Line::Clause(literals.clone(), Reason::Learned(fewer)));
                }
            }
            Reason::Arithmetic(decision, with) => {
                let mut shorter = decision.clone();
                if let Decided::Infeasible(steps) = &mut shorter.answer {
                    steps.pop();
                }
                refused(position, Line::Clause(literals.clone(), Reason::Arithmetic(shorter, with.clone())));
                for number in 0..decision.system.len() {
                    let mut changed = decision.clone();
                    let Given::Fact(fact, _) = &mut changed.system[number] else { continue };
                    fact.form.constant += 1;
                    refused(
                        position,
                        Line::Clause(literals.clone(), Reason::Arithmetic(changed, with.clone())),
                    );
                }
            }
            Reason::Instance(formula, with) => {
                let other: Vec<usize> = with.iter().map(|term| term - 1).collect();
                refused(position, Line::Clause(literals.clone(), Reason::Instance(*formula, other)));
            }
            Reason::Read(term) => {
                refused(position, Line::Clause(literals.clone(), Reason::Read(term + 1)));
            }
            Reason::Conditional(term) => {
                refused(position, Line::Clause(literals.clone(), Reason::Conditional(term - 1)));
            }
            Reason::Law(term) => {
                refused(position, Line::Clause(literals.clone(), Reason::Law(term - 1)));
            }
            Reason::Congruence(one, other) | Reason::Order(one, other) => {
                refused(position, Line::Clause(literals.clone(), Reason::Congruence(*one, *one)));
                refused(position, Line::Clause(literals.clone(), Reason::Congruence(*other, *other)));
            }
            Reason::Supposed | Reason::Structure(_) | Reason::Witness(..) => {}
        }
    }
    assert!(tried > 30, "{tried}");
}

/// A term that is out of the range of a bound variable makes no instance: what the range says is not left out.
#[test]
fn instances_are_in_range() {
    let lines = |high: i32| {
        format!(
            "refutation 1\ninteger x0 in 0 {high}\nterm t0: variable x0\nterm t1: sum t0 - 1\nterm t2: number 2\n\
             formula f0: at-most-zero t1\nformula f1: forall x0 f0\nsuppose f1\nclause 1: f1 by supposed\n\
             clause 2: -f1 by instance f1 t2\nlearned 3: from 1 2\n"
        )
    };
    let certificate = |lines: String| {
        let mut text = format!("focuscheck certificate 1\n{lines}");
        text.push_str(&format!("done 1 {:016x}\n", checksum(text.as_bytes())));
        text.push_str(&format!("end 1 {:016x}\n", checksum(text.as_bytes())));
        text
    };
    assert_eq!(verify(&certificate(lines(2))), Ok(1));
    let refused = verify(&certificate(lines(1))).unwrap_err();
    assert_eq!((refused.line, refused.reason.as_str()), (11, "the clause does not follow by this rule"));
}
