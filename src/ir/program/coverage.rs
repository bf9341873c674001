//! That nothing of a program is dropped: each part of the syntax tree that has an effect has its node in the typed tree,
//! and each node of that with an effect has its nodes in the graph.
//!
//! Both walks are over the whole language, without a default arm: a new construct does not compile until somebody says
//! here what it must leave behind.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::graph::Graph;
use super::lower::lower;
use super::start::Start;
use super::visit::{Part, all};
use focuscheck_base::options::DataModel;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::check;
use focuscheck_check::tree::{self, ExpressionKind as E, PlaceKind, Program as Tree, StatementKind as T};
use focuscheck_syntax::ast::{self, ExpressionKind as Kind, StatementKind as S, Unary};

/// Where the typed program has something.
#[derive(Default)]
struct Actions {
    spans: BTreeSet<Span>,
}

impl Actions {
    fn of(graph: &Graph) -> Self {
        let mut actions = Actions::default();
        for node in &graph.nodes {
            actions.spans.insert(node.span);
            all(&node.action, &mut |part| {
                _ = match part {
                    Part::Value(value) => actions.spans.insert(value.span),
                    Part::Place(place) => actions.spans.insert(place.span),
                };
            });
        }
        actions
    }

    /// Whether there is something for a part of the tree: at its place, or, where macros give it another, inside it.
    fn has(&self, span: Span) -> bool {
        self.spans.contains(&span) || self.spans.iter().any(|s| s.start == span.start || s.end == span.end)
    }

    /// Whether there is something for a call: at its place or, where it changes or reads what it gets, inside it. What only
    /// writes texts of the program somewhere does nothing that is followed.
    fn has_call(&self, span: Span, texts: bool) -> bool {
        texts || self.has(span) || self.spans.iter().any(|s| span.start < s.start && s.end < span.end)
    }
}

/// Walks the tree and notes what has an effect but no action.
struct Audit<'a> {
    actions: &'a Actions,
    source: &'a SourceFile,
    missing: Vec<String>,
}

