//! The vocabulary: id newtypes, and the input relations that are extracted from a program.
//!
//! Every id is an interned `u32`; no relation is wider than six columns.

use crate::relation::{Column, relations};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl From<$name> for u32 {
            fn from(id: $name) -> u32 {
                id.0
            }
        }

        impl Column for $name {
            fn print(&self) -> String {
                self.0.to_string()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok().map($name)
            }
        }
    };
}

id!(
    /// A program point with a valuation (and, when procedures are inlined, the calls that led there).
    State
);
id!(
    /// An error set: the scalars and conditionals that matter for the violation from here on.
    ErrorSet
);
id!(
    /// A goal to the backward rules: a callee's exit state with the error set demanded there.
    Goal
);
id!(
    /// A node of the control-flow graph.
    Node
);
id!(
    /// A basic block of one procedure.
    Block
);
id!(
    /// A procedure.
    Procedure
);
id!(
    /// A scalar variable.
    Scalar
);
id!(
    /// A place in a program at which a value is read from outside.
    Site
);
id!(
    /// What counts as one statement for dependence.
    Unit
);
id!(
    /// A set of conditional units of which, on a path, the nearest earlier instance decides.
    Control
);
id!(
    /// A place that has a distance: a state, or a point of the slice graph (a goal, a state and an error set).
    Place
);
id!(
    /// From where the distances of places are: the state in which a procedure was entered, or everything.
    Context
);

impl Goal {
    /// The goal that stands for the violation itself: states outside any matched call.
    pub const OPEN: Goal = Goal(0);
}

/// A member of an error set, in one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member(u32);

/// What a member of an error set is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemberKind {
    /// A scalar whose value matters.
    Scalar(Scalar),
    /// Conditionals that a later focus statement is control-dependent on; of each set the nearest earlier
    /// instance.
    Pending(Control),
    /// A unit of several nodes that is a focus statement and whose first node has not been met yet.
    Open(Unit),
}

impl Member {
    const TAG: u32 = 30;
    const MASK: u32 = (1 << Self::TAG) - 1;

    /// The scalar as a member.
    pub fn scalar(scalar: Scalar) -> Member {
        Member(scalar.0)
    }

    /// The pending set of conditionals as a member.
    pub fn pending(control: Control) -> Member {
        Member(1 << Self::TAG | control.0)
    }

    /// The open unit as a member.
    pub fn open(unit: Unit) -> Member {
        Member(2 << Self::TAG | unit.0)
    }

    /// What it is.
    pub fn kind(self) -> MemberKind {
        let number = self.0 & Self::MASK;
        match self.0 >> Self::TAG {
            0 => MemberKind::Scalar(Scalar(number)),
            1 => MemberKind::Pending(Control(number)),
            _ => MemberKind::Open(Unit(number)),
        }
    }

    /// The scalar, if it is one.
    pub fn as_scalar(self) -> Option<Scalar> {
        match self.kind() {
            MemberKind::Scalar(scalar) => Some(scalar),
            MemberKind::Pending(_) | MemberKind::Open(_) => None,
        }
    }
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.print())
    }
}

impl Column for Member {
    fn print(&self) -> String {
        match self.kind() {
            MemberKind::Scalar(scalar) => format!("scalar:{}", scalar.0),
            MemberKind::Pending(control) => format!("pending:{}", control.0),
            MemberKind::Open(unit) => format!("open:{}", unit.0),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (kind, number) = text.split_once(':')?;
        let number: u32 = number.parse().ok().filter(|&number| number <= Self::MASK)?;
        match kind {
            "scalar" => Some(Member::scalar(Scalar(number))),
            "pending" => Some(Member::pending(Control(number))),
            "open" => Some(Member::open(Unit(number))),
            _ => None,
        }
    }
}

/// Why a node is passed as a part of a focus statement. Of several reasons the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// It is an inner part of a unit that is a focus statement.
    Part,
    /// A later focus statement is control-dependent on it.
    Control,
    /// It restricts what the slice depends on (`assume`).
    Restriction,
    /// It assigns a scalar of the error set.
    Data,
    /// Its other outcome could have assigned a scalar of the error set.
    Potential,
    /// It is no focus statement, but ends what a member stands for.
    Silent,
}

impl Column for Reason {
    fn print(&self) -> String {
        let name = match self {
            Reason::Part => "part",
            Reason::Control => "control",
            Reason::Restriction => "restriction",
            Reason::Data => "data",
            Reason::Potential => "potential",
            Reason::Silent => "silent",
        };
        name.to_owned()
    }

    fn read(text: &str) -> Option<Self> {
        let all = [
            Reason::Part,
            Reason::Control,
            Reason::Restriction,
            Reason::Data,
            Reason::Potential,
            Reason::Silent,
        ];
        all.into_iter().find(|reason| reason.print() == text)
    }
}

/// The scalars that a subscript can denote: the first one, and so many in all at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    /// The scalar for index 0.
    pub first: Scalar,
    /// How many there are.
    pub length: u32,
    /// The distance between neighbours.
    pub stride: u32,
}

impl Cells {
    /// All of them, in order of the index.
    pub fn scalars(self) -> impl Iterator<Item = Scalar> {
        (0..self.length).map(move |index| Scalar(self.first.0 + index * self.stride))
    }
}

