//! What attributes, names for the assembler and assembly say of variables and functions: who else reaches a variable,
//! what runs before and after `main`.
//!
//! What they mean is modelled only where it is plain. For the rest the worst is taken: a variable with a second name
//! has no cells, one that assembly or a section can name escapes, and a run whose order is not known is not followed.

use std::collections::BTreeSet;

use super::Checker;
use super::typed::{
    Expression, ExpressionKind, FunctionId, IntegerType, May, Statement, StatementKind, Storage, VariableId,
};
use super::unsupported::unsupported;
use crate::source::Span;
use crate::syntax::ast;

/// What a file says of the linkage of its names beyond C's own words.
#[derive(Debug, Default)]
pub(super) struct Linkage {
    /// Variables that have, or may have, another name.
    shared: BTreeSet<String>,
    /// Variables that are reached by other ways than their names, and where that is said.
    exposed: BTreeSet<String>,
    /// Whether some variables lie in sections of their own, where names from outside reach them.
    sections: bool,
    /// Whether there is text for the assembler, which can name any variable and any function.
    assembler: bool,
    /// Whether some unions are transparent: arguments for them may be of their members' types.
    pub transparent: bool,
    /// Whether code of other files gives pointers, which may lead to all that is not `static`.
    given_away: bool,
    /// A variable among the tables of functions that run before or after `main`.
    tables: Option<String>,
    constructors: Vec<(String, Span)>,
    destructors: Vec<(String, Span)>,
    /// Functions whose meaning is decided elsewhere, whatever their name is.
    foreign: BTreeSet<String>,
    /// Functions that may be missing: their address may be null.
    weak: BTreeSet<String>,
}

impl Linkage {
    /// Takes note of text for the assembler.
    pub fn assemble(&mut self) {
        self.assembler = true;
    }

    /// Takes note of pointers that come from other files.
    pub fn give_away(&mut self) {
        self.given_away = true;
    }

    /// Whether a variable without cells may be another one that has some.
    pub fn is_shared(&self, name: &str, defined: bool) -> bool {
        self.shared.contains(name) || !defined
    }

    /// Whether a variable gets no cells of its own, because it may be the same as another.
    pub fn has_no_cells(&self, name: &str, defined: bool) -> bool {
        self.shared.contains(name) || (self.sections && !defined)
    }

    /// Whether nothing is known of a function without a body, not even that it may give any value.
    pub fn is_foreign(&self, name: &str) -> bool {
        self.foreign.contains(name)
    }

    /// Whether the address of a function without a body may be null.
    pub fn is_weak(&self, name: &str) -> bool {
        self.weak.contains(name)
    }

    /// Reads what stands at a variable at file scope.
    pub fn variable(&mut self, name: &str, attributes: &[&[String]]) {
        for attribute in attributes.iter().copied().flatten() {
            let (word, argument) = attribute.split_once('=').unwrap_or((attribute, ""));
            match word {
                "alias" | "weakref" => self.twins(name, argument),
                "asm" if argument != name => self.twins(name, argument),
                "section" => {
                    self.sections = true;
                    self.exposed.insert(name.to_owned());
                    // Tables of what runs before and after `main`.
                    if ["init", "fini", "ctors", "dtors"].iter().any(|table| argument.contains(table)) {
                        self.tables.get_or_insert_with(|| name.to_owned());
                    }
                }
                _ => {}
            }
        }
    }

    fn twins(&mut self, name: &str, other: &str) {
        for name in [name, other] {
            self.shared.insert(name.to_owned());
            self.exposed.insert(name.to_owned());
        }
    }

    /// Reads what stands at a function; gives the function that it is another name of.
    pub fn function(&mut self, name: &ast::Name, attributes: &[&[String]]) -> Option<String> {
        let mut alias = None;
        for attribute in attributes.iter().copied().flatten() {
            let (word, argument) = attribute.split_once('=').unwrap_or((attribute, ""));
            let entry = (name.text.clone(), name.span);
            let known = |list: &[(String, Span)]| list.iter().any(|(known, _)| *known == name.text);
            match word {
                "alias" => alias = Some(argument.to_owned()),
                "asm" if argument != name.text => alias = Some(argument.to_owned()),
                "weak" => {
                    self.weak.insert(name.text.clone());
                }
                "weakref" | "ifunc" => {
                    self.weak.insert(name.text.clone());
                    self.foreign.insert(name.text.clone());
                }
                "constructor" if !known(&self.constructors) => self.constructors.push(entry),
                "destructor" if !known(&self.destructors) => self.destructors.push(entry),
                _ => {}
            }
        }
        alias
    }
}