impl Audit<'_> {
    fn needs(&mut self, span: Span, what: &str) {
        if !self.actions.has(span) {
            let line = self.source.position(span.start).line;
            let text = self.source.slice(span);
            self.missing.push(format!("{}:{line}: {what}: {text}", self.source.path()));
        }
    }

    fn unit(&mut self, unit: &ast::TranslationUnit) {
        for item in &unit.items {
            match item {
                ast::Item::Function(function) => self.statement(&function.body),
                // Static initialisers are constants; that the addresses in them escape has tests of its own.
                ast::Item::Declaration(_) | ast::Item::Assembler(_) | ast::Item::Annotation(_) => {}
            }
        }
    }

    fn statement(&mut self, statement: &ast::Statement) {
        match &statement.kind {
            S::Empty | S::Break | S::Continue => {}
            S::Goto(_) => self.needs(statement.span, "jump"),
            S::Expression(e) => self.expression(e),
            S::Declaration(declaration) => self.declaration(declaration),
            S::Function(_) => self.needs(statement.span, "nested function"),
            S::Block(items, _) => items.iter().for_each(|s| self.statement(s)),
            S::If { arms, otherwise } => {
                for arm in arms {
                    self.expression(&arm.condition);
                    self.statement(&arm.then);
                }
                otherwise.iter().for_each(|s| self.statement(s));
            }
            S::While(condition, body) | S::DoWhile(body, condition) => {
                self.expression(condition);
                self.statement(body);
            }
            S::For { init, condition, step, body } => {
                init.iter().for_each(|s| self.statement(s));
                condition.iter().chain(step).for_each(|e| self.expression(e));
                self.statement(body);
            }
            S::Switch(value, body) => {
                self.expression(value);
                self.statement(body);
            }
            S::Labelled(_, body) => self.statement(body),
            S::Return(value) => {
                self.needs(statement.span, "return");
                value.iter().for_each(|e| self.expression(e));
            }
            S::GotoComputed(target) => {
                self.needs(statement.span, "computed jump");
                self.expression(target);
            }
            S::Assembler(assembler) => {
                self.needs(statement.span, "assembly");
                assembler.outputs.iter().chain(&assembler.inputs).for_each(|e| self.expression(e));
            }
        }
    }

    fn declaration(&mut self, declaration: &ast::Declaration) {
        use ast::StorageClass::{Extern, Static, Typedef};
        if matches!(declaration.specifiers.storage, Some(Extern | Static | Typedef)) {
            return;
        }
        for declarator in &declaration.declarators {
            for derived in &declarator.declarator.derived {
                match derived {
                    ast::Derived::Array(Some(size)) => self.expression(size),
                    ast::Derived::Array(None) | ast::Derived::Pointer { .. } | ast::Derived::Function(_) => {}
                }
            }
            declarator.initializer.iter().for_each(|i| self.initializer(i));
        }
    }

    fn initializer(&mut self, initializer: &ast::Initializer) {
        match initializer {
            ast::Initializer::Expression(e) => self.expression(e),
            ast::Initializer::List(entries, _) => entries.iter().for_each(|e| self.initializer(&e.value)),
        }
    }

    fn expression(&mut self, expression: &ast::Expression) {
        match &expression.kind {
            // No effect of their own, and nothing inside that is evaluated.
            Kind::Identifier(_)
            | Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Character { .. }
            | Kind::String(_)
            | Kind::Any
            | Kind::SizeofExpression(_)
            | Kind::SizeofType(_)
            | Kind::Alignof(_)
            | Kind::AlignofExpression(_)
            | Kind::Offsetof(..)
            | Kind::TypesCompatible(..)
            | Kind::LabelAddress(_) => {}
            Kind::Unary(operator, operand) => {
                if matches!(operator, Unary::Increment | Unary::Decrement) {
                    self.needs(expression.span, "update");
                }
                self.expression(operand);
            }
            Kind::Postfix(_, operand) => {
                self.needs(expression.span, "update");
                self.expression(operand);
            }
            Kind::Binary(_, left, right) | Kind::Comma(left, right) | Kind::Index(left, right) => {
                self.expression(left);
                self.expression(right);
            }
            Kind::Assign(_, target, value) => {
                self.needs(expression.span, "assignment");
                self.expression(target);
                self.expression(value);
            }
            Kind::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                then.iter().for_each(|e| self.expression(e));
                self.expression(otherwise);
            }
            Kind::Call(function, arguments) => {
                let is_text = |e: &ast::Expression| matches!(e.kind, Kind::String(_));
                let texts = !arguments.is_empty() && arguments.iter().all(is_text);
                if !self.actions.has_call(expression.span, texts) {
                    self.needs(expression.span, "call");
                }
                self.expression(function);
                arguments.iter().for_each(|e| self.expression(e));
            }
            Kind::Member(operand, ..) | Kind::Cast(_, operand) => self.expression(operand),
            Kind::Compound(_, initializer) => self.initializer(initializer),
            Kind::Statement(body) => self.statement(body),
            // Only the choice that fits is evaluated, and its selector is not.
            Kind::Generic(..) => {}
            Kind::VariableArgument(list, _) => {
                self.needs(expression.span, "next argument");
                self.expression(list);
            }
        }
    }
}

/// Walks the typed tree: notes where it has nodes, and which of them have an effect but no action.
struct TreeAudit<'a> {
    actions: &'a Actions,
    nodes: Actions,
    source: &'a SourceFile,
    missing: Vec<String>,
}

