//! Small typed programs for tests, built by hand.

use crate::arith::{BinaryOperator, IntegerType, Relation};
use crate::facts::cfg::ErrorKind;
use crate::layout::program::*;
use crate::source::Span;

/// Collects the parts of a program; everything is `int`.
#[derive(Default)]
pub(crate) struct Sample {
    pub(crate) program: Program,
}

impl Sample {
    pub(crate) fn function(&mut self, name: &str, result: bool) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name: name.to_owned(),
            parameters: Vec::new(),
            result: result.then_some(IntegerType::INT),
            outputs: Vec::new(),
            labels: Vec::new(),
            body: block(Vec::new()),
            span: Span::default(),
        });
        let result = result.then(|| self.array("\\result", Storage::Local(id), 1));
        self.program.result_variables.push(result);
        if name == "main" {
            self.program.main = Some(id);
        }
        id
    }

    pub(crate) fn body(&mut self, function: FunctionId, statements: Vec<Statement>) {
        self.program.functions[function.0 as usize].body = block(statements);
    }

    pub(crate) fn label(&mut self, function: FunctionId, name: &str) -> LabelId {
        let labels = &mut self.program.functions[function.0 as usize].labels;
        labels.push(Label { name: name.to_owned(), span: Span::default() });
        LabelId(labels.len() as u32 - 1)
    }

    pub(crate) fn array(&mut self, name: &str, storage: Storage, cells: usize) -> VariableId {
        let id = VariableId(self.program.variables.len() as u32);
        let suffix = |cell| if cells == 1 { String::new() } else { format!("[{cell}]") };
        self.program.variables.push(Variable {
            name: name.to_owned(),
            storage,
            cells: (0..cells).map(|cell| Cell::new(suffix(cell), IntegerType::INT)).collect(),
            initial: if storage == Storage::Global { vec![Some(0); cells] } else { Vec::new() },
            span: Span::default(),
        });
        if let Storage::Parameter(function) = storage {
            self.program.functions[function.0 as usize].parameters.push(id);
        }
        id
    }

    pub(crate) fn global(&mut self, name: &str) -> VariableId {
        self.array(name, Storage::Global, 1)
    }
}

pub(crate) fn typed(kind: ExpressionKind, ty: IntegerType) -> Expression {
    Expression { kind, ty, span: Span::default() }
}

pub(crate) fn int(kind: ExpressionKind) -> Expression {
    typed(kind, IntegerType::INT)
}

pub(crate) fn number(value: i128) -> Expression {
    int(ExpressionKind::Constant(value))
}

pub(crate) fn cell(variable: VariableId) -> Place {
    Place { variable, offset: 0, indices: Vec::new(), ty: IntegerType::INT, span: Span::default() }
}

pub(crate) fn element(variable: VariableId, indices: Vec<(Expression, u32, u32)>) -> Place {
    let indices =
        indices.into_iter().map(|(value, length, stride)| Index { value, length, nullable: false, stride });
    Place { indices: indices.collect(), ..cell(variable) }
}

pub(crate) fn read(variable: VariableId) -> Expression {
    int(ExpressionKind::Read(cell(variable)))
}

pub(crate) fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    int(ExpressionKind::Binary(operator, Box::new(left), Box::new(right)))
}

pub(crate) fn add(left: Expression, right: Expression) -> Expression {
    binary(BinaryOperator::Add, left, right)
}

pub(crate) fn compare(left: Expression, relation: Relation, right: Expression) -> Expression {
    int(ExpressionKind::Compare(relation, Box::new(left), Box::new(right)))
}

pub(crate) fn and(left: Expression, right: Expression) -> Expression {
    int(ExpressionKind::And(Box::new(left), Box::new(right)))
}

pub(crate) fn or(left: Expression, right: Expression) -> Expression {
    int(ExpressionKind::Or(Box::new(left), Box::new(right)))
}

pub(crate) fn not(operand: Expression) -> Expression {
    int(ExpressionKind::Not(Box::new(operand)))
}

pub(crate) fn assign(variable: VariableId, value: Expression) -> Expression {
    int(ExpressionKind::Assign(cell(variable), Box::new(value)))
}

pub(crate) fn increment(variable: VariableId) -> Expression {
    int(ExpressionKind::Update {
        place: cell(variable),
        operator: BinaryOperator::Add,
        operation: IntegerType::INT,
        value: Box::new(number(1)),
        postfix: true,
    })
}

pub(crate) fn call(function: FunctionId, arguments: Vec<Expression>) -> Expression {
    int(ExpressionKind::Call(function, arguments, Vec::new()))
}

pub(crate) fn input(name: &str) -> Expression {
    let range = (IntegerType::INT.min(), IntegerType::INT.max());
    int(ExpressionKind::Input { name: Some(name.to_owned()), operands: Vec::new(), range })
}

