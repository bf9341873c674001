//! Whether two graphs over cells are the same up to the numbers of what is in them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::facts::cfg::{
    Action, CellRange, Condition, ErrorId, Expr, Graph, Loop, NodeId, Procedure, ProcedureId, Role, ScalarId,
    SiteId, StatementId, UnitId,
};
use crate::program::role::LoopId;

/// The first thing in which two graphs differ, in words for who works on the stage.
pub type Difference = String;

/// Numbers of one graph with those of another, each once.
struct Pairs<T> {
    forth: BTreeMap<T, T>,
    back: BTreeMap<T, T>,
}

impl<T: Copy + Ord> Pairs<T> {
    fn new() -> Self {
        Pairs { forth: BTreeMap::new(), back: BTreeMap::new() }
    }

    /// Whether two are the same, and whether that is new.
    fn join(&mut self, one: T, other: T) -> (bool, bool) {
        match (self.forth.get(&one), self.back.get(&other)) {
            (None, None) => {
                self.forth.insert(one, other);
                self.back.insert(other, one);
                (true, true)
            }
            (Some(known), _) => (*known == other, false),
            (None, Some(_)) => (false, false),
        }
    }
}

/// The comparison of two graphs.
struct Comparison<'g> {
    one: &'g Graph,
    other: &'g Graph,
    nodes: Pairs<NodeId>,
    units: Pairs<UnitId>,
    statements: Pairs<StatementId>,
    scalars: Pairs<ScalarId>,
    sites: Pairs<SiteId>,
    errors: Pairs<ErrorId>,
    procedures: Pairs<ProcedureId>,
    loops: Pairs<LoopId>,
    pending: Vec<(NodeId, NodeId)>,
    /// Procedures whose bodies are to be compared.
    called: Vec<(ProcedureId, ProcedureId)>,
    /// Where the comparison is.
    at: String,
}

/// Compares two graphs; gives the first difference.
pub fn compare(one: &Graph, other: &Graph) -> Result<(), Difference> {
    let mut comparison = Comparison {
        one,
        other,
        nodes: Pairs::new(),
        units: Pairs::new(),
        statements: Pairs::new(),
        scalars: Pairs::new(),
        sites: Pairs::new(),
        errors: Pairs::new(),
        procedures: Pairs::new(),
        loops: Pairs::new(),
        pending: Vec::new(),
        called: Vec::new(),
        at: String::new(),
    };
    comparison.all()
}

