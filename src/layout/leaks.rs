//! Blocks of the heap that are left where the program ends: at the end of `main`, and where it is ended in an orderly way.
//!
//! Whether a block was freed is kept, so that it is an error for one that was allocated at some place not to be. A block that a
//! pointer variable leads to, of the whole program or of the function that ends it, is not lost. What leads to it otherwise is not
//! asked here: the machine says of each run whether something does, so that an error may stay undecided. Of a place whose
//! blocks are not followed only is kept that it has allocated one.

use std::collections::BTreeSet;

use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{
    self, Condition, ErrorKind, ErrorSite, Expr, NULL_OFFSET, NodeId, ProcedureId, ScalarId, UnitKind,
};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::addresses::starts;
use focuscheck_ir::program::graph::{self, Action, Base, ExprKind, Library, Place};

use super::build::Stage;
use super::check::decided;
use super::region::{OFFSET, Pointer, RowKind};

/// A pointer that may lead to a block.
struct Holder {
    /// The pool that it leads into.
    pool: usize,
    /// The number of the object there; 0 for null.
    number: Expr,
    /// Its offset, if that says whether it is null.
    offset: Option<Expr>,
}

impl Stage<'_> {
    /// Which blocks that are left are errors.
    fn left_kinds(&self) -> Vec<CheckKind> {
        let asked = |kind: &CheckKind| self.original.start().entry.is_none() && self.checks.contains(kind);
        [CheckKind::Memory, CheckKind::Cleanup].into_iter().filter(asked).collect()
    }

    /// Makes what says of the places that allocate whether their blocks are not followed.
    pub fn make_leaks(&mut self) {
        if self.left_kinds().is_empty() {
            return;
        }
        for (number, node) in self.graph.nodes.iter().enumerate() {
            if let Action::Library { function, .. } = &node.action
                && function.can_fail()
                && *function != Library::Open
            {
                let flag = self.make_kept("allocated", IntegerType::BOOL, &[0], node.span);
                self.leaks.flags.insert(graph::NodeId(number as u32), flag);
            }
        }
    }

    /// A block is allocated that is not followed.
    pub fn allocate_unfollowed(&mut self, node: graph::NodeId, span: Span) {
        if let Some(&flag) = self.leaks.flags.get(&node) {
            self.assign(flag, Expr::Constant(1, IntegerType::BOOL), span);
        }
    }

    /// A library function allocates that is not modelled.
    pub fn allocate_elsewhere(&mut self, function: &str, span: Span) {
        if !self.left_kinds().is_empty() {
            self.unjudged(&format!("memory that '{function}' allocates").into(), span);
        }
    }

    /// `main` is left.
    pub fn leave_main(&mut self, span: Span) {
        if self.out.main != Some(self.procedure()) || self.left_kinds().is_empty() {
            return;
        }
        let definition = self.tree.functions[self.copy().function.index()].definition.as_ref();
        let end = definition.map_or(span, |definition| {
            let behind = definition.body_span.end;
            Span::new(behind.saturating_sub(1), behind)
        });
        if !starts(self.tree, self.graph, self.copy().function) {
            self.unjudged(&"end of a 'main' that is called".into(), end);
            return;
        }
        let holders = self.global_holders();
        self.check_left(&holders, end);
    }

    /// The program ends as `exit` ends it.
    pub fn exit_program(&mut self, node: graph::NodeId, span: Span) {
        if !self.graph.exits.contains(&node) || self.left_kinds().is_empty() {
            return;
        }
        let mut holders = self.global_holders();
        let own = self.graph.scopes.iter().filter(|scope| scope.contains(node));
        let own = own.flat_map(|scope| scope.objects.iter().copied());
        let own: BTreeSet<ObjectId> = own.filter(|object| !self.graph.of_library.contains(object)).collect();
        for object in own {
            holders.extend(self.local_holder(object));
        }
        self.check_left(&holders, span);
    }

    /// Where a local pointer leads, as far as it says so itself.
    fn local_holder(&self, object: ObjectId) -> Option<Holder> {
        let Pointer::Into { region, offset, variable } = self.copy().pointers.get(&object)? else {
            return None;
        };
        let row = region.object()?;
        let RowKind::Object(pool) = row.kind else { return None };
        let number = row.number();
        let offset = match (&number, offset) {
            (Expr::Scalar(_), _) => None,
            // Where the number is always the same one, the offset says whether it is null.
            (Expr::Constant(..), Expr::Scalar(_)) if *variable => Some(offset.clone()),
            (Expr::Constant(number, _), Expr::Constant(..)) if self.keeps_block(object, pool, *number) => {
                None
            }
            _ => return None,
        };
        Some(Holder { pool, number, offset })
    }

    /// Whether a pointer that leads to nothing else gets the only block of a place where that is allocated.
    fn keeps_block(&self, object: ObjectId, pool: usize, number: i128) -> bool {
        let same = |(_, place): &(&usize, &(usize, u32))| **place == (pool, (number - 1) as u32);
        let Some((site, _)) = self.pools.blocks.iter().find(same) else { return false };
        let node = self.pools.sites[*site].node;
        let Action::Library { result: Some(block), .. } = self.graph.nodes[node.index()].action else {
            return false;
        };
        let [next] = self.graph.nodes[node.index()].successors[..] else { return false };
        let Action::Store { place, value } = &self.graph.nodes[next.index()].action else { return false };
        let mut value = value;
        while let ExprKind::Convert(inner) = &value.kind {
            value = inner;
        }
        matches!(value.kind, ExprKind::Temporary(stored) if stored == block)
            && matches!(place.base, Base::Object(own) if own == object)
            && place.steps.is_empty()
    }

    /// The pointer variables that are there for the whole run.
    fn global_holders(&self) -> Vec<Holder> {
        let mut holders = Vec::new();
        for (object, variable) in &self.globals {
            let entry = &self.graph.objects[object.index()];
            if !(entry.fixed && matches!(entry.ty, Type::Pointer(..)) && !entry.volatile) {
                continue;
            }
            let place = Place::object(*object, entry.ty.clone(), entry.span);
            if let Some(into) = self.pools.held_at(self.tree, &place) {
                let number = Expr::Scalar(variable.first);
                holders.push(Holder { pool: into.pool, number, offset: None });
            }
        }
        holders
    }

    /// The checks of all places that allocate.
    fn check_left(&mut self, holders: &[Holder], span: Span) {
        let statement = self.new_statement(span, None);
        let unit = self.new_unit(UnitKind::Silent, statement);
        let outer = self.unit.replace(unit);
        let places: Vec<(graph::NodeId, ScalarId)> =
            self.leaks.flags.iter().map(|(node, flag)| (*node, *flag)).collect();
        for kind in self.left_kinds() {
            for &(node, flag) in &places {
                let holders = if kind == CheckKind::Memory { holders } else { &[] };
                self.check_left_of((kind, node), flag, holders, span);
            }
        }
        self.unit = outer;
    }

    /// The check of the blocks of one place.
    fn check_left_of(
        &mut self,
        (kind, node): (CheckKind, graph::NodeId),
        flag: ScalarId,
        holders: &[Holder],
        span: Span,
    ) {
        let pools = std::rc::Rc::clone(&self.pools);
        let error = self.left_error(kind, node);
        let (fails, passes) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        let next = self.new_label(span);
        self.branch(is_set(flag), span, fails, next);
        self.place_label(next);
        if let Some((site, pool, first)) = pools.allocated(node)
            && let Some(alive) = self.pooled[pool].1.alive
        {
            for block in first..first + pools.sites[site].blocks {
                self.check_block((pool, block), ScalarId(alive.0 + block), holders, (span, fails));
            }
        }
        self.jump(passes);
        self.place_label(fails);
        self.emit_error(error, span);
        self.leave(outer);
        self.place_label(passes);
    }

    /// Goes to a label if a block is left that nothing leads to of what is asked.
    fn check_block(
        &mut self,
        (pool, block): (usize, u32),
        alive: ScalarId,
        holders: &[Holder],
        (span, fails): (Span, NodeId),
    ) {
        let (next, mut there) = (self.new_label(span), self.new_label(span));
        self.branch(is_set(alive), span, there, next);
        let block = Expr::Constant(i128::from(block) + 1, OFFSET);
        for holder in holders.iter().filter(|holder| holder.pool == pool) {
            let left = holder.number.clone();
            let leads = Condition { relation: Relation::Equal, left, right: block.clone() };
            if decided(&leads) == Some(false) {
                continue;
            }
            self.place_label(there);
            there = self.new_label(span);
            let Some(offset) = &holder.offset else {
                self.branch(leads, span, next, there);
                continue;
            };
            let near = Expr::Constant(NULL_OFFSET / 2, OFFSET);
            let null = Condition { relation: Relation::LessEqual, left: offset.clone(), right: near };
            let same = self.new_label(span);
            self.branch(leads, span, same, there);
            self.place_label(same);
            self.branch(null, span, there, next);
        }
        self.place_label(there);
        self.jump(fails);
        self.place_label(next);
    }

    /// The error of one place.
    fn left_error(&mut self, kind: CheckKind, node: graph::NodeId) -> cfg::ErrorId {
        if let Some(&known) = self.leaks.errors.get(&(kind, node)) {
            return known;
        }
        let own = self.graph.procedure_of(node);
        // The one that is called, if there is one: others replace the first.
        let is_called = |number: usize| !self.known.replaced.contains(&number);
        let copies = || self.copies.iter().enumerate().filter(|(_, copy)| Some(copy.origin) == own);
        let copy = copies().find(|(number, _)| is_called(*number)).or_else(|| copies().next());
        let procedure = copy.map(|(number, _)| ProcedureId(number as u32));
        let text = self.leaks.texts.get(&node).cloned().unwrap_or_default();
        let span = Some(self.graph.nodes[node.index()].span);
        let (subject, nodes) = (text.clone(), Vec::new());
        self.out.errors.push(ErrorSite {
            kind: ErrorKind::Check(kind),
            procedure,
            text,
            subject,
            span,
            nodes,
        });
        let error = cfg::ErrorId(self.out.errors.len() as u32 - 1);
        self.leaks.errors.insert((kind, node), error);
        error
    }

    /// A call is laid out that allocates: only here is known how it is written.
    pub fn note_allocation(&mut self, node: graph::NodeId, function: &Library, arguments: &[graph::Expr]) {
        if !self.leaks.flags.contains_key(&node) {
            return;
        }
        let text = match self.library_function() {
            Some(name) => format!("{name}()"),
            None => {
                let (arguments, _) = function.failing(arguments);
                let texts: Vec<String> = arguments.iter().map(|argument| self.text(argument)).collect();
                format!("{}({})", function.name(), texts.join(", "))
            }
        };
        for ((_, other), error) in &self.leaks.errors {
            if *other == node {
                let site = &mut self.out.errors[error.index()];
                (site.text, site.subject) = (text.clone(), text.clone());
            }
        }
        self.leaks.texts.insert(node, text);
    }
}

/// That something is so.
fn is_set(flag: ScalarId) -> Condition {
    let right = Expr::Constant(0, IntegerType::BOOL);
    Condition { relation: Relation::NotEqual, left: Expr::Scalar(flag), right }
}
