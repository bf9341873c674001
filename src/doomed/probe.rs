//! Runs that try to contradict: the machine is started in the function, in many states. It reads neither formulas nor
//! copies, so what it finds does not rest on them.

use std::collections::BTreeSet;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Expr, ExprKind, NodeId, ProcedureId};
use focuscheck_machine::{Beginning, Content, End, GivenBlock, Limits, Machine, RunInputs, Scalar, Target};

use super::copies::Program;

/// How far a run may go.
const LIMITS: Limits = Limits { steps: 20_000, depth: 100 };

/// How many states are tried.
const TRIES: u64 = 160;

/// Bytes of the blocks that pointers point to.
const SIZE: u64 = 512;

/// How many values each place from outside gets.
const VALUES: usize = 12;

/// Numbers in an order that is always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }
}

/// Whether some run passes a point (`None`: the entry) and ends.
pub fn contradicts(program: Program<'_>, function: FunctionId, point: Option<NodeId>) -> bool {
    let graph = program.graph;
    let Some(procedure) = graph.bodies.get(function.index()).copied().flatten() else { return false };
    // A run that does not do what annotations say is none that they speak of.
    let (first, exit) = (graph.procedures[procedure.index()].first, graph.procedures[procedure.index()].exit);
    let mut loops = graph.loops.iter().filter(|entry| (first..=exit).contains(&entry.head));
    let stated =
        graph.nodes_of(procedure).any(|node| matches!(graph.nodes[node.index()].action, Action::Stated(_)));
    if program.tree.functions[function.index()].contract.is_some()
        || loops.any(|entry| entry.contract.is_some())
        || stated
    {
        return false;
    }
    let point = point.unwrap_or(graph.procedures[procedure.index()].entry);
    let constants = constants(program, procedure);
    let constant = |object| graph.is_constant(program.tree, object);
    (0..TRIES).any(|seed| {
        spend(1);
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(7));
        let (beginning, given) = state(program, procedure, &constants, &mut numbers);
        let mut machine = Machine::new(graph, given, LIMITS);
        if machine.begin(procedure, &beginning, &constant).is_err() {
            return false;
        }
        let (end, passed) = machine.run_past(point);
        passed && matches!(end, End::Finished | End::Stopped)
    })
}

/// Numbers that are worth trying: those of the function, and their neighbours.
fn constants(program: Program<'_>, procedure: ProcedureId) -> Vec<i128> {
    let mut found: BTreeSet<i128> = [-1, 0, 1, 2, 3, 7, 100].into();
    for node in program.graph.nodes_of(procedure) {
        let action = &program.graph.nodes[node.index()].action;
        if let Action::Assign { value, .. } | Action::Store { value, .. } | Action::Branch(value) = action {
            numbers(value, &mut found);
        }
    }
    let around: BTreeSet<i128> = found.iter().flat_map(|&number| [number - 1, number, number + 1]).collect();
    around.into_iter().collect()
}

fn numbers(expression: &Expr, found: &mut BTreeSet<i128>) {
    match &expression.kind {
        _ if matches!(expression.ty, Type::Float(_)) => {}
        ExprKind::Integer(number) => _ = found.insert(*number),
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => numbers(operand, found),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => {
            numbers(left, found);
            numbers(right, found);
        }
        ExprKind::Temporary(_)
        | ExprKind::Read(_)
        | ExprKind::Address(..)
        | ExprKind::Function(_)
        | ExprKind::Unmodelled(_) => {}
    }
}

/// A state to start in, and values from outside.
fn state(
    program: Program<'_>,
    procedure: ProcedureId,
    constants: &[i128],
    numbers: &mut Numbers,
) -> (Beginning, RunInputs) {
    let graph = program.graph;
    let mut beginning = Beginning::default();
    let parameters = &graph.procedures[procedure.index()].parameters;
    for number in 0..parameters.len().max(1) {
        beginning.blocks.push(GivenBlock { size: SIZE, heap: false, ended: false, scalars: Vec::new() });
        let mut scalars = Vec::new();
        for offset in (0..SIZE).step_by(8) {
            // Structures have pointers and integers; of both the first bytes say something.
            let content = match numbers.below(3) {
                0 => Content::Pointer(Target::Block(number, 0)),
                1 => Content::Integer { value: in_type(constants, numbers, IntegerType::INT), size: 4 },
                _ => continue,
            };
            scalars.push(Scalar { offset, content });
        }
        beginning.blocks[number].scalars = scalars;
    }
    let scalars = |ty: &Type, number: usize, numbers: &mut Numbers| {
        let content = match ty {
            Type::Integer(ty) => {
                let value = in_type(constants, numbers, *ty);
                Content::Integer { value, size: u64::from(ty.width).div_ceil(8) }
            }
            Type::Pointer(..) => match numbers.below(3) {
                0 => Content::Pointer(Target::Null),
                _ => Content::Pointer(Target::Block(number, 0)),
            },
            Type::Void
            | Type::Float(_)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => return Vec::new(),
        };
        vec![Scalar { offset: 0, content }]
    };
    for (number, object) in parameters.iter().enumerate() {
        let ty = &graph.objects[object.index()].ty;
        let content = scalars(ty, number, numbers);
        beginning.parameters.push(content);
    }
    for (number, object) in graph.objects.iter().enumerate().filter(|(_, object)| object.fixed) {
        let content = scalars(&object.ty, 0, numbers);
        if !content.is_empty() && object.size.is_some() {
            beginning.statics.insert(ObjectId(number as u32), content);
        }
    }
    (beginning, given(program, constants, numbers))
}

fn given(program: Program<'_>, constants: &[i128], numbers: &mut Numbers) -> RunInputs {
    let mut given = RunInputs::default();
    for site in &program.graph.sites {
        for _ in 0..VALUES {
            let (low, high) = site.range;
            given.add(site.span, &site.name, constants[numbers.below(constants.len())].clamp(low, high));
        }
    }
    for object in &program.graph.objects {
        for part in &object.parts {
            let width = part.bits.map_or(part.ty.width, |bits| bits.width as u8);
            let ty = IntegerType { width, signed: part.ty.signed, float: false };
            given.add(object.span, &part.name, in_type(constants, numbers, ty));
        }
    }
    given
}

/// One of some numbers, as a type has it.
fn in_type(constants: &[i128], numbers: &mut Numbers, ty: IntegerType) -> i128 {
    constants[numbers.below(constants.len())].clamp(ty.min(), ty.max())
}