/// `*`.
pub(crate) fn choice() -> Expression {
    let range = (IntegerType::INT.min(), IntegerType::INT.max());
    int(ExpressionKind::Input { name: None, operands: Vec::new(), range })
}

pub(crate) fn unsupported(may: May) -> Expression {
    let reason = "a \"pointer\"".into();
    int(ExpressionKind::Unsupported { reason, operands: Vec::new(), may })
}

pub(crate) fn assert(condition: Expression) -> Statement {
    expression(int(ExpressionKind::Assert(Box::new(condition), ErrorKind::Assertion)))
}

pub(crate) fn assume(condition: Expression) -> Statement {
    expression(int(ExpressionKind::Assume(Box::new(condition))))
}

pub(crate) fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::default() }
}

pub(crate) fn expression(expression: Expression) -> Statement {
    statement(StatementKind::Expression(expression))
}

pub(crate) fn block(statements: Vec<Statement>) -> Statement {
    statement(StatementKind::Block(statements))
}

pub(crate) fn branch(condition: Expression, then: Vec<Statement>, otherwise: Vec<Statement>) -> Statement {
    let otherwise = Some(Box::new(block(otherwise)));
    statement(StatementKind::If { condition, then: Box::new(block(then)), otherwise })
}

pub(crate) fn repeat(condition: Expression, body: Vec<Statement>) -> Statement {
    statement(StatementKind::While { condition, body: Box::new(block(body)), annotations: Vec::new() })
}

pub(crate) fn give(value: Expression) -> Statement {
    statement(StatementKind::Return(Some(value)))
}

pub(crate) fn declare(variable: VariableId, value: Option<Expression>) -> Statement {
    statement(StatementKind::Declaration(vec![LocalDeclaration {
        variable,
        span: Span::default(),
        initializers: value.map(|value| (0, value)).into_iter().collect(),
    }]))
}

/// Calls, loops, arrays, switches, inputs and parts that are not modelled, all in one.
pub(crate) fn everything() -> Program {
    use BinaryOperator::{Divide, Multiply};
    let mut sample = Sample::default();
    let total = sample.global("total");
    let table = sample.array("table", Storage::Global, 6);
    sample.program.variables[table.0 as usize].initial[2] = None;
    let square = sample.function("square", true);
    let value = sample.array("value", Storage::Parameter(square), 1);
    sample.body(
        square,
        vec![
            expression(assign(total, add(read(total), number(1)))),
            give(binary(Multiply, read(value), read(value))),
        ],
    );
    let main = sample.function("main", true);
    let i = sample.array("i", Storage::Local(main), 1);
    let lost = sample.array("lost", Storage::Local(main), 1);
    sample.program.address_taken = vec![lost];
    let end = sample.label(main, "ERROR");
    let two = |i, j| element(table, vec![(i, 2, 3), (j, 3, 1)]);
    let case =
        |low, high, body| statement(StatementKind::Case { low, high, body: Box::new(expression(body)) });
    sample.body(
        main,
        vec![
            declare(lost, None),
            declare(i, Some(number(0))),
            repeat(
                compare(read(i), Relation::Less, number(3)),
                vec![
                    expression(int(ExpressionKind::Assign(
                        two(number(1), read(i)),
                        Box::new(call(square, vec![read(i)])),
                    ))),
                    expression(increment(i)),
                ],
            ),
            expression(assign(i, input("nondet"))),
            statement(StatementKind::Switch {
                value: add(read(i), number(1)),
                body: Box::new(block(vec![
                    case(1, 1, assign(total, number(7))),
                    statement(StatementKind::Break),
                    case(3, 5, unsupported(May::WRITE)),
                    statement(StatementKind::Default(Box::new(expression(assign(
                        total,
                        unsupported(May::NOTHING),
                    ))))),
                ])),
            }),
            branch(
                and(choice(), not(or(read(i), compare(read(total), Relation::Equal, number(0))))),
                vec![assert(compare(
                    int(ExpressionKind::Read(two(read(i), read(i)))),
                    Relation::Less,
                    number(9),
                ))],
                vec![assume(or(read(i), read(total)))],
            ),
            expression(assign(total, binary(Divide, number(9), read(i)))),
            statement(StatementKind::Label(end, Box::new(statement(StatementKind::Empty)))),
        ],
    );
    sample.program.error_conditions = vec![ErrorCondition {
        text: "main: total > 100\tor so".to_owned(),
        subject: "total > 100\tor so".to_owned(),
        function: None,
        at_return: false,
        condition: compare(read(total), Relation::Greater, number(100)),
        span: None,
    }];
    sample.program.assumed_pure = vec![("helper".to_owned(), Span::new(3, 4))];
    sample.program
}
