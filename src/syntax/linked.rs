//! Which names of a file concern other files: what it defines for them, and what it wants of them.

use std::collections::BTreeSet;

use super::ast::{Declaration, Derived, InitDeclarator, Item, StorageClass, TranslationUnit};
use super::token::{Token, TokenKind};
use super::{Defined, Symbols};
use focuscheck_base::source::{SourceFile, Span};

/// A function with a body.
struct Body<'u> {
    name: &'u str,
    span: Span,
    is_internal: bool,
}

/// What file scope says of the names there.
#[derive(Default)]
struct Declared<'u> {
    /// Those with external linkage that are defined.
    defined: BTreeSet<&'u str>,
    /// Those with external linkage that are declared.
    external: BTreeSet<&'u str>,
    /// All others: types, and what is `static`.
    internal: BTreeSet<&'u str>,
    /// Functions with bodies, in order.
    bodies: Vec<Body<'u>>,
}

impl<'u> Declared<'u> {
    fn of(unit: &'u TranslationUnit) -> Self {
        let mut declared = Declared::default();
        for item in &unit.items {
            match item {
                Item::Declaration(declaration) => declared.declaration(declaration),
                Item::Function(function) => {
                    let Some(name) = &function.declarator.name else { continue };
                    let is_inline =
                        function.specifiers.attributes.iter().any(|attribute| attribute == "inline");
                    // An inline definition is none for other files.
                    let is_internal = match function.specifiers.storage {
                        Some(StorageClass::Static) => true,
                        None => is_inline,
                        Some(_) => false,
                    };
                    let names = if is_internal { &mut declared.internal } else { &mut declared.defined };
                    names.insert(&name.text);
                    declared.bodies.push(Body { name: &name.text, span: function.span, is_internal });
                }
                Item::Assembler(_) | Item::Annotation(_) => {}
            }
        }
        declared
    }

    fn declaration(&mut self, declaration: &'u Declaration) {
        for InitDeclarator { declarator, initializer, .. } in &declaration.declarators {
            let Some(name) = &declarator.name else { continue };
            let is_function = matches!(declarator.derived.first(), Some(Derived::Function(_)));
            match declaration.specifiers.storage {
                Some(StorageClass::Static | StorageClass::Typedef) => _ = self.internal.insert(&name.text),
                Some(StorageClass::Extern) if initializer.is_none() => _ = self.external.insert(&name.text),
                _ if is_function => _ = self.external.insert(&name.text),
                _ => _ = self.defined.insert(&name.text),
            }
        }
    }
}

/// Whether something stands in the main file itself: not in a header, nor in one that its preprocessor has put there.
fn is_of_file(source: &SourceFile, span: Span) -> bool {
    let (path, _) = source.presumed_position(span.start);
    source.part_of(span.start) == 0 && (path == source.path() || !path.ends_with(".h"))
}

/// The names of a file that concern others. A name that only a block declares may be among those that it uses.
pub(super) fn symbols(source: &SourceFile, unit: &TranslationUnit, tokens: &[Token<'_>]) -> Symbols {
    let declared = Declared::of(unit);
    let bodies: BTreeSet<&str> = declared.bodies.iter().map(|body| body.name).collect();
    let mut depth = 0usize;
    let (mut used, mut called) = (BTreeSet::new(), BTreeSet::new());
    let mut elsewhere = BTreeSet::new();
    // The function that a body belongs to, by its head: one macro may make many functions, which stand at one place then.
    let (mut head, mut function) = ("", "");
    for (at, token) in tokens.iter().enumerate() {
        match token.operator() {
            "{" => {
                if depth == 0 {
                    function = head;
                }
                depth += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    (head, function) = ("", "");
                }
            }
            ";" if depth == 0 => head = "",
            _ => {}
        }
        let before = at.checked_sub(1).map_or("", |before| tokens[before].operator());
        let is_call = tokens.get(at + 1).is_some_and(|next| next.is("("));
        if depth == 0 && is_call && bodies.contains(token.text) {
            head = token.text;
        }
        // Outside of braces a name is used behind `=`, as the address of what it names.
        let is_used = depth > 0 || matches!(before, "=" | "&");
        if token.kind == TokenKind::Identifier && is_used && !matches!(before, "." | "->") {
            used.insert(token.text);
            if bodies.contains(token.text) && token.text != function {
                elsewhere.insert(token.text);
            }
            if is_call {
                called.insert(token.text);
            }
        }
    }
    let is_own = |name: &str| declared.defined.contains(name) || declared.internal.contains(name);
    let owned = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect();
    Symbols {
        defined: owned(&mut declared.defined.iter().copied()),
        wanted: owned(&mut used.intersection(&declared.external).copied().filter(|name| !is_own(name))),
        undeclared: owned(
            &mut called.into_iter().filter(|name| !is_own(name) && !declared.external.contains(name)),
        ),
        functions: declared
            .bodies
            .iter()
            .filter(|body| is_of_file(source, body.span))
            .map(|body| Defined {
                name: body.name.to_owned(),
                is_internal: body.is_internal,
                is_used: elsewhere.contains(body.name),
            })
            .collect(),
    }
}
