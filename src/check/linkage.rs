//! What attributes, names for the assembler and assembly at file scope say of variables and functions: who else reaches
//! a variable, what runs before and after `main`.

use std::collections::BTreeSet;

use focuscheck_base::source::Span;
use focuscheck_syntax::ast;

/// What a file says of the linkage of its names beyond C's own words.
#[derive(Clone, Debug, Default)]
pub struct Linkage {
    /// Variables that have, or may have, another name.
    shared: BTreeSet<String>,
    /// Those that are called by a second name here.
    second: BTreeSet<String>,
    /// Variables that are reached by other ways than their names, and where that is said.
    pub exposed: BTreeSet<String>,
    /// Whether some variables lie in sections of their own, where names from outside reach them.
    sections: bool,
    /// Whether there is text for the assembler, which can name any variable and any function.
    pub assembler: bool,
    /// Whether some unions are transparent: arguments for them may be of their members' types.
    pub transparent: bool,
    /// A variable among the tables of functions that run before or after `main`.
    pub tables: Option<String>,
    /// A macro whose value a condition asks for although its header is not read.
    pub unread: Option<(String, Span)>,
    /// Functions that run before `main`.
    pub constructors: Vec<(String, Span)>,
    /// Functions that run after `main`.
    pub destructors: Vec<(String, Span)>,
    /// Functions whose meaning is decided elsewhere, whatever their name is.
    foreign: BTreeSet<String>,
    /// What may be missing: its address may be null.
    weak: BTreeSet<String>,
}

impl Linkage {
    /// Takes note of text for the assembler.
    pub fn assemble(&mut self) {
        self.assembler = true;
    }

    /// Whether a variable without cells may be another one that has some.
    pub fn is_shared(&self, name: &str, defined: bool) -> bool {
        self.shared.contains(name) || !defined
    }

    /// Whether a variable gets no cells of its own, because it may be the same as another.
    pub fn has_no_cells(&self, name: &str, defined: bool) -> bool {
        self.second.contains(name) || ((self.sections || self.is_weak(name)) && !defined)
    }

    /// Whether nothing is known of a function without a body, not even that it may give any value.
    pub fn is_foreign(&self, name: &str) -> bool {
        self.foreign.contains(name)
    }

    /// Whether the address of what has this name may be null, unless it is defined.
    pub fn is_weak(&self, name: &str) -> bool {
        self.weak.contains(name)
    }

    /// Takes note that a name of one translation unit becomes another one: what is said of the name may be said of either.
    pub fn renamed(&mut self, name: &str, new: &str) {
        let lists =
            [&mut self.shared, &mut self.second, &mut self.exposed, &mut self.foreign, &mut self.weak];
        for list in lists.into_iter().filter(|list| list.contains(name)) {
            list.insert(new.to_owned());
        }
    }

    /// Reads a pragma about names, by its words.
    pub fn pragma(&mut self, words: &[String]) {
        let names: Vec<&str> = words.iter().skip(1).map(|w| &**w).filter(|w| *w != "=").collect();
        match (words.first().map(|w| &**w), &names[..]) {
            (Some("weak"), [name]) => {
                self.weak.insert((*name).to_owned());
            }
            (_, [name, other]) => {
                self.weak.insert((*name).to_owned());
                self.foreign.insert((*name).to_owned());
                self.twins(name, other);
            }
            (_, _) => {}
        }
    }

    /// Reads what stands at a variable at file scope.
    pub fn variable(&mut self, name: &str, attributes: &[&[String]]) {
        for attribute in attributes.iter().copied().flatten() {
            let (word, argument) = attribute.split_once('=').unwrap_or((attribute, ""));
            match word {
                "weak" => {
                    self.weak.insert(name.to_owned());
                }
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
        self.second.insert(name.to_owned());
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
