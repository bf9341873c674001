//! Terms, maps and formulas: an arena in which equal things have equal ids.
//!
//! Terms are integers of any size. A map takes a block and an offset to an integer; it is what memory is in a verification
//! condition. Bound variables are variables like others; the builders of `build` never hide one by accident.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use std::hash::Hash;

use focuscheck_base::arith::Relation;
use focuscheck_base::index;
use focuscheck_lia::problem::Operation;

index! {
    /// An integer term.
    TermId
}
index! {
    /// A formula.
    FormulaId
}
index! {
    /// A map from blocks and offsets to integers.
    MapId
}
index! {
    /// An unknown integer, free or bound.
    VariableId
}
index! {
    /// An unknown truth value: an edge, a label.
    BoolId
}
index! {
    /// Something that is supposed.
    HypothesisId
}

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermNode {
    /// A number.
    Integer(i128),
    /// An unknown number.
    Variable(VariableId),
    /// `sum(coefficient * term) + constant`: sorted by terms that are neither sums nor numbers, no coefficient is zero.
    Sum {
        /// The coefficients with their terms.
        terms: Vec<(i128, TermId)>,
        /// The constant.
        constant: i128,
    },
    /// `left operation right` in a type of a width and a signedness, exactly as a definition of the solver has it. Where the
    /// operation is not defined the term is some number.
    Operation(Operation, u8, bool, TermId, TermId),
    /// What a map has at a block and an offset.
    Select(MapId, TermId, TermId),
    /// The first term if the formula holds, else the second.
    Conditional(FormulaId, TermId, TermId),
}

/// Offsets `first <= offset < end` of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The block.
    pub block: TermId,
    /// The first offset.
    pub first: TermId,
    /// The offset behind the last.
    pub end: TermId,
}

/// What a map is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MapNode {
    /// An unknown map, by its name; each call of the builder makes a new one (the number tells maps of one name apart).
    Variable(String, u32),
    /// As another map, but for one position.
    Store {
        /// The other map.
        map: MapId,
        /// The block of the position.
        block: TermId,
        /// Its offset.
        offset: TermId,
        /// What is there.
        value: TermId,
    },
    /// As one map outside of some regions, as another one inside.
    Forgotten {
        /// The map outside.
        map: MapId,
        /// The map inside, usually an unknown one.
        fresh: MapId,
        /// The regions.
        regions: Vec<Region>,
    },
    /// The map of the condition that holds. Where several hold their maps agree; where none does nothing is known.
    Choice(Vec<(FormulaId, MapId)>),
}

/// What a formula is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FormulaNode {
    /// True or false.
    Constant(bool),
    /// An unknown truth value.
    Atom(BoolId),
    /// `left <= 0` or `left == 0`, in the solver's normal form with a positive first coefficient: the builder brings all
    /// comparisons into it, so that what means the same is often the same. The right term is always 0.
    Compare(Relation, TermId, TermId),
    /// Not.
    Not(FormulaId),
    /// And; no part is a conjunction itself, none occurs twice.
    And(Vec<FormulaId>),
    /// Or, likewise.
    Or(Vec<FormulaId>),
    /// If and only if.
    Iff(FormulaId, FormulaId),
    /// For all values of the variables, each in its range.
    Forall(Vec<VariableId>, FormulaId),
    /// For some.
    Exists(Vec<VariableId>, FormulaId),
}

/// Things by number, and the numbers of things.
#[derive(Clone, Debug)]
struct Table<N> {
    nodes: Vec<N>,
    numbers: FxHashMap<N, u32>,
}

impl<N> Default for Table<N> {
    fn default() -> Self {
        Table { nodes: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<N: Clone + Eq + Hash> Table<N> {
    fn intern(&mut self, node: N) -> u32 {
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        number
    }
}

/// Smallest and largest value.
pub type Range = (i128, i128);

/// The arena.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: Table<TermNode>,
    formulas: Table<FormulaNode>,
    maps: Table<MapNode>,
    variables: Vec<(String, Option<Range>)>,
    atoms: Vec<String>,
    /// The ranges of the values of unknown maps.
    contents: FxHashMap<MapId, Range>,
    /// Terms and formulas that stand for something with a number that is too large: only that there is some is known.
    unrepresented: Vec<Unrepresented>,
}

/// What stands for something with a number that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrepresented {
    /// A term.
    Term(VariableId),
    /// A comparison.
    Formula(BoolId),
}

impl Terms {
    /// A new variable; its range, if it has one, always holds.
    pub fn variable(&mut self, name: &str, range: Option<Range>) -> VariableId {
        self.variables.push((name.to_owned(), range));
        VariableId(self.variables.len() as u32 - 1)
    }

