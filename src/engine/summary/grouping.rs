//! Which nodes are one step: a sequence of focus statements is printed with one step for each statement (Definition 1).
//!
//! There is one definition, for a walk back that comes upon the nodes one by one:
//!
//! - A focus statement begins a step, unless the unit that it is a part of has begun one.
//! - It joins the step that was told last if that is of the same statement in the same frame, and of another unit:
//!   a statement with several units is one step each time it runs. Assertions, checks and returns have several nodes
//!   that are no parts of each other; these join, too.
//! - A call with a focus statement inside, and the violation, are steps of their own.
//! - The explicit return of a frame is a step as soon as the frame has a focus statement.

use focuscheck_rules::schema::Reason;

use focuscheck_cells::facts::cfg::{Action, Graph, NodeId, StatementId, UnitId, UnitKind};

use super::statics::Statics;

/// What was told of a frame so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameProgress {
    /// It has a focus statement.
    pub touched: bool,
    /// Its explicit return was passed before any focus statement.
    pub returned: bool,
}

impl FrameProgress {
    /// A frame that is open at the violation: that it has come so far matters.
    pub const OPEN: FrameProgress = FrameProgress { touched: true, returned: false };
}

/// The statement, unit and frame of the focus statement that was told last.
pub type Last<F> = Option<(StatementId, UnitId, F)>;

/// What becomes of a focus statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepMembership {
    /// It begins a step.
    Begins,
    /// It joins the step that was begun last.
    Joins,
    /// It belongs to the step of its unit.
    Part,
}

/// What a focus statement does to the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The explicit return of its frame, passed before, becomes a step first.
    pub returns: bool,
    /// What becomes of itself.
    pub turn: StepMembership,
}

impl Met {
    /// How many steps begin.
    pub fn steps(self) -> u32 {
        u32::from(self.returns) + u32::from(self.turn == StepMembership::Begins)
    }
}

/// The nodes of a program as steps.
#[derive(Clone, Copy, Debug)]
pub struct Grouping<'a> {
    /// The program.
    pub graph: &'a Graph,
    /// Its static relations.
    pub statics: &'a Statics,
}

impl Grouping<'_> {
    /// The statement and unit of a node, and the unit's kind.
    pub fn statement(&self, node: NodeId) -> (StatementId, UnitId, UnitKind) {
        let unit = self.graph.nodes[node.index()].unit;
        let definition = &self.graph.units[unit.index()];
        (definition.statement, unit, definition.kind)
    }

    /// Whether the node is the explicit end of a procedure.
    pub fn is_return(&self, node: NodeId) -> bool {
        let definition = &self.graph.nodes[node.index()];
        definition.action == Action::Skip
            && self.graph.units[definition.unit.index()].kind == UnitKind::Return
    }

    /// What is told of a frame once a node of it was passed, and why that is a focus statement, if it is one.
    pub fn passed(&self, told: FrameProgress, node: NodeId, reason: Option<Reason>) -> FrameProgress {
        match reason {
            Some(_) => FrameProgress { touched: true, ..told },
            None => {
                FrameProgress { returned: told.returned || !told.touched && self.is_return(node), ..told }
            }
        }
    }

    /// Comes upon a focus statement, given what was told of its frame before it.
    pub fn meets<F: Copy + Eq>(
        &self,
        told: FrameProgress,
        last: &mut Last<F>,
        node: NodeId,
        reason: Reason,
        frame: F,
    ) -> Met {
        let returns = !told.touched && told.returned;
        if reason == Reason::Part {
            return Met { returns, turn: StepMembership::Part };
        }
        let (statement, unit, kind) = self.statement(node);
        // What a frame without steps has passed of a return statement belongs to the return that ends it.
        let joins = returns && self.statics.is_return_statement(statement)
            || last.is_some_and(|(last_statement, last_unit, last_frame)| {
                statement == last_statement
                    && frame == last_frame
                    && (unit != last_unit || joins_itself(kind))
            });
        *last = Some((statement, unit, frame));
        Met { returns, turn: if joins { StepMembership::Joins } else { StepMembership::Begins } }
    }

    /// Comes upon a call with a focus statement inside, or the violation.
    pub fn meets_alone<F>(&self, told: FrameProgress, last: &mut Last<F>, node: NodeId, frame: F) -> Met {
        let (statement, unit, _) = self.statement(node);
        *last = Some((statement, unit, frame));
        Met { returns: !told.touched && told.returned, turn: StepMembership::Begins }
    }

    /// Whether a focus statement begins a step, or is in the one that the explicit return of its frame begins, whatever
    /// was told before: a lower bound of what [`Grouping::meets`] counts.
    pub fn surely_begins(&self, node: NodeId, reason: Reason) -> bool {
        let (statement, _, kind) = self.statement(node);
        let joins = kind != UnitKind::Return && joins_itself(kind);
        reason != Reason::Part && !joins && self.statics.units_of_statement[statement.index()] == 1
    }
}

/// Whether nodes of a unit of this kind are one step although they are no parts of each other.
fn joins_itself(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Assert | UnitKind::Check | UnitKind::Return)
}
