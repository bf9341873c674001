//! Constraints in words: as a C programmer writes them, over the names of inputs.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::{IntegerType, Relation, float_text};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Graph, NodeId, Site, SiteId};
use focuscheck_engine::focus::execution::{Atom, Execution};
use focuscheck_engine::focus::symbolic::Origin;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Symbol};
use focuscheck_lia::problem::{Definition, Operation};
use focuscheck_syntax::literal::character_of_bytes;

use super::input::allocation;
use super::model::called;
use focuscheck_base::reading::{SAME_AS, TextPart};

/// The text of a value, longer than which it is only numbered: where values are computed from values that are
/// each used several times, texts would double from one to the next.
const LONGEST: usize = 400;

/// Names for the symbols of one execution.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: BTreeMap<Symbol, String>,
    /// The smallest and the largest value of inputs, and whether their types have others.
    ranges: BTreeMap<Symbol, (i128, i128, bool)>,
    /// The character constants in the texts of conditions, by their values.
    characters: BTreeMap<NodeId, BTreeMap<i128, String>>,
    /// The letters of texts among the inputs.
    letters: BTreeSet<Symbol>,
    /// The floating-point numbers among the inputs, of which all that is not said of their bits is whether they are zero.
    floats: BTreeMap<Symbol, (String, IntegerType)>,
    /// The inputs that say whether a call fails to allocate memory, which are called like the call.
    allocations: BTreeSet<Symbol>,
}

impl Names {
    /// Names the inputs of an execution. Different inputs of one name are told apart by their line, and those of
    /// one line by the number of the read, from 1.
    pub fn of(
        graph: &Graph,
        source: &SourceFile,
        execution: &Execution,
        line: impl Fn(SiteId) -> String,
        number: impl Fn(SiteId, u32) -> u32,
    ) -> Names {
        let mut inputs: Vec<(Symbol, SiteId, u32)> = Vec::new();
        for atom in &execution.atoms {
            for form in [&atom.sides.0, &atom.sides.2] {
                collect(execution, form, &mut inputs);
            }
        }
        for definition in &execution.definitions {
            collect(execution, &definition.left, &mut inputs);
            collect(execution, &definition.right, &mut inputs);
        }
        inputs.sort_unstable();
        inputs.dedup();
        let mut lines: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (_, site, _) in &inputs {
            lines.entry(&graph.sites[site.index()].name).or_default().insert(line(*site));
        }
        let mut names = Names::default();
        for &(symbol, site, occurrence) in &inputs {
            let read = &graph.sites[site.index()];
            let of_call = allocation(&read.name);
            if of_call.is_some() || read.name.contains(SAME_AS) {
                names.allocations.insert(symbol);
            }
            let own = of_call.as_deref().unwrap_or(&read.name);
            let mut name = called(own, number(site, occurrence), read.text);
            if read.text == Some(TextPart::Letter) {
                names.letters.insert(symbol);
            }
            if lines.get(graph.sites[site.index()].name.as_str()).is_some_and(|lines| lines.len() > 1) {
                name = format!("{name}@{}", line(site));
            }
            if graph.sites[site.index()].ty.float {
                names.floats.insert(symbol, (name.clone(), graph.sites[site.index()].ty));
                name = format!("bits of {name}");
            }
            names.names.insert(symbol, name);
            let Site { range: (low, high), ty, .. } = graph.sites[site.index()];
            names.ranges.insert(symbol, (low, high, (low, high) != (ty.min(), ty.max())));
        }
        for atom in &execution.atoms {
            let text = || source.slice(graph.nodes[atom.node.index()].span);
            names.characters.entry(atom.node).or_insert_with(|| characters(text()));
        }
        let mut long = 0;
        for definition in &execution.definitions {
            let mut text = names.definition(definition);
            if text.len() > LONGEST {
                long += 1;
                text = format!("(long expression {long})");
            }
            names.names.insert(definition.symbol, text);
        }
        names
    }

    fn name(&self, symbol: Symbol) -> String {
        self.names.get(&symbol).cloned().unwrap_or_else(|| "(an unknown value)".to_owned())
    }

