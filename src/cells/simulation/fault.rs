//! What exactly was undefined, in words with values.

use crate::facts::cfg::{Action, Expr, Graph, ScalarId};
use focuscheck_base::arith::{BinaryOperator, IntegerType, UnaryOperator};
use focuscheck_base::reading::VALUE_OF;

use super::evaluate::{Undefined, Value, evaluate};
use super::interpreter::Machine;

/// An operation without a defined result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The operation as text, over the names of variables; empty if it is the whole statement.
    pub operation: String,
    /// What is wrong with it: "signed overflow: `x + 1` is 2147483648, which is not in the range of int".
    pub message: String,
}

/// Says what was undefined in the node at which a run ended. The memory is the one before the node.
pub fn explain(graph: &Graph, machine: &Machine<'_>, what: Undefined) -> Fault {
    let node = &graph.nodes[machine.node().index()];
    let scan = Scan { graph, machine };
    let found = match &node.action {
        Action::Load { range, index, .. } => {
            scan.find(index).or_else(|| scan.index(index, range.length).or_else(|| scan.unset_cell(node)))
        }
        Action::Store { range, index, value } => {
            scan.find(index).or_else(|| scan.index(index, range.length)).or_else(|| scan.find(value))
        }
        Action::Bounds { index, length } => scan.find(index).or_else(|| scan.index(index, *length)),
        Action::Assign { value, .. } => scan.find(value),
        Action::Branch(condition) | Action::Assume(condition) => {
            scan.find(&condition.left).or_else(|| scan.find(&condition.right))
        }
        Action::Call { arguments, .. } => arguments.iter().find_map(|argument| scan.find(argument)),
        Action::Stop(Some(status)) => scan.find(status),
        Action::Exit => {
            let name = &graph.procedures[node.procedure.index()].name;
            Some(Fault { operation: String::new(), message: without_value(name) })
        }
        _ => None,
    };
    found.unwrap_or_else(|| Fault { operation: String::new(), message: what.to_string() })
}

/// Of a function that ended without a value, which is used.
fn without_value(name: &str) -> String {
    format!("the value of a call of `{name}` is used, but it returned none")
}

struct Scan<'a, 'g> {
    graph: &'g Graph,
    machine: &'a Machine<'g>,
}

impl Scan<'_, '_> {
    fn value(&self, expression: &Expr) -> Option<i128> {
        match evaluate(expression, &|scalar| self.machine.value_of(scalar)) {
            Ok(Value::Known(value)) => Some(value),
            _ => None,
        }
    }

    /// The first operation of an expression that has no defined result.
    fn find(&self, expression: &Expr) -> Option<Fault> {
        match expression {
            Expr::Constant(..) => None,
            Expr::Scalar(scalar) => self.unset(*scalar),
            Expr::Convert(_, operand) => self.find(operand),
            Expr::Unary(operator, ty, operand) => self.find(operand).or_else(|| {
                let value = self.value(operand)?;
                let overflows = *operator == UnaryOperator::Negate && ty.signed && !ty.contains(-value);
                overflows.then(|| self.overflow(expression, -value, *ty))
            }),
            Expr::Binary(operator, ty, left, right) => {
                self.find(left).or_else(|| self.find(right)).or_else(|| {
                    // A division by zero is one whatever is divided.
                    let (a, b) = (self.value(left), self.value(right)?);
                    self.binary(expression, *operator, *ty, a, b)
                })
            }
        }
    }