impl TreeAudit<'_> {
    fn needs(&mut self, span: Span, what: &str) {
        if !self.actions.has(span) {
            let line = self.source.position(span.start).line;
            let text = self.source.slice(span);
            self.missing.push(format!("{}:{line}: typed {what}: {text}", self.source.path()));
        }
    }

    fn program(&mut self, program: &Tree) {
        for definition in program.functions.iter().filter_map(|f| f.definition.as_ref()) {
            definition.sizes.iter().for_each(|size| self.expression(size));
            definition.body.iter().for_each(|s| self.statement(s));
        }
    }

    fn statement(&mut self, statement: &tree::Statement) {
        let span = statement.span;
        self.nodes.spans.insert(span);
        match &statement.kind {
            T::Empty | T::Stated(_) | T::Break | T::Continue => {}
            T::Goto(_) => self.needs(span, "jump"),
            T::Expression(e) => self.expression(e),
            T::Declaration(made) => made.iter().for_each(|d| self.declaration(d)),
            T::NestedFunction => self.needs(span, "nested function"),
            T::Block(items) => items.iter().for_each(|s| self.statement(s)),
            T::If(arms, otherwise) => {
                for arm in arms {
                    self.expression(&arm.condition);
                    self.statement(&arm.then);
                }
                otherwise.iter().for_each(|s| self.statement(s));
            }
            T::While(condition, body) | T::DoWhile(body, condition) => {
                self.expression(condition);
                self.statement(body);
            }
            T::For { init, condition, step, body } => {
                init.iter().for_each(|s| self.statement(s));
                condition.iter().chain(step).for_each(|e| self.expression(e));
                self.statement(body);
            }
            T::Switch(value, body) => {
                self.expression(value);
                self.statement(body);
            }
            T::Labelled(_, body) => self.statement(body),
            T::Return(value) => {
                self.needs(span, "return");
                value.iter().for_each(|e| self.expression(e));
            }
            T::GotoComputed(target) => {
                self.needs(span, "computed jump");
                self.expression(target);
            }
            T::Assembler(assembler) => {
                self.needs(span, "assembly");
                assembler.outputs.iter().for_each(|place| self.place(place));
                for input in &assembler.inputs {
                    match input {
                        tree::Operand::Place(place) => self.place(place),
                        tree::Operand::Value(value) => self.expression(value),
                    }
                }
            }
        }
    }

    fn declaration(&mut self, declaration: &tree::Declaration) {
        match declaration {
            tree::Declaration::Sizes(sizes) => sizes.iter().for_each(|size| self.expression(size)),
            tree::Declaration::Object { initializer, span, .. } => {
                self.nodes.spans.insert(*span);
                initializer.iter().for_each(|i| self.initializer(i));
            }
        }
    }

    /// Static ones are constants: nothing inside them has an effect.
    fn initializer(&mut self, initializer: &tree::Initializer) {
        for part in &initializer.parts {
            match &part.value {
                tree::InitialValue::Expression(e) => self.expression(e),
                tree::InitialValue::Text(_, span) => {
                    self.nodes.spans.insert(*span);
                }
            }
        }
    }

    fn place(&mut self, place: &tree::Place) {
        self.nodes.spans.insert(place.span);
        match &place.kind {
            PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Undeclared(_) => {}
            PlaceKind::Dereference(pointer) | PlaceKind::Value(pointer) => self.expression(pointer),
            PlaceKind::Behind(pointer, index) => {
                self.expression(pointer);
                self.expression(index);
            }
            PlaceKind::Element(whole, index) => {
                self.place(whole);
                self.expression(index);
            }
            PlaceKind::Member(whole, ..) => self.place(whole),
            PlaceKind::Compound(initializer) => self.initializer(initializer),
        }
    }

    fn expression(&mut self, expression: &tree::Expression) {
        let span = expression.span;
        self.nodes.spans.insert(span);
        // The value of a constant is all that there is to it.
        if expression.constant.is_some() {
            return;
        }
        match &expression.kind {
            E::Integer(_) | E::Float(_) | E::Any | E::Function(_) | E::Undeclared(_) | E::LabelAddress(_) => {
            }
            E::Load(place) | E::Decay(place) | E::AddressOf(place) => self.place(place),
            E::Unary(_, e) | E::Not(e) | E::ComplexPart(e) | E::Cast(e) | E::Convert(e) => {
                self.expression(e);
            }
            E::Binary(_, a, b) | E::And(a, b) | E::Or(a, b) | E::Comma(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            E::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                then.iter().for_each(|e| self.expression(e));
                self.expression(otherwise);
            }
            E::Assign(place, value) => {
                self.needs(span, "assignment");
                self.place(place);
                self.expression(value);
            }
            E::Update { place, value, .. } => {
                self.needs(span, "update");
                self.place(place);
                self.expression(value);
            }
            E::Call(callee, arguments) => {
                let is_text = |e: &tree::Expression| match &e.kind {
                    E::Decay(place) => matches!(place.kind, PlaceKind::Text(_)),
                    _ => false,
                };
                let texts = !arguments.is_empty() && arguments.iter().all(is_text);
                if !self.actions.has_call(span, texts) {
                    self.needs(span, "call");
                }
                match callee {
                    tree::Callee::Named(_) => {}
                    tree::Callee::Pointer(pointer) => self.expression(pointer),
                }
                arguments.iter().for_each(|e| self.expression(e));
            }
            E::Statement(statements, value, _) => {
                statements.iter().for_each(|s| self.statement(s));
                value.iter().for_each(|e| self.expression(e));
            }
            E::VariableArgument(list) => {
                self.needs(span, "next argument");
                self.expression(list);
            }
            E::OneOf(operands) | E::Unknown(_, operands) => {
                operands.iter().for_each(|e| self.expression(e));
            }
        }
    }
}