impl Comparison<'_> {
    fn equal<T: PartialEq + Debug>(&self, what: &str, one: T, other: T) -> Result<(), Difference> {
        if one == other {
            return Ok(());
        }
        Err(format!("{}{what}: {one:?} / {other:?}", self.at))
    }

    fn all(&mut self) -> Result<(), Difference> {
        self.equal("procedures", self.one.procedures.len(), self.other.procedures.len())?;
        // The first of each name; copies are found by their calls.
        for number in 0..self.one.procedures.len() as u32 {
            self.pair(ProcedureId(number), true)?;
        }
        self.bodies()?;
        for number in 0..self.one.procedures.len() as u32 {
            self.pair(ProcedureId(number), false)?;
            self.bodies()?;
        }
        for (number, entry) in self.one.outline.loops.iter().enumerate() {
            self.looped(LoopId(number as u32), entry);
        }
        self.at.clear();
        self.equal("nodes", self.one.nodes.len(), self.other.nodes.len())?;
        self.unreached()?;
        self.equal("units", self.one.units.len(), self.other.units.len())?;
        self.equal("statements", self.one.statements.len(), self.other.statements.len())?;
        self.after_nodes()
    }

    /// Pairs a procedure with the first of the other graph that has its name; or only if it is the first of its name.
    fn pair(&mut self, one: ProcedureId, firsts: bool) -> Result<(), Difference> {
        let procedure = &self.one.procedures[one.index()];
        let same = |other: &Procedure| (&other.name, other.span) == (&procedure.name, procedure.span);
        let first = self.one.procedures.iter().position(same) == Some(one.index());
        if self.procedures.forth.contains_key(&one) || firsts && !first {
            return Ok(());
        }
        let ids = (0..self.other.procedures.len() as u32).map(ProcedureId);
        let mut fitting = ids.filter(|id| same(&self.other.procedures[id.index()]));
        match fitting.find(|id| !self.procedures.back.contains_key(id)) {
            Some(other) => {
                self.procedures.join(one, other);
                self.called.push((one, other));
                Ok(())
            }
            None => Err(format!("procedure {}", procedure.name)),
        }
    }

    /// Compares the bodies of procedures that were paired.
    fn bodies(&mut self) -> Result<(), Difference> {
        while let Some((one, other)) = self.called.pop() {
            let (a, b) = (&self.one.procedures[one.index()], &self.other.procedures[other.index()]);
            self.at = format!("{}: ", a.name);
            self.equal("name", (&a.name, a.span), (&b.name, b.span))?;
            self.node(a.entry, b.entry)?;
            self.walk()?;
            self.node(a.exit, b.exit)?;
            self.scalars(&a.formals, &b.formals)?;
            self.scalars(&a.results, &b.results)?;
        }
        Ok(())
    }

    /// Loops are the same that stand at the same place of the same procedure.
    fn looped(&mut self, id: LoopId, entry: &Loop) {
        let procedure = self.procedures.forth.get(&entry.procedure).copied();
        let mut others =
            self.other.outline.loops.iter().enumerate().map(|(number, l)| (LoopId(number as u32), l));
        let same = |(other, made): &(LoopId, &Loop)| {
            (made.kind, made.span, Some(made.procedure)) == (entry.kind, entry.span, procedure)
                && !self.loops.back.contains_key(other)
        };
        if let Some((other, _)) = others.find(same) {
            self.loops.join(id, other);
        }
    }

    fn unreached(&mut self) -> Result<(), Difference> {
        let (one, other) = (&self.one.outline.nodes, &self.other.outline.nodes);
        self.equal("unreached nodes", one.len(), other.len())?;
        let (first, second) = (self.one.nodes.len() as u32, self.other.nodes.len() as u32);
        for number in 0..one.len() as u32 {
            self.at = "unreached: ".to_owned();
            let pair = (NodeId(first + number), NodeId(second + number));
            if !self.nodes.forth.contains_key(&pair.0) {
                self.node(pair.0, pair.1)?;
                self.walk()?;
            }
        }
        self.at.clear();
        Ok(())
    }

    fn after_nodes(&mut self) -> Result<(), Difference> {
        for (number, error) in self.one.errors.iter().enumerate() {
            if !error.nodes.is_empty() && !self.errors.forth.contains_key(&ErrorId(number as u32)) {
                return Err(format!("error {}", error.text));
            }
        }
        self.equal("errors", self.one.errors.len(), self.other.errors.len())?;
        self.rest_of_scalars()?;
        let named = |graph: &Graph| {
            let names = graph.outline.exposed.iter().map(|scalar| graph.scalars[scalar.index()].name.clone());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        self.equal("exposed", named(self.one), named(self.other))?;
        let premises = |graph: &Graph| {
            let mut premises: Vec<_> = graph.assumed.iter().map(|a| (a.premise.clone(), a.span)).collect();
            premises.sort();
            premises
        };
        self.equal("premises", premises(self.one), premises(self.other))?;
        self.equal("obligations", self.one.obligations.len(), self.other.obligations.len())?;
        let main = self.one.main.and_then(|main| self.procedures.forth.get(&main).copied());
        self.equal("main", main, self.other.main)?;
        self.roles()
    }

    /// Scalars that no node mentions: the same number of each name, type and kind.
    fn rest_of_scalars(&self) -> Result<(), Difference> {
        let shown = |graph: &Graph, known: &BTreeMap<ScalarId, ScalarId>| {
            let rest =
                (0..graph.scalars.len() as u32).map(ScalarId).filter(|scalar| !known.contains_key(scalar));
            let rest = rest.map(|scalar| &graph.scalars[scalar.index()]);
            // A temporary that no node mentions is nothing.
            let rest = rest.filter(|scalar| scalar.kind != crate::facts::cfg::ScalarKind::Temporary);
            let values = rest.map(|s| {
                let initial = s.initial.map(|initial| initial.ok());
                (s.name.clone(), s.ty, s.kind, initial, s.span)
            });
            let mut values: Vec<_> = values.map(|value| format!("{value:?}")).collect();
            values.sort();
            values
        };
        self.equal("scalars", shown(self.one, &self.scalars.forth), shown(self.other, &self.scalars.back))
    }

    fn roles(&mut self) -> Result<(), Difference> {
        let (one, other) = (&self.one.outline, &self.other.outline);
        self.equal("loops", one.loops.len(), other.loops.len())?;
        for (number, entry) in one.loops.iter().enumerate() {
            let id = LoopId(number as u32);
            let Some(same) = self.loops.forth.get(&id) else { return Err(format!("loop {:?}", entry.span)) };
            let head = entry.head.and_then(|head| self.nodes.forth.get(&head).copied());
            self.equal("head of a loop", head, other.loops[same.index()].head)?;
        }
        let of_loop = |role: Role| match role {
            Role::LoopEntry(id) => Role::LoopEntry(self.loops.forth.get(&id).copied().unwrap_or(id)),
            Role::LoopBack(id) => Role::LoopBack(self.loops.forth.get(&id).copied().unwrap_or(id)),
            Role::LoopBody(id) => Role::LoopBody(self.loops.forth.get(&id).copied().unwrap_or(id)),
            Role::LoopExit(id) => Role::LoopExit(self.loops.forth.get(&id).copied().unwrap_or(id)),
            role => role,
        };
        for (&from, &to) in &self.nodes.forth {
            for slot in 0..self.one.node(from).successors.len() {
                let roles = one.roles_of(from, slot).iter().map(|role| (of_loop(role.role), role.span));
                let others = other.roles_of(to, slot).iter().map(|role| (role.role, role.span));
                let at = format!("roles at {:?}", self.one.node(from).span);
                self.equal(&at, roles.collect::<Vec<_>>(), others.collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }

    fn walk(&mut self) -> Result<(), Difference> {
        while let Some((one, other)) = self.pending.pop() {
            let (a, b) = (self.one.node(one), self.other.node(other));
            self.equal("procedure of a node", self.procedures.forth.get(&a.procedure), Some(&b.procedure))?;
            let name = &self.one.procedures[a.procedure.index()].name;
            self.at = format!("{name}, node {one:?} / {other:?} at {:?}: ", a.span);
            self.actions(&a.action, &b.action)?;
            self.equal("span", a.span, b.span)?;
            self.unit(a.unit, b.unit)?;
            self.equal("successors", a.successors.len(), b.successors.len())?;
            for (one, other) in a.successors.clone().into_iter().zip(b.successors.clone()).rev() {
                self.node(one, other)?;
            }
        }
        Ok(())
    }

    fn node(&mut self, one: NodeId, other: NodeId) -> Result<(), Difference> {
        let (same, new) = self.nodes.join(one, other);
        if new {
            self.pending.push((one, other));
        }
        let shown = |graph: &Graph, node| format!("{:?}", graph.node(node).action);
        self.equal(&format!("node {} / {}", shown(self.one, one), shown(self.other, other)), same, true)
    }

    fn unit(&mut self, one: UnitId, other: UnitId) -> Result<(), Difference> {
        let (same, new) = self.units.join(one, other);
        self.equal("unit", same, true)?;
        if !new {
            return Ok(());
        }
        let of = |graph: &Graph, unit: UnitId| {
            let apart = unit.index().checked_sub(graph.units.len());
            apart.map_or_else(
                || graph.units[unit.index()].clone(),
                |number| graph.outline.units[number].clone(),
            )
        };
        let (a, b) = (of(self.one, one), of(self.other, other));
        self.equal("unit", (a.kind, a.star, a.exits.is_some()), (b.kind, b.star, b.exits.is_some()))?;
        if let (Some(one), Some(other)) = (a.exits, b.exits) {
            self.node(one.0, other.0)?;
            self.node(one.1, other.1)?;
        }
        self.equal("reads of a unit", a.reads.len(), b.reads.len())?;
        self.statement(a.statement, b.statement)
    }

    fn statement(&mut self, one: StatementId, other: StatementId) -> Result<(), Difference> {
        let (same, new) = self.statements.join(one, other);
        self.equal("statement", same, true)?;
        if !new {
            return Ok(());
        }
        let of = |graph: &Graph, id: StatementId| {
            let apart = id.index().checked_sub(graph.statements.len());
            apart.map_or_else(
                || graph.statements[id.index()].clone(),
                |at| graph.outline.statements[at].clone(),
            )
        };
        let (a, b) = (of(self.one, one), of(self.other, other));
        self.equal("statement", a.span, b.span)?;
        self.equal("guard", a.guard.map(|guard| guard.1), b.guard.map(|guard| guard.1))?;
        match (a.guard, b.guard) {
            (Some(one), Some(other)) => self.statement(one.0, other.0),
            _ => Ok(()),
        }
    }

    fn site(&mut self, one: SiteId, other: SiteId) -> Result<(), Difference> {
        let (same, _) = self.sites.join(one, other);
        self.equal("site", same, true)?;
        self.equal("site", &self.one.sites[one.index()], &self.other.sites[other.index()])
    }

    fn error(&mut self, one: ErrorId, other: ErrorId) -> Result<(), Difference> {
        let (same, _) = self.errors.join(one, other);
        self.equal("error", same, true)?;
        let (a, b) = (&self.one.errors[one.index()], &self.other.errors[other.index()]);
        self.equal("error", (a.kind, &a.text, &a.subject, a.span), (b.kind, &b.text, &b.subject, b.span))?;
        self.equal("nodes of an error", a.nodes.len(), b.nodes.len())
    }

    fn scalar(&mut self, one: ScalarId, other: ScalarId) -> Result<(), Difference> {
        let (same, new) = self.scalars.join(one, other);
        let (a, b) = (&self.one.scalars[one.index()], &self.other.scalars[other.index()]);
        self.equal(&format!("scalar {} / {}", a.name, b.name), same, true)?;
        if !new {
            return Ok(());
        }
        self.equal("scalar", (&a.name, a.ty, a.kind, a.span), (&b.name, b.ty, b.kind, b.span))?;
        match (a.initial, b.initial) {
            (Some(Err(one)), Some(Err(other))) => self.site(one, other),
            (one, other) => self.equal("initial value", one, other),
        }
    }

    fn scalars(&mut self, one: &[ScalarId], other: &[ScalarId]) -> Result<(), Difference> {
        self.equal("scalars of a procedure", one.len(), other.len())?;
        one.iter().zip(other).try_for_each(|(&one, &other)| self.scalar(one, other))
    }

    fn range(&mut self, one: &CellRange, other: &CellRange) -> Result<(), Difference> {
        self.equal("range", (one.length, one.stride), (other.length, other.stride))?;
        one.cells().zip(other.cells()).try_for_each(|(one, other)| self.scalar(one, other))
    }

    fn value(&mut self, one: &Expr, other: &Expr) -> Result<(), Difference> {
        match (one, other) {
            (Expr::Scalar(one), Expr::Scalar(other)) => self.scalar(*one, *other),
            (Expr::Unary(a, ty, one), Expr::Unary(b, other_ty, other)) if (a, ty) == (b, other_ty) => {
                self.value(one, other)
            }
            (Expr::Convert(ty, one), Expr::Convert(other_ty, other)) if ty == other_ty => {
                self.value(one, other)
            }
            (Expr::Binary(a, ty, l, r), Expr::Binary(b, other_ty, left, right))
                if (a, ty) == (b, other_ty) =>
            {
                self.value(l, left)?;
                self.value(r, right)
            }
            (one, other) => self.equal("value", one, other),
        }
    }

    fn condition(&mut self, one: &Condition, other: &Condition) -> Result<(), Difference> {
        self.equal("relation", one.relation, other.relation)?;
        self.value(&one.left, &other.left)?;
        self.value(&one.right, &other.right)
    }

    fn actions(&mut self, one: &Action, other: &Action) -> Result<(), Difference> {
        match (one, other) {
            (Action::Assign { target, value }, Action::Assign { target: to, value: other }) => {
                self.value(value, other)?;
                self.scalar(*target, *to)
            }
            (Action::Load { target, range, index }, Action::Load { target: to, range: cells, index: at }) => {
                self.value(index, at)?;
                self.range(range, cells)?;
                self.scalar(*target, *to)
            }
            (
                Action::Store { range, index, value },
                Action::Store { range: cells, index: at, value: other },
            ) => {
                self.value(index, at)?;
                self.range(range, cells)?;
                self.value(value, other)
            }
            (Action::Bounds { index, length }, Action::Bounds { index: at, length: other }) => {
                self.equal("length", length, other)?;
                self.value(index, at)
            }
            (Action::Input { target, site }, Action::Input { target: to, site: other }) => {
                self.site(*site, *other)?;
                self.scalar(*target, *to)
            }
            (Action::Unsupported { target, reason }, Action::Unsupported { target: to, reason: other }) => {
                self.equal("reason", reason, other)?;
                self.scalar(*target, *to)
            }
            (Action::Branch(one), Action::Branch(other)) | (Action::Assume(one), Action::Assume(other)) => {
                self.condition(one, other)
            }
            (
                Action::Call { callee, arguments, results },
                Action::Call { callee: called, arguments: passed, results: given },
            ) => {
                let (same, new) = self.procedures.join(*callee, *called);
                self.equal("callee", same, true)?;
                if new {
                    self.called.push((*callee, *called));
                }
                self.equal("arguments", arguments.len(), passed.len())?;
                arguments.iter().zip(passed).try_for_each(|(one, other)| self.value(one, other))?;
                self.equal("results", results.len(), given.len())?;
                results.iter().zip(given).try_for_each(|(one, other)| {
                    self.scalar(one.0, other.0)?;
                    self.scalar(one.1, other.1)
                })
            }
            (Action::Error(one), Action::Error(other)) => self.error(*one, *other),
            (Action::Stop(Some(one)), Action::Stop(Some(other))) => self.value(one, other),
            (one, other) => self.equal("action", one, other),
        }
    }
}