    fn definition(&self, definition: &Definition) -> String {
        let operand = |form: &Linear| {
            let text = self.form(form);
            let simple = form.terms.is_empty() || form.constant == 0 && matches!(form.terms[..], [(_, 1)]);
            if simple { text } else { format!("({text})") }
        };
        let operator = match definition.operation {
            Operation::Multiply => "*",
            Operation::Divide => "/",
            Operation::Remainder => "%",
            Operation::BitAnd => "&",
            Operation::BitOr => "|",
            Operation::BitXor => "^",
            Operation::ShiftLeft => "<<",
            Operation::ShiftRight => ">>",
            // A truth value is whether a number is not zero.
            Operation::Wrap if definition.width == 1 => {
                return format!("({} != 0)", self.form(&definition.left));
            }
            Operation::Wrap => {
                let kind = if definition.signed { "int" } else { "uint" };
                return format!("({kind}{}_t)({})", definition.width, self.form(&definition.left));
            }
        };
        if let (Operation::Remainder, [(symbol, 1)]) = (definition.operation, &definition.left.terms[..])
            && let Some((number, _)) = self.floats.get(symbol)
        {
            // That of the sign is left out of the bits of a number that is tested for zero.
            return number.clone();
        }
        let (left, right) = (operand(&definition.left), operand(&definition.right));
        format!("({left} {operator} {right})")
    }

    /// A linear form: `x + 2 * y - 1`.
    pub fn form(&self, form: &Linear) -> String {
        let mut text = String::new();
        for &(symbol, coefficient) in &form.terms {
            let sign = if coefficient < 0 { "-" } else { "+" };
            match (text.is_empty(), sign) {
                (true, "-") => text.push('-'),
                (true, _) => {}
                (false, sign) => text.push_str(&format!(" {sign} ")),
            }
            match coefficient.unsigned_abs() {
                1 => text.push_str(&self.name(symbol)),
                factor => text.push_str(&format!("{factor} * {}", self.name(symbol))),
            }
        }
        match (text.is_empty(), form.constant) {
            (true, constant) => constant.to_string(),
            (false, 0) => text,
            (false, constant) if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
            (false, constant) => format!("{text} + {constant}"),
        }
    }

    /// An atomic outcome, turned as in the source: the first symbol of the left side stays on the left.
    pub fn atom(&self, atom: &Atom) -> String {
        let (left, relation, right) = &atom.sides;
        let Some(difference) = left.subtract(right) else { return "(too large to show)".to_owned() };
        let lead = left.terms.iter().chain(&right.terms).map(|&(s, _)| s);
        let lead = lead.into_iter().find(|&s| difference.coefficient(s) != 0);
        self.relation(&difference, *relation, lead, self.characters.get(&atom.node))
    }

    /// A normalised constraint; equal constraints have equal texts.
    pub fn constraint(&self, constraint: &Constraint) -> String {
        let relation = match constraint.comparison {
            Comparison::AtMostZero => Relation::LessEqual,
            Comparison::Zero => Relation::Equal,
            Comparison::NotZero => Relation::NotEqual,
        };
        self.relation(&constraint.expression, relation, None, None)
    }

