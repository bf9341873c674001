//! Actions and expressions as nested lists.

use crate::facts::cfg::{
    Action, CellRange, Condition, ErrorId, Expr, Graph, Node, ProcedureId, ScalarId, SiteId,
};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;

use super::names::{BINARY, RELATIONS, UNARY, print_kind, print_type, read_type};
use super::unmodelled;

pub(super) fn print_action(action: &Action) -> String {
    match action {
        Action::Skip => "(skip)".to_owned(),
        Action::UnitStart => "(unit-start)".to_owned(),
        Action::Assign { target, value } => format!("(assign {} {})", target.0, print(value)),
        Action::Load { target, range, index } => {
            format!("(load {} {} {})", target.0, print_range(range), print(index))
        }
        Action::Store { range, index, value } => {
            format!("(store {} {} {})", print_range(range), print(index), print(value))
        }
        Action::Bounds { index, length } => format!("(bounds {length} {})", print(index)),
        Action::Input { target, site } => format!("(input {} {})", target.0, site.0),
        Action::Unsupported { target, reason } => {
            format!("(unsupported {} {})", target.0, print_reason(reason))
        }
        Action::Branch(condition) => format!("(branch {})", print_condition(condition)),
        Action::Assume(condition) => format!("(assume {})", print_condition(condition)),
        Action::Call { callee, arguments, results } => {
            let pairs: String = results.iter().map(|(from, to)| format!(" {} {}", from.0, to.0)).collect();
            let arguments: String =
                arguments.iter().map(|argument| format!(" {}", print(argument))).collect();
            format!("(call {} {}{pairs}{arguments})", callee.0, results.len())
        }
        Action::Exit => "(exit)".to_owned(),
        Action::Error(error) => format!("(error {})", error.0),
        Action::Cut { reason } => format!("(cut {})", print_reason(reason)),
        Action::Stop(None) => "(stop)".to_owned(),
        Action::Stop(Some(status)) => format!("(stop {})", print(status)),
    }
}

fn print_reason(reason: &Unmodelled) -> String {
    let (kind, subject) = unmodelled::print(reason);
    format!("{kind} {}", quote(subject))
}

fn print_condition(condition: &Condition) -> String {
    format!("{} {} {}", condition.relation.symbol(), print(&condition.left), print(&condition.right))
}

fn print_range(range: &CellRange) -> String {
    format!("{} {} {}", range.first.0, range.length, range.stride)
}

fn print(expression: &Expr) -> String {
    let mut out = String::new();
    print_into(expression, &mut out);
    out
}

fn print_into(expression: &Expr, out: &mut String) {
    match expression {
        Expr::Constant(value, ty) => out.push_str(&format!("(constant {value} {})", print_type(*ty))),
        Expr::Scalar(scalar) => out.push_str(&format!("(scalar {})", scalar.0)),
        Expr::Unary(operator, ty, operand) => {
            out.push_str(&format!("({} {} ", print_kind(&UNARY, *operator), print_type(*ty)));
            print_into(operand, out);
            out.push(')');
        }
        Expr::Binary(operator, ty, left, right) => {
            out.push_str(&format!("({} {} ", print_kind(&BINARY, *operator), print_type(*ty)));
            print_into(left, out);
            out.push(' ');
            print_into(right, out);
            out.push(')');
        }
        Expr::Convert(ty, operand) => {
            out.push_str(&format!("(convert {} ", print_type(*ty)));
            print_into(operand, out);
            out.push(')');
        }
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// An element of a list.
enum Item {
    Word(String),
    Text(String),
    Expression(Expr),
}

/// Reads an action; the open lists are on a stack of our own, so that no nesting is too deep.
pub(super) fn read_action(text: &str) -> Result<Action, String> {
    let mut open: Vec<Vec<Item>> = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            ' ' => {}
            '(' => open.push(Vec::new()),
            ')' => {
                let list = List { items: open.pop().ok_or("unbalanced list")?, position: 0 };
                match open.last_mut() {
                    Some(outer) => outer.push(Item::Expression(list.expression()?)),
                    None if characters.peek().is_none() => return list.action(),
                    None => return Err("text after the list".to_owned()),
                }
            }
            '"' => {
                let mut text = String::new();
                loop {
                    match characters.next() {
                        Some('"') => break,
                        Some('\\') => text.extend(characters.next()),
                        Some(other) => text.push(other),
                        None => return Err("unfinished text".to_owned()),
                    }
                }
                open.last_mut().ok_or("expected a list")?.push(Item::Text(text));
            }
            first => {
                let mut word = String::from(first);
                while let Some(next) = characters.next_if(|next| !matches!(next, ' ' | '(' | ')' | '"')) {
                    word.push(next);
                }
                open.last_mut().ok_or("expected a list")?.push(Item::Word(word));
            }
        }
    }
    Err("unbalanced list".to_owned())
}

