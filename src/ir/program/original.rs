//! A program before its layout, lowered when it is needed for the first time.

use std::cell::OnceCell;

use focuscheck_check::tree;

use super::graph::Graph;
use super::lower::lower;
use super::start::Start;

/// A typed program with its graph.
#[derive(Debug)]
pub struct Original {
    tree: tree::Program,
    globals_are_inputs: bool,
    globals_change: bool,
    entry: Option<String>,
    graph: OnceCell<Graph>,
}

impl Original {
    /// A program that starts as it is said.
    pub fn new(tree: tree::Program, start: Start<'_>) -> Self {
        Original {
            tree,
            globals_are_inputs: start.globals_are_inputs,
            globals_change: start.globals_change,
            entry: start.entry.map(str::to_owned),
            graph: OnceCell::new(),
        }
    }

    /// The typed program.
    pub fn tree(&self) -> &tree::Program {
        &self.tree
    }

    /// How it starts.
    pub fn start(&self) -> Start<'_> {
        Start {
            globals_are_inputs: self.globals_are_inputs,
            globals_change: self.globals_change,
            entry: self.entry.as_deref(),
        }
    }

    /// Its graph.
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| lower(&self.tree, self.start()))
    }
}