fn audit(source: &SourceFile) -> Vec<String> {
    let parsed = focuscheck_syntax::parse(source, source.path().ends_with(".cimple"));
    let Some(unit) = parsed.unit else { return Vec::new() };
    let (Some(tree), _) = check(&unit, source, &[], DataModel::default()) else { return Vec::new() };
    let actions = Actions::of(&lower(&tree, Start::default()));
    let mut walk = TreeAudit { actions: &actions, nodes: Actions::default(), source, missing: Vec::new() };
    walk.program(&tree);
    let TreeAudit { nodes, mut missing, .. } = walk;
    for place in [&nodes, &actions] {
        let mut audit = Audit { actions: place, source, missing: Vec::new() };
        audit.unit(&unit);
        missing.extend(audit.missing);
    }
    missing
}

fn programs(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            programs(&path, out);
        } else if path.extension().is_some_and(|e| e == "c" || e == "i" || e == "cimple") {
            out.push(path);
        }
    }
}

#[test]
fn every_effect_of_the_corpus_has_its_action() {
    let mut paths = Vec::new();
    for folder in ["programs", "tests/warned", "tests/tables"] {
        programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &mut paths);
    }
    assert!(paths.len() > 80, "{} programs", paths.len());
    paths.sort();
    let mut missing = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        missing.extend(audit(&SourceFile::new(&name, &text)));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_effect_of_what_is_not_modelled_has_its_action() {
    let text = r#"
        #include <stdlib.h>
        #include <string.h>
        #include <stdarg.h>
        struct s { int a[2]; int *p; union { int i; float f; } u; unsigned b : 3; struct s *next; } g, *q = &g;
        int h(int *p) { return *p; }
        struct s *give(void) { return &g; }
        int matrix(int n, int m[n][n]) { m[1][1] = 2; m[n - 1][0]++; return m[0][0]; }
        int many(int n, ...) { va_list l; va_start(l, n); *va_arg(l, int *) = 3; va_end(l); return n; }
        int main(int argc, char **argv) {
            int x = 1, y[3] = { 1, 2, 3 }, *p = &x, **pp = &p, n = argc;
            float f = x++; double d[2]; char c[8]; int v[n];
            void (*fp)(void) = abort; struct s t = g; union { int i; char c[4]; } w = { x };
            q->a[1] = 2; q->a[1]++; q->a[n] += 3; (*q).a[0]--; q->next->a[1] = 4; give()->a[1] = 5; (&g)->b = 3;
            **pp = 6; pp = &p; *(int *)((char *)p - 4) = 7; *(&x + n) = 8; v[n - 1] = 9; d[0] = 1.5; f = f * 2; w.i = 4;
            w.c[n]++; t.u.f = 2; t.p = &x; *t.p = 3; "abc"[n]; c[0] = "abc"[1];
            memset(c, 0, 8); strcpy(c, argv[1]); x = strlen(c); x = h(&x); x = h(t.p); x = matrix(2, (void *)v);
            fp(); (*fp)(); (n ? abort : exit)(1); many(1, &x); x = ({ int k = x; k++; k + h(&k); });
            goto *(n ? &&a : &&b); a: x = 1; b: asm("nop" : "=r"(x) : "r"(y[0]++) : "memory");
            asm goto("jmp %l0" : : : : out); out: free(p); p = malloc(4); *p = 5; p = realloc(p, 8); p[1] = 2;
            (struct s) { .a = { x++, 2 } }; *(int *)argv = 3; argv[0][0] = 'x'; switch (n) { case 1: x = 2; }
            return *p;
        }
    "#;
    let missing = audit(&SourceFile::new("unmodelled.c", text));
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_audit_misses_what_is_dropped() {
    let source = SourceFile::new("test.c", "int g; int main(void) { g = 1; return g++; }");
    let unit = focuscheck_syntax::parse(&source, false).unit.expect("C");
    let actions = Actions::default();
    let mut audit = Audit { actions: &actions, source: &source, missing: Vec::new() };
    audit.unit(&unit);
    assert_eq!(audit.missing.len(), 3, "{:?}", audit.missing);
}