struct List {
    items: Vec<Item>,
    position: usize,
}

impl List {
    fn next(&mut self) -> Result<Item, String> {
        let item = self.items.get_mut(self.position).ok_or("list too short")?;
        self.position += 1;
        Ok(std::mem::replace(item, Item::Word(String::new())))
    }

    fn word(&mut self) -> Result<String, String> {
        match self.next()? {
            Item::Word(word) => Ok(word),
            _ => Err("expected a word".to_owned()),
        }
    }

    fn number<N: std::str::FromStr>(&mut self) -> Result<N, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("`{word}` is not a number here"))
    }

    fn ty(&mut self) -> Result<IntegerType, String> {
        let word = self.word()?;
        read_type(&word).ok_or_else(|| format!("`{word}` is not a type"))
    }

    fn operand(&mut self) -> Result<Expr, String> {
        match self.next()? {
            Item::Expression(expression) => Ok(expression),
            _ => Err("expected an expression".to_owned()),
        }
    }

    fn range(&mut self) -> Result<CellRange, String> {
        Ok(CellRange { first: ScalarId(self.number()?), length: self.number()?, stride: self.number()? })
    }

    fn reason(&mut self) -> Result<Unmodelled, String> {
        let kind = self.word()?;
        let Item::Text(subject) = self.next()? else { return Err("expected a text".to_owned()) };
        unmodelled::read(&kind, subject).ok_or_else(|| format!("unknown kind `{kind}`"))
    }

    fn condition(&mut self) -> Result<Condition, String> {
        let word = self.word()?;
        let relation = RELATIONS.into_iter().find(|relation| relation.symbol() == word);
        let relation = relation.ok_or_else(|| format!("unknown relation `{word}`"))?;
        Ok(Condition { relation, left: self.operand()?, right: self.operand()? })
    }

    fn finish<T>(&self, value: T) -> Result<T, String> {
        if self.position == self.items.len() { Ok(value) } else { Err("list too long".to_owned()) }
    }

    fn expression(mut self) -> Result<Expr, String> {
        let head = self.word()?;
        let unary = UNARY.iter().find(|(name, _)| *name == head);
        let binary = BINARY.iter().find(|(name, _)| *name == head);
        let expression = match (head.as_str(), unary, binary) {
            ("constant", ..) => Expr::Constant(self.number()?, self.ty()?),
            ("scalar", ..) => Expr::Scalar(ScalarId(self.number()?)),
            ("convert", ..) => Expr::Convert(self.ty()?, Box::new(self.operand()?)),
            (_, Some((_, operator)), _) => Expr::Unary(*operator, self.ty()?, Box::new(self.operand()?)),
            (_, _, Some((_, operator))) => {
                let ty = self.ty()?;
                Expr::Binary(*operator, ty, Box::new(self.operand()?), Box::new(self.operand()?))
            }
            _ => return Err(format!("unknown expression `{head}`")),
        };
        self.finish(expression)
    }

    fn action(mut self) -> Result<Action, String> {
        let head = self.word()?;
        let action = match head.as_str() {
            "skip" => Action::Skip,
            "unit-start" => Action::UnitStart,
            "assign" => Action::Assign { target: ScalarId(self.number()?), value: self.operand()? },
            "load" => {
                let target = ScalarId(self.number()?);
                Action::Load { target, range: self.range()?, index: self.operand()? }
            }
            "store" => Action::Store { range: self.range()?, index: self.operand()?, value: self.operand()? },
            "bounds" => Action::Bounds { length: self.number()?, index: self.operand()? },
            "input" => Action::Input { target: ScalarId(self.number()?), site: SiteId(self.number()?) },
            "unsupported" => Action::Unsupported { target: ScalarId(self.number()?), reason: self.reason()? },
            "branch" => Action::Branch(self.condition()?),
            "assume" => Action::Assume(self.condition()?),
            "call" => {
                let callee = ProcedureId(self.number()?);
                let mut results = Vec::new();
                for _ in 0..self.number::<usize>()? {
                    results.push((ScalarId(self.number()?), ScalarId(self.number()?)));
                }
                let mut arguments = Vec::new();
                while self.position < self.items.len() {
                    arguments.push(self.operand()?);
                }
                Action::Call { callee, arguments, results }
            }
            "exit" => Action::Exit,
            "error" => Action::Error(ErrorId(self.number()?)),
            "cut" => Action::Cut { reason: self.reason()? },
            "stop" if self.position == self.items.len() => Action::Stop(None),
            "stop" => Action::Stop(Some(self.operand()?)),
            _ => return Err(format!("unknown action `{head}`")),
        };
        self.finish(action)
    }
}