    /// A new unknown truth value.
    pub fn atom(&mut self, name: &str) -> BoolId {
        self.atoms.push(name.to_owned());
        BoolId(self.atoms.len() as u32 - 1)
    }

    /// A new unknown map.
    pub fn map_variable(&mut self, name: &str) -> MapId {
        let number = self.maps.nodes.len() as u32;
        self.intern_map(MapNode::Variable(name.to_owned(), number))
    }

    /// A new unknown map all of whose values are in a range.
    pub fn bounded_map_variable(&mut self, name: &str, range: Range) -> MapId {
        let map = self.map_variable(name);
        self.contents.insert(map, range);
        map
    }

    /// What a term is.
    pub fn term(&self, term: TermId) -> &TermNode {
        &self.terms.nodes[term.index()]
    }

    /// What a formula is.
    pub fn formula(&self, formula: FormulaId) -> &FormulaNode {
        &self.formulas.nodes[formula.index()]
    }

    /// What a map is.
    pub fn map(&self, map: MapId) -> &MapNode {
        &self.maps.nodes[map.index()]
    }

    /// All terms, parts first.
    pub fn all_terms(&self) -> impl Iterator<Item = (TermId, &TermNode)> {
        self.terms.nodes.iter().enumerate().map(|(number, node)| (TermId(number as u32), node))
    }

    /// The name of a variable.
    pub fn variable_name(&self, variable: VariableId) -> &str {
        &self.variables[variable.index()].0
    }

    /// The range of a variable.
    pub fn variable_range(&self, variable: VariableId) -> Option<Range> {
        self.variables[variable.index()].1
    }

    /// The name of a truth value.
    pub fn atom_name(&self, atom: BoolId) -> &str {
        &self.atoms[atom.index()]
    }

    /// The range of the values of a map that is unknown.
    pub fn contents(&self, map: MapId) -> Option<Range> {
        self.contents.get(&map).copied()
    }

    /// The variables that quantifiers bind.
    pub fn bound(&self) -> BTreeSet<VariableId> {
        let quantified = self.formulas.nodes.iter().filter_map(|node| match node {
            FormulaNode::Forall(variables, _) | FormulaNode::Exists(variables, _) => Some(variables),
            FormulaNode::Constant(_)
            | FormulaNode::Atom(_)
            | FormulaNode::Compare(..)
            | FormulaNode::Not(_)
            | FormulaNode::And(_)
            | FormulaNode::Or(_)
            | FormulaNode::Iff(..) => None,
        });
        quantified.flatten().copied().collect()
    }

    /// What stands for something with a number that is too large. A refutation does not care; a model may be none of it.
    pub fn unrepresented(&self) -> &[Unrepresented] {
        &self.unrepresented
    }

    pub(super) fn intern_term(&mut self, node: TermNode) -> TermId {
        TermId(self.terms.intern(node))
    }

    pub(super) fn intern_formula(&mut self, node: FormulaNode) -> FormulaId {
        FormulaId(self.formulas.intern(node))
    }

    pub(super) fn intern_map(&mut self, node: MapNode) -> MapId {
        MapId(self.maps.intern(node))
    }

    /// A term of which nothing is known, in place of one that has too large a number.
    pub(super) fn too_large_term(&mut self) -> TermId {
        let variable = self.variable("", None);
        self.unrepresented.push(Unrepresented::Term(variable));
        self.intern_term(TermNode::Variable(variable))
    }

    /// A formula of which nothing is known, in place of one that has too large a number.
    pub(super) fn too_large_formula(&mut self) -> FormulaId {
        let atom = self.atom("");
        self.unrepresented.push(Unrepresented::Formula(atom));
        self.intern_formula(FormulaNode::Atom(atom))
    }
}
