//! A program before its layout, lowered when it is needed for the first time.

use std::cell::OnceCell;

use focuscheck_base::options::PointerArguments;
use focuscheck_check::tree;

use super::ends::ends;
use super::graph::Graph;
use super::lower::lower;
use super::start::{Arguments, Start};
use super::unsequenced::forget_unsequenced;

/// A typed program with its graph.
#[derive(Debug)]
pub struct Original {
    tree: tree::Program,
    globals_are_inputs: bool,
    globals_change: bool,
    allocation_fails: bool,
    entry: Option<String>,
    pointers: PointerArguments,
    arguments: Arguments,
    any_order: bool,
    graph: OnceCell<Graph>,
}

impl Original {
    /// A program that starts as it is said.
    pub fn new(tree: tree::Program, start: Start<'_>) -> Self {
        Original {
            tree,
            globals_are_inputs: start.globals_are_inputs,
            globals_change: start.globals_change,
            allocation_fails: start.allocation_fails,
            entry: start.entry.map(str::to_owned),
            pointers: start.pointers,
            arguments: start.arguments,
            any_order: false,
            graph: OnceCell::new(),
        }
    }

    /// The program of which nothing is known that depends on the order in which operands are evaluated, where C leaves it
    /// open: for who follows the graph, which takes them from left to right, and speaks of all runs.
    #[must_use]
    pub fn in_any_order(self) -> Self {
        Original { any_order: true, graph: OnceCell::new(), ..self }
    }

    /// The same program, of whose arguments something else is followed.
    #[must_use]
    pub fn with_arguments(&self, arguments: Arguments) -> Self {
        let start = Start { arguments, ..self.start() };
        Original { any_order: self.any_order, ..Original::new(self.tree.clone(), start) }
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
            allocation_fails: self.allocation_fails,
            entry: self.entry.as_deref(),
            pointers: self.pointers,
            arguments: self.arguments,
        }
    }

    /// Its graph.
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| {
            let mut graph = lower(&self.tree, self.start());
            if self.any_order {
                forget_unsequenced(&self.tree, &mut graph);
            }
            graph.ends = ends(&graph);
            graph
        })
    }
}