/// Checks that everything an action names exists and that it has its successors.
pub(super) fn check(graph: &Graph, node: &Node) -> Result<(), String> {
    let successors = match node.action {
        Action::Branch(_) => 2,
        Action::Exit | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => 0,
        _ => 1,
    };
    let scalar = |scalar: ScalarId| scalar.index() < graph.scalars.len();
    let cells = |range: &CellRange| {
        let last = range.first.0 as u64 + range.length.saturating_sub(1) as u64 * range.stride as u64;
        last < graph.scalars.len() as u64
    };
    let named = match &node.action {
        Action::Assign { target, value } => scalar(*target) && exists(graph, value),
        Action::Load { target, range, index } => scalar(*target) && cells(range) && exists(graph, index),
        Action::Store { range, index, value } => cells(range) && exists(graph, index) && exists(graph, value),
        Action::Bounds { index, .. } => exists(graph, index),
        Action::Input { target, site } => scalar(*target) && site.index() < graph.sites.len(),
        Action::Unsupported { target, .. } => scalar(*target),
        Action::Branch(condition) | Action::Assume(condition) => {
            exists(graph, &condition.left) && exists(graph, &condition.right)
        }
        Action::Call { callee, arguments, results } => {
            let callee = graph.procedures.get(callee.index());
            callee.is_some_and(|callee| callee.formals.len() == arguments.len())
                && arguments.iter().all(|argument| exists(graph, argument))
                && results.iter().all(|&(from, to)| scalar(from) && scalar(to))
        }
        Action::Error(error) => error.index() < graph.errors.len(),
        Action::Stop(status) => status.as_ref().is_none_or(|status| exists(graph, status)),
        Action::Skip | Action::UnitStart | Action::Exit | Action::Cut { .. } => true,
    };
    match (named, node.successors.len() == successors) {
        (true, true) => Ok(()),
        (false, _) => Err("the action names something that does not exist".to_owned()),
        (_, false) => Err(format!("the action has {successors} successors")),
    }
}

fn exists(graph: &Graph, expression: &Expr) -> bool {
    match expression {
        Expr::Constant(..) => true,
        Expr::Scalar(scalar) => scalar.index() < graph.scalars.len(),
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => exists(graph, operand),
        Expr::Binary(_, _, left, right) => exists(graph, left) && exists(graph, right),
    }
}