impl Column for Cells {
    fn print(&self) -> String {
        format!("{}+{}*{}", self.first.0, self.length, self.stride)
    }

    fn read(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once('+')?;
        let (length, stride) = rest.split_once('*')?;
        let (length, stride): (u32, u32) = (length.parse().ok()?, stride.parse().ok()?);
        let first: u32 = first.parse().ok()?;
        first.checked_add(length.checked_mul(stride)?)?;
        Some(Cells { first: Scalar(first), length, stride })
    }
}

/// On which outcome of a conditional an edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// When the condition holds.
    Holds,
    /// When the condition fails.
    Fails,
    /// Always: the node is no conditional.
    On,
}

impl Column for Way {
    fn print(&self) -> String {
        let name = match self {
            Way::Fails => "fails",
            Way::Holds => "holds",
            Way::On => "on",
        };
        name.to_owned()
    }

    fn read(text: &str) -> Option<Self> {
        [Way::Holds, Way::Fails, Way::On].into_iter().find(|way| way.print() == text)
    }
}

relations! {
    /// What the rules read of a program: relations extracted from its control-flow graph.
    pub struct Program {
        /// Control passes from the node, on this outcome, to the other node.
        edge(Node, Way, Node),
        /// The procedure begins with the node.
        entry(Procedure, Node),
        /// The node is the end of its procedure.
        exit(Node),
        /// The node calls the procedure.
        call(Node, Procedure),
        /// The call computes the value of the formal from the scalar.
        argument(Node, Scalar, Scalar),
        /// The call, when its callee ends, copies the callee's scalar (first) to one of the caller's.
        returned(Node, Scalar, Scalar),
        /// The node belongs to the procedure.
        inside(Node, Procedure),
        /// The node belongs to the unit.
        unit(Node, Unit),
        /// The unit has several nodes and begins with this one.
        begins(Unit, Node),
        /// The node gives the scalar a new value.
        assigns(Node, Scalar),
        /// The node gives a new value to one of the cells, through a subscript.
        stores(Node, Cells),
        /// The node reads the scalar; where it has a subscript, for the subscript.
        reads(Node, Scalar),
        /// The node reads the scalar for the value that it stores through a subscript.
        gives(Node, Scalar),
        /// The node reads one of the cells through a subscript.
        loads(Node, Cells),
        /// The node only ends the old value of a variable that is declared (again).
        declares(Node),
        /// The node is a conditional.
        decides(Node),
        /// The node ends the run unless its condition holds.
        assumes(Node),
        /// The node has a subscript, which may be out of bounds.
        subscripts(Node),
        /// The unit is the condition of an `assume`.
        assumption(Unit),
        /// The unit is a conditional over variables, not over inputs alone.
        over_variables(Unit),
        /// A node of the unit reads the scalar.
        unit_reads(Unit, Scalar),
        /// The temporary is made by the node, and by none before it.
        made(Scalar, Node),
        /// The scalar is a global.
        global(Scalar),
    }
}

relations! {
    /// What the static rules derive of a program, and the update rules read.
    pub struct Dependences {
        /// Running the procedure may assign the global.
        modifies(Procedure, Scalar),
        /// Running the procedure may read the global.
        references(Procedure, Scalar),
        /// Whether the node runs is decided by the conditional unit.
        controls(Node, Unit),
        /// The nearest earlier instance of this set decides whether the node runs.
        decided_by(Node, Control),
        /// The nearest earlier instance of this set decides whether the node's unit runs.
        unit_decided_by(Node, Control),
        /// The conditional unit is a member of the set.
        member(Unit, Control),
        /// The procedure itself ends the program, depending on this set.
        guard(Procedure, Control),
    }
}

relations! {
    /// What the forward rules derive.
    pub struct ForwardFacts {
        /// The state is one of the node.
        state(State, Node),
        /// The second state is reached inside the procedure that was entered in the first.
        path_edge(State, State),
        /// One intraprocedural step leads from the first state to the second.
        step(State, State),
        /// The procedure entered in the first state is called in the second.
        entered_by(State, State),
        /// The call at the first state, left by the callee through the second, goes on in the third.
        resumed(State, State, State),
        /// The procedure entered in the first state can be left in the second.
        fsum(State, State),
    }
}

relations! {
    /// What the backward rules derive for one error.
    pub struct BackwardFacts {
        /// The error set has the member.
        set(ErrorSet, Member),
        /// The goal asks about this exit state with this error set.
        goal(Goal, State, ErrorSet),
        /// For the goal the state can be passed with the error set; whether a focus statement of its procedure
        /// has been met.
        at(Goal, State, ErrorSet, bool),
        /// The goal is waited for, with the callee's entry state, by another one at a call, with the error set
        /// after the call.
        waits(Goal, State, Goal, State, ErrorSet, bool),
        /// The goal is answered at the entry state with this error set; whether there was a focus statement.
        bsum(Goal, State, ErrorSet, bool),
        /// Between the point and the start, or its callee's entry, there are so many focus statements at least.
        least(Goal, State, ErrorSet, u32),
    }
}
