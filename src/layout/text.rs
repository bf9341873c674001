//! The texts of values of the graph.

use std::fmt::Write as _;

use focuscheck_base::arith::{BinaryOperator, UnaryOperator};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, Place, Step, TemporaryId};
use focuscheck_ir::program::text::{
    LIMIT, PRIMARY, Title, UNARY, constant_level, operator_level, relation_level,
};

use focuscheck_base::source::Span;

use focuscheck_cells::facts::cfg::{self, ScalarId};

use super::build::Stage;
use super::region::{Lead, Row};
use super::target::Target;
use super::value::negated;

impl Stage<'_> {
    /// The text of a value.
    pub fn text(&self, value: &Expr) -> String {
        self.title(value).text
    }

    /// The text of a pointer without what it is moved by: that is null, or dangles, not the sum.
    pub fn pointer_name(&self, pointer: &Expr) -> String {
        match &pointer.kind {
            ExprKind::Moved { pointer, .. } => self.pointer_name(pointer),
            _ => self.text(pointer),
        }
    }

    /// The text of a value, and how tightly it binds.
    pub fn title(&self, value: &Expr) -> Title {
        let mut out = String::new();
        let level = self.print(value, 0, &mut out);
        Title { text: out, level }
    }

    /// What a temporary stands for.
    pub fn title_of(&self, temporary: TemporaryId) -> Title {
        if let Some(text) = self.copy().names.get(&temporary) {
            return Title { text: text.clone(), level: PRIMARY };
        }
        let known = self.graph.outline.titles.get(self.copy().origin.index());
        if let Some((title, _)) = known.and_then(|titles| titles.get(&temporary)) {
            return title.clone();
        }
        match self
            .copy()
            .uses
            .definitions(temporary)
            .first()
            .map(|node| &self.graph.nodes[node.index()].action)
        {
            Some(Action::Assign { value, .. }) => self.title(value),
            Some(Action::Load { place, .. }) => Title { text: self.place_text(place), level: PRIMARY },
            _ => Title { text: String::new(), level: PRIMARY },
        }
    }

    /// Where what a temporary stands for is written.
    pub fn span_of(&self, temporary: TemporaryId) -> Option<Span> {
        let known = self.graph.outline.titles.get(self.copy().origin.index())?;
        known.get(&temporary).map(|(_, span)| *span)
    }

    fn operand(&self, value: &Expr, outer: u8, out: &mut String) {
        let mut inner = String::new();
        let level = self.print(value, out.len(), &mut inner);
        if level < outer {
            inner = format!("({inner})");
        }
        out.push_str(&inner);
    }

    /// Prints a value behind so much text; how tightly it binds.
    fn print(&self, value: &Expr, before: usize, out: &mut String) -> u8 {
        if before > LIMIT {
            out.push('…');
            return PRIMARY;
        }
        match &value.kind {
            ExprKind::Integer(number) => {
                out.push_str(&number.to_string());
                constant_level(*number)
            }
            ExprKind::Temporary(temporary) => {
                let Title { text, level } = self.title_of(*temporary);
                out.push_str(&text);
                level
            }
            ExprKind::Read(place) => {
                out.push_str(&self.place_text(place));
                PRIMARY
            }
            ExprKind::Unary(operator, _, operand) => {
                out.push(match operator {
                    UnaryOperator::Negate => '-',
                    UnaryOperator::BitNot => '~',
                });
                self.operand(operand, UNARY + 1, out);
                UNARY + 1
            }
            ExprKind::Binary(operator, _, left, right) => {
                let level = operator_level(*operator);
                self.infix((left, operator.symbol(), right), level, out)
            }
            ExprKind::Compare(relation, left, right) => match negated(value) {
                Some(operand) => {
                    out.push('!');
                    self.operand(operand, UNARY, out);
                    UNARY + 1
                }
                None => self.infix((left, relation.symbol(), right), relation_level(*relation), out),
            },
            ExprKind::Convert(operand) => self.print(operand, before, out),
            ExprKind::Unmodelled(reason) => {
                out.push_str(&reason.to_string());
                PRIMARY
            }
            ExprKind::Moved { pointer, by, .. } if matches!(by.kind, ExprKind::Integer(0)) => {
                self.print(pointer, before, out)
            }
            ExprKind::Moved { pointer, by, back, .. } => {
                let operator = if *back { BinaryOperator::Subtract } else { BinaryOperator::Add };
                self.infix((pointer, operator.symbol(), by), operator_level(operator), out)
            }
            ExprKind::Distance(left, right, _) => {
                let operator = BinaryOperator::Subtract;
                self.infix((left, operator.symbol(), right), operator_level(operator), out)
            }
            ExprKind::Address(..) | ExprKind::Function(_) => {
                out.push('…');
                PRIMARY
            }
        }
    }

    fn infix(&self, (left, symbol, right): (&Expr, &str, &Expr), level: u8, out: &mut String) -> u8 {
        self.operand(left, level, out);
        out.push_str(&format!(" {symbol} "));
        self.operand(right, level + 1, out);
        level
    }

    /// The text of a place.
    pub fn place_text(&self, place: &Place) -> String {
        self.place_until(place, None)
    }

    /// The text of a place behind a pointer into a pool: its cells have the names of one object.
    pub fn text_behind(&self, place: &Place) -> Option<String> {
        let Base::Pointer(pointer) = &place.base else { return None };
        let Lead::Into(region, _) = self.lead(pointer) else { return None };
        region.object()?;
        Some(self.pointee_text(place, pointer, region.element, None))
    }

    /// The text of a place behind a pointer to objects of such a type; the last step is a dimension, if that is asked for.
    fn pointee_text(&self, place: &Place, pointer: &Expr, mut ty: Type, last: Option<usize>) -> String {
        let mut steps = place.steps.iter().enumerate().peekable();
        let mut out = match &pointer.kind {
            ExprKind::Moved { pointer, by, back: false, .. } => {
                let mut text = String::new();
                self.operand(pointer, PRIMARY, &mut text);
                format!("{text}[{}]", self.text(by))
            }
            _ => {
                let Title { text, level } = self.title(pointer);
                let text = if level < UNARY { format!("({text})") } else { text };
                let member = match (steps.peek(), &ty) {
                    (Some((_, Step::Member { field, .. })), Type::Record(id)) => {
                        let fields = self.tree.types.records[*id].fields.as_deref().unwrap_or_default();
                        fields.get(*field)
                    }
                    _ => None,
                };
                match (member, steps.peek()) {
                    (Some(field), _) => {
                        ty = field.ty.clone();
                        steps.next();
                        match &field.name {
                            Some(name) => format!("{text}->{name}"),
                            None => text,
                        }
                    }
                    (None, Some(_)) => format!("(*{text})"),
                    (None, None) => format!("*{text}"),
                }
            }
        };
        self.steps_text(steps, &ty, last, &mut out);
        out
    }

    /// The text of a value over scalars.
    pub fn scalar_text(&self, value: &cfg::Expr) -> String {
        self.scalar_title(value).text
    }

    fn scalar_title(&self, value: &cfg::Expr) -> Title {
        let operand = |value, outer| {
            let Title { text, level } = self.scalar_title(value);
            if level < outer { format!("({text})") } else { text }
        };
        let (text, level) = match value {
            cfg::Expr::Constant(value, _) => (value.to_string(), constant_level(*value)),
            cfg::Expr::Scalar(scalar) => (self.out.scalars[scalar.index()].name.clone(), PRIMARY),
            cfg::Expr::Convert(_, operand) => return self.scalar_title(operand),
            cfg::Expr::Unary(UnaryOperator::Negate, _, inner) => {
                (format!("-{}", operand(inner, UNARY + 1)), UNARY + 1)
            }
            cfg::Expr::Unary(UnaryOperator::BitNot, _, inner) => {
                (format!("~{}", operand(inner, UNARY + 1)), UNARY + 1)
            }
            // An offset from the first object is written as it was.
            cfg::Expr::Binary(BinaryOperator::Add, _, left, right)
                if matches!(**left, cfg::Expr::Constant(0, _)) =>
            {
                return self.scalar_title(right);
            }
            cfg::Expr::Binary(operator, _, left, right) => {
                let level = operator_level(*operator);
                let (left, right) = (operand(left, level), operand(right, level + 1));
                (format!("{left} {} {right}", operator.symbol()), level)
            }
        };
        Title { text, level }
    }

    /// The text of a place behind a pointer.
    pub fn target_text(&self, target: &Target) -> String {
        match target {
            Target::Cell(cell) => self.out.scalars[cell.index()].name.clone(),
            Target::Cells(range, index) => {
                let stride = if range.length > 1 { range.stride } else { 0 };
                self.chosen(range.first, stride, &self.scalar_text(index))
            }
            Target::View(view) => self.target_text(&view.union),
            Target::Unknown(reason, _) => reason.to_string(),
        }
    }

    /// A cell with its neighbours: the bracket of a subscript is where the name of the next one differs.
    pub fn chosen(&self, first: ScalarId, stride: u32, index: &str) -> String {
        let name = &self.out.scalars[first.index()].name;
        match self.bracket(first, stride) {
            Some((at, end)) => format!("{}[{index}{}", &name[..at], &name[end..]),
            None => name.clone(),
        }
    }

    /// The array that a cell and the one so many cells further are in, with its length if that is a constant, and with what chooses
    /// among the arrays that it is in.
    pub fn array_text(&self, first: ScalarId, outer: &[Row], stride: u32, length: u64) -> String {
        let name = &self.out.scalars[first.index()].name;
        let Some((end, _)) = self.bracket(first, stride) else { return name.clone() };
        let (mut text, mut from) = (String::new(), 0);
        for row in outer {
            let Some((at, to)) = self.bracket(first, row.stride).filter(|&(at, to)| from <= at && to < end)
            else {
                continue;
            };
            let index = self.scalar_text(&row.value);
            let known = &name[at + 1..to];
            let _ = match known {
                "0" => write!(text, "{}[{index}", &name[from..at]),
                _ => write!(text, "{}[{known} + {index}", &name[from..at]),
            };
            from = to;
        }
        let array = format!("{text}{}", &name[from..end]);
        if self.begins_sized_block(first) { array } else { format!("{array}[{length}]") }
    }

    /// Where the subscript stands in the name of a cell that tells it from the one so many cells further.
    fn bracket(&self, first: ScalarId, stride: u32) -> Option<(usize, usize)> {
        let name = &self.out.scalars[first.index()].name;
        let next = self.out.scalars.get(first.index() + stride as usize).filter(|_| stride > 0)?;
        let same = name.bytes().zip(next.name.bytes()).take_while(|(a, b)| a == b).count();
        let at = name.get(..same).and_then(|common| common.rfind('['))?;
        Some((at, at + name[at..].find(']')?))
    }

    /// The text of the array that a step goes into, with its length.
    pub fn dimension(&self, place: &Place, step: usize) -> String {
        self.place_until(place, Some(step))
    }

    fn place_until(&self, place: &Place, last: Option<usize>) -> String {
        let object = match &place.base {
            Base::Object(object) => object,
            Base::Pointer(pointer) => {
                return match &pointer.ty {
                    Type::Pointer(element, _) => self.pointee_text(place, pointer, (**element).clone(), last),
                    _ => "…".to_owned(),
                };
            }
            Base::Within(..) | Base::Outside(_) | Base::Unmodelled(_) => return "…".to_owned(),
        };
        let entry = &self.graph.objects[object.index()];
        let mut out = entry.name.clone();
        self.steps_text(place.steps.iter().enumerate(), &entry.ty, last, &mut out);
        out
    }

    /// Adds the text of some steps of a place; the last one is a dimension, if that is asked for.
    fn steps_text<'t, 'p: 't>(
        &'t self,
        steps: impl Iterator<Item = (usize, &'p Step)>,
        mut ty: &'t Type,
        last: Option<usize>,
        out: &mut String,
    ) {
        for (number, step) in steps {
            match (step, ty) {
                (Step::Element { length: Some(length), .. }, Type::Array(..)) if last == Some(number) => {
                    out.push_str(&format!("[{length}]"));
                    return;
                }
                (Step::Element { index, .. }, Type::Array(element, _)) => {
                    out.push('[');
                    self.operand(index, 0, out);
                    out.push(']');
                    ty = element;
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let fields = self.tree.types.records[*id].fields.as_deref().unwrap_or_default();
                    let Some(field) = fields.get(*field) else { return };
                    if let Some(name) = &field.name {
                        out.push('.');
                        out.push_str(name);
                    }
                    ty = &field.ty;
                }
                _ => return,
            }
        }
    }
}
