//! Versions of functions, one for each kind of arguments that its pointer parameters get.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::program::{FunctionId, VariableId};
use super::region::{Pointed, Region};
use super::usage::{Usage, named_in, single_objects, usage};
use crate::check::tree::{self, ObjectId};
use crate::doubt::Unmodelled;

/// Versions of functions.
#[derive(Debug, Default)]
pub(super) struct Versions {
    pub(super) usages: BTreeMap<tree::FunctionId, Usage>,
    /// For each parameter whether it stands for one object.
    pub(super) single: BTreeMap<tree::FunctionId, Vec<bool>>,
    /// By the function and by what tells a version from others.
    pub known: BTreeMap<tree::FunctionId, BTreeMap<String, FunctionId>>,
    /// Functions that occur as values, and not only as what is called.
    pub named: BTreeSet<tree::FunctionId>,
    /// Whether a function from which control goes on somewhere else is among them.
    pub leaves: bool,
    /// Functions that are called by name, and whether a run may do so more than once.
    pub called: BTreeMap<tree::FunctionId, bool>,
    /// Versions whose bodies are to be laid out.
    pub waiting: Vec<Version>,
}

/// A version of a function.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub origin: tree::FunctionId,
    pub id: FunctionId,
    pub parameters: Vec<Parameter>,
}

/// What a parameter is in a version.
#[derive(Clone, Debug)]
pub(super) enum Parameter {
    /// An integer or a structure.
    Value(VariableId),
    /// Not modelled.
    Unknown,
    /// A pointer that is null.
    Null,
    /// A pointer that is not modelled, for this reason.
    Refused(Unmodelled),
    /// A pointer that never moves.
    Fixed(Box<Pointed>),
    /// A pointer with its offset, into these objects.
    Moving(VariableId, Region),
}

impl Versions {
    /// Takes note of how all functions use their objects; `entered` says whether the start is another function than
    /// `main`.
    pub fn collect(&mut self, program: &tree::Program, entered: bool) {
        for (number, function) in program.functions.iter().enumerate() {
            if let Some(definition) = &function.definition {
                let id = tree::FunctionId(number as u32);
                let usage = usage(program, definition);
                self.named.extend(&usage.named);
                self.leaves |= usage.leaves;
                for (&callee, &again) in &usage.called {
                    let again =
                        again || entered || function.name != "main" || self.called.contains_key(&callee);
                    self.called.insert(callee, again);
                }
                self.usages.insert(id, usage);
            }
        }
        for item in &program.items {
            if let tree::Item::Initializer(_, initializer) = item {
                let (named, leaves) = named_in(program, initializer);
                self.named.extend(named);
                self.leaves |= leaves;
            }
        }
        self.single = single_objects(&self.usages, program);
    }

    /// The objects that a function assigns, or takes the address of.
    pub fn modified(&self, function: tree::FunctionId) -> Rc<BTreeSet<ObjectId>> {
        self.usages.get(&function).map(|u| Rc::clone(&u.modified)).unwrap_or_default()
    }

    /// Forgets the versions that are not among the first functions.
    pub fn forget(&mut self, functions: usize) {
        for versions in self.known.values_mut() {
            versions.retain(|_, id| id.index() < functions);
        }
        self.waiting.retain(|version| version.id.index() < functions);
    }

    /// The versions of a function.
    pub fn versions_of(&self, function: tree::FunctionId) -> Vec<FunctionId> {
        let mut ids: Vec<FunctionId> =
            self.known.get(&function).into_iter().flat_map(|v| v.values().copied()).collect();
        ids.sort_unstable();
        ids
    }
}