impl Checker<'_> {
    /// Lets escape what is reached by other ways than its name.
    pub fn expose_linked(&mut self) {
        let all = self.linkage.assembler;
        for (number, variable) in self.program.variables.iter().enumerate() {
            let global = variable.storage == Storage::Global;
            let external = self
                .globals
                .get(&variable.name)
                .is_some_and(|g| !g.internal && g.variable == Some(VariableId(number as u32)));
            let exposed =
                self.linkage.exposed.contains(&variable.name) || (self.linkage.given_away && external);
            if global && (all || exposed) {
                self.address_taken.insert(VariableId(number as u32));
            }
        }
    }

    /// The functions with bodies that may be called through pointers.
    pub fn callbacks(&self) -> BTreeSet<FunctionId> {
        let mut found = BTreeSet::new();
        for name in &self.function_values {
            let Some(entry) = self.functions.get(name) else { continue };
            let other = entry.alias.as_ref().and_then(|alias| self.functions.get(alias));
            found.extend([Some(entry), other].into_iter().flatten().filter_map(|entry| entry.definition));
        }
        if self.linkage.assembler {
            found.extend((0..self.program.functions.len() as u32).map(FunctionId));
        }
        found
    }

    /// What runs before `main`, and around it, put at its begin.
    pub fn run_constructors(&mut self, main: FunctionId) {
        let mut statements = Vec::new();
        let effect = |kind, span| {
            let expression = Expression { kind, ty: IntegerType::INT, span };
            Statement { kind: StatementKind::Expression(expression), span }
        };
        let undecided = |reason: &str, span| {
            let part = unsupported(reason, Vec::new(), May::ANYTHING, IntegerType::INT, span);
            Statement { kind: StatementKind::Expression(part), span }
        };
        if let Some((name, span)) = self.linkage.destructors.first() {
            statements.push(undecided(&format!("destructor '{name}'"), *span));
        }
        if let Some(name) = &self.linkage.tables {
            let span = self.program.functions[main.index()].span;
            statements
                .push(undecided(&format!("'{name}' in a table of functions that run around main"), span));
            statements.push(effect(ExpressionKind::Stop(Vec::new()), span));
        }
        let defined = |name: &str| self.functions.get(name).and_then(|f| f.definition);
        match &self.linkage.constructors[..] {
            [] => {}
            [(name, span)] if defined(name).is_some_and(|id| id != main) => {
                let Some(id) = defined(name) else { return };
                let parameters = self.program.functions[id.index()].parameters.iter();
                let cells = parameters.flat_map(|v| &self.program.variables[v.index()].cells);
                let arguments = cells
                    .map(|cell| {
                        unsupported("argument of a constructor", Vec::new(), May::NOTHING, cell.ty, *span)
                    })
                    .collect();
                statements.push(effect(ExpressionKind::Call(id, arguments, Vec::new()), *span));
            }
            [(name, span), ..] => {
                // Which comes first, the linker decides.
                statements.push(undecided(&format!("several constructors, '{name}' among them"), *span));
                statements.push(effect(ExpressionKind::Stop(Vec::new()), *span));
            }
        }
        if let StatementKind::Block(body) = &mut self.program.functions[main.index()].body.kind {
            body.splice(0..0, statements);
        }
    }

    /// An `asm` statement: its outputs are not known, and its text may name and call what it likes.
    pub fn assembler(&mut self, assembler: &ast::Assembler, span: Span, out: &mut Vec<Statement>) {
        let (mut effects, hoisted) = self.with_hoisting(|c| {
            let mut effects = Vec::new();
            for input in &assembler.inputs {
                if c.is_lvalue(input) {
                    // An operand in memory is passed by its address.
                    let target = c.target(input);
                    let address = c.address_of(target, input.span);
                    effects.extend(c.escaping_effects(address));
                } else {
                    let value = c.value(input);
                    effects.extend(c.escaping_effects(value));
                }
            }
            effects
        });
        out.extend(hoisted);
        let mut may = May::NOTHING;
        if assembler.text {
            self.linkage.assemble();
            may = May::RUN;
        }
        may.jump = !assembler.labels.is_empty();
        const REASON: &str = "inline assembly";
        let inputs = std::mem::take(&mut effects);
        effects.push(unsupported(REASON, inputs, may, IntegerType::INT, span));
        for output in &assembler.outputs {
            let (stored, hoisted) = self.with_hoisting(|c| {
                let target = c.target(output);
                let ty = target.ty.clone();
                let value =
                    super::unsupported::Value::other(ty, REASON, Vec::new(), May::NOTHING, output.span);
                c.store(target, value, output.span).into_dropped()
            });
            out.extend(hoisted);
            effects.extend(stored);
        }
        let statement = |e| Statement { kind: StatementKind::Expression(e), span };
        out.extend(effects.into_iter().map(statement));
        if may.jump {
            let stop = ExpressionKind::Stop(Vec::new());
            out.push(statement(Expression { kind: stop, ty: IntegerType::INT, span }));
        }
    }
}