    /// `difference REL 0`, with positive terms on the left after turning.
    fn relation(
        &self,
        difference: &Linear,
        relation: Relation,
        lead: Option<Symbol>,
        characters: Option<&BTreeMap<i128, String>>,
    ) -> String {
        let turn = lead.is_some_and(|s| difference.coefficient(s) < 0);
        let turned = if turn { difference.scale(-1) } else { Some(difference.clone()) };
        let Some(mut form) = turned else { return "(too large to show)".to_owned() };
        let mut relation = if turn { mirror(relation) } else { relation };
        // 2 * x <= 6 is shown as x <= 3.
        if let [(symbol, factor)] = form.terms[..]
            && factor.abs() > 1
            && form.constant % factor == 0
        {
            if factor < 0 {
                relation = mirror(relation);
            }
            form = Linear { terms: vec![(symbol, 1)], constant: form.constant / factor };
        }
        let mut left = Linear::constant(0);
        let mut right = Linear::constant(0);
        for &(symbol, coefficient) in &form.terms {
            let side = if coefficient > 0 { &mut left } else { &mut right };
            side.terms.push((symbol, coefficient.abs()));
        }
        if left.terms.is_empty() {
            std::mem::swap(&mut left, &mut right);
            relation = mirror(relation);
            left.constant = 0;
            right.constant = form.constant;
        } else {
            right.constant = form.constant.checked_neg().unwrap_or(0);
        }
        // x <= y - 1 is shown as x < y, and x >= y + 1 as x > y.
        if !right.terms.is_empty() {
            match (relation, right.constant) {
                (Relation::LessEqual, -1) => (relation, right.constant) = (Relation::Less, 0),
                (Relation::GreaterEqual, 1) => (relation, right.constant) = (Relation::Greater, 0),
                _ => {}
            }
        }
        let mut value = self.form(&right);
        if let ([(symbol, 1)], []) = (&left.terms[..], &right.terms[..]) {
            (relation, right.constant) = self.at_the_edge(*symbol, relation, right.constant);
            if let Some(is_null) = self.null(*symbol, relation, right.constant) {
                let relation = if is_null { Relation::Equal } else { Relation::NotEqual }.symbol();
                let own = self.form(&left);
                return match own.split_once(SAME_AS) {
                    Some((one, other)) => format!("{one} {relation} {other}"),
                    None => format!("{own} {relation} NULL"),
                };
            }
            let character = characters.and_then(|known| known.get(&right.constant)).cloned();
            let letter = self.letters.contains(symbol).then(|| letter(right.constant)).flatten();
            let bits = self.floats.get(symbol).filter(|(_, ty)| ty.contains(right.constant));
            let bits = bits.map(|(_, ty)| format!("bits of {}", float_text(*ty, right.constant)));
            value = character.or(letter).or(bits).unwrap_or_else(|| right.constant.to_string());
        }
        format!("{} {} {value}", self.form(&left), relation.symbol())
    }

    /// Of a condition on whether a call fails to allocate memory whether it says that it gives null.
    fn null(&self, symbol: Symbol, relation: Relation, constant: i128) -> Option<bool> {
        let fails = constant == 1;
        match relation {
            _ if !self.allocations.contains(&symbol) || !(0..=1).contains(&constant) => None,
            Relation::Equal => Some(fails),
            Relation::NotEqual => Some(!fails),
            Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual => None,
        }
    }

    /// What is true of one value alone, or of all but one, is said with that value: `scanf() == 2`, and not `scanf() > 1`.
    fn at_the_edge(&self, symbol: Symbol, relation: Relation, constant: i128) -> (Relation, i128) {
        let Some(&(low, high, is_narrow)) = self.ranges.get(&symbol) else { return (relation, constant) };
        match relation {
            Relation::GreaterEqual if constant == high => (Relation::Equal, high),
            Relation::Greater if constant == high - 1 => (Relation::Equal, high),
            Relation::LessEqual if constant == low => (Relation::Equal, low),
            Relation::Less if constant == low + 1 => (Relation::Equal, low),
            Relation::LessEqual if is_narrow && constant == high - 1 => (Relation::NotEqual, high),
            Relation::Less if is_narrow && constant == high => (Relation::NotEqual, high),
            other => (other, constant),
        }
    }
}

/// The character constant of a letter, where it can be written.
fn letter(value: i128) -> Option<String> {
    match u8::try_from(value).ok()? {
        0 => Some("'\\0'".to_owned()),
        b'\n' => Some("'\\n'".to_owned()),
        byte @ (b'\'' | b'\\') => Some(format!("'\\{}'", byte as char)),
        byte @ b' '..=b'~' => Some(format!("'{}'", byte as char)),
        _ => None,
    }
}

/// The character constants in a text, by their values, as they are written.
fn characters(text: &str) -> BTreeMap<i128, String> {
    let mut found = BTreeMap::new();
    let mut rest = text;
    while let Some(begin) = rest.find('\'') {
        let inner = &rest[begin + 1..];
        let mut is_escaped = false;
        let end = inner.find(|c: char| {
            let ends = c == '\'' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end else { break };
        let whole = &rest[begin..begin + 1 + end + 1];
        if let Some(value) = character_of_bytes(whole).filter(|_| !whole[1..].starts_with('\'')) {
            found.insert(value.into(), whole.to_owned());
        }
        rest = &inner[end + 1..];
    }
    found
}

fn mirror(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}

fn collect(execution: &Execution, form: &Linear, into: &mut Vec<(Symbol, SiteId, u32)>) {
    for &(symbol, _) in &form.terms {
        if let Origin::Input(site, occurrence) = execution.symbols.origin(symbol) {
            into.push((symbol, site, occurrence));
        }
    }
}