    fn binary(
        &self,
        expression: &Expr,
        operator: BinaryOperator,
        ty: IntegerType,
        a: Option<i128>,
        b: i128,
    ) -> Option<Fault> {
        let operation = text(self.graph, expression);
        let fault = |message| Some(Fault { operation: operation.clone(), message });
        match operator {
            BinaryOperator::Divide | BinaryOperator::Remainder if b == 0 => {
                fault(format!("division by zero in `{operation}`"))
            }
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight if !(0..ty.width.into()).contains(&b) => {
                fault(format!("shift amount {b} is not in 0..{} in `{operation}`", ty.width - 1))
            }
            BinaryOperator::ShiftLeft if ty.signed => match a? {
                a if a < 0 => fault(format!("left shift of the negative value {a} in `{operation}`")),
                a if !ty.contains(a << b) => fault(format!(
                    "left shift of {a} by {b} is not in the range of {} in `{operation}`",
                    name(ty)
                )),
                _ => None,
            },
            _ if !ty.signed => None,
            BinaryOperator::Add => self.range(expression, a? + b, ty),
            BinaryOperator::Subtract => self.range(expression, a? - b, ty),
            BinaryOperator::Multiply => self.range(expression, a? * b, ty),
            BinaryOperator::Divide | BinaryOperator::Remainder => self.range(expression, a? / b, ty),
            _ => None,
        }
    }

    fn range(&self, expression: &Expr, value: i128, ty: IntegerType) -> Option<Fault> {
        (!ty.contains(value)).then(|| self.overflow(expression, value, ty))
    }

    fn overflow(&self, expression: &Expr, value: i128, ty: IntegerType) -> Fault {
        let operation = text(self.graph, expression);
        // The remainder itself would be in range; C asks for the quotient to be.
        let subject = match expression {
            Expr::Binary(BinaryOperator::Remainder, ..) => format!("the quotient of `{operation}`"),
            _ => format!("`{operation}`"),
        };
        let message =
            format!("signed overflow: {subject} is {value}, which is not in the range of {}", name(ty));
        Fault { operation, message }
    }

    fn index(&self, index: &Expr, length: u32) -> Option<Fault> {
        let value = self.value(index)?;
        (!(0..length.into()).contains(&value)).then(|| Fault {
            operation: String::new(),
            message: format!("index {value} is not in 0..{}", i64::from(length) - 1),
        })
    }

    fn unset(&self, scalar: ScalarId) -> Option<Fault> {
        (self.machine.value_of(scalar) == Value::Unset).then(|| {
            let operation = self.graph.scalars[scalar.index()].name.clone();
            let function = operation.strip_prefix(VALUE_OF).and_then(|name| name.strip_suffix("()"));
            let message = match function {
                Some(function) => without_value(function),
                None => format!("`{operation}` is read before it has a value"),
            };
            Fault { message, operation }
        })
    }

    fn unset_cell(&self, node: &crate::facts::cfg::Node) -> Option<Fault> {
        let Action::Load { range, index, .. } = &node.action else { return None };
        self.unset(range.cell(self.value(index)?)?)
    }
}

/// How a type is called when the names of the program are not known.
fn name(ty: IntegerType) -> String {
    match ty.width {
        32 => "int".to_owned(),
        width => format!("a signed integer of {width} bits"),
    }
}

/// An expression as C, without the conversions.
fn text(graph: &Graph, expression: &Expr) -> String {
    match expression {
        Expr::Constant(value, _) => value.to_string(),
        Expr::Scalar(scalar) => graph.scalars[scalar.index()].name.clone(),
        Expr::Convert(_, operand) => text(graph, operand),
        Expr::Unary(operator, _, operand) => {
            let sign = if *operator == UnaryOperator::Negate { "-" } else { "~" };
            format!("{sign}{}", operand_text(graph, operand))
        }
        Expr::Binary(operator, _, left, right) => {
            let sign = operator.symbol();
            format!("{} {sign} {}", operand_text(graph, left), operand_text(graph, right))
        }
    }
}

fn operand_text(graph: &Graph, expression: &Expr) -> String {
    let text = text(graph, expression);
    let mut plain = expression;
    while let Expr::Convert(_, operand) = plain {
        plain = operand;
    }
    let compound = match plain {
        Expr::Binary(..) => true,
        // A temporary stands for the text of any expression.
        Expr::Scalar(_) => text.contains(' ') && !text.ends_with([')', ']']),
        _ => false,
    };
    if compound { format!("({text})") } else { text }
}
