//! The tree as C text again, with the parentheses that precedence needs.

use std::fmt::Write;

use super::ast::*;

/// The whole file; headers and attributes are left out.
pub fn print(unit: &TranslationUnit) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    for item in &unit.items {
        match item {
            Item::Declaration(declaration) => printer.declaration(declaration),
            Item::Function(function) => printer.function(function),
            Item::Assembler(_) => printer.line("asm(\"\");"),
        }
    }
    printer.out
}

/// One expression.
pub fn print_expression(expression: &Expression) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.expression(expression, 0);
    printer.out
}

/// Binding strengths above and below the binary operators' 1 to 10.
const COMMA: u8 = 0;
const ASSIGNMENT: u8 = 20;
const CONDITIONAL: u8 = 21;
const BINARY: u8 = 22;
const UNARY: u8 = 40;
const POSTFIX: u8 = 41;

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 4);
    }

    fn begin(&mut self) {
        let _ = write!(self.out, "{:1$}", "", self.indent * 4);
    }

    fn function(&mut self, function: &FunctionDefinition) {
        self.begin();
        self.specifiers(&function.specifiers);
        self.declarator(&function.declarator);
        self.out.push('\n');
        for declaration in &function.old_style {
            self.declaration(declaration);
        }
        self.statement(&function.body);
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.begin();
        self.declaration_inline(declaration);
        self.out.push('\n');
    }

    fn declaration_inline(&mut self, declaration: &Declaration) {
        if let Some(condition) = &declaration.assertion {
            self.out.push_str("_Static_assert(");
            self.expression(condition, BINARY);
            self.out.push_str(", \"\");");
            return;
        }
        self.specifiers(&declaration.specifiers);
        for (i, declarator) in declaration.declarators.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.declarator(&declarator.declarator);
            if let Some(initializer) = &declarator.initializer {
                self.out.push_str(" = ");
                self.initializer(initializer);
            }
        }
        self.out.push(';');
    }

    fn specifiers(&mut self, specifiers: &Specifiers) {
        let storage = match specifiers.storage {
            Some(StorageClass::Typedef) => "typedef ",
            Some(StorageClass::Extern) => "extern ",
            Some(StorageClass::Static) => "static ",
            Some(StorageClass::Automatic) => "auto ",
            Some(StorageClass::Register) => "register ",
            None => "",
        };
        self.out.push_str(storage);
        if specifiers.constant {
            self.out.push_str("const ");
        }
        if specifiers.volatile {
            self.out.push_str("volatile ");
        }
        match &specifiers.ty {
            TypeSpecifier::Implicit => {}
            TypeSpecifier::Basic(basic) => self.out.push_str(basic_name(*basic)),
            TypeSpecifier::Named(name) => self.out.push_str(&name.text),
            TypeSpecifier::TypeofExpression(e) => {
                self.out.push_str("typeof(");
                self.expression(e, COMMA);
                self.out.push(')');
            }
            TypeSpecifier::TypeofType(ty) => {
                self.out.push_str("typeof(");
                self.type_name(ty);
                self.out.push(')');
            }
            TypeSpecifier::Record(record) => self.record(record),
            TypeSpecifier::Enumeration(enumeration) => {
                self.out.push_str("enum");
                if let Some(tag) = &enumeration.tag {
                    let _ = write!(self.out, " {}", tag.text);
                }
                if let Some(constants) = &enumeration.constants {
                    self.out.push_str(" { ");
                    for (name, value) in constants {
                        self.out.push_str(&name.text);
                        if let Some(value) = value {
                            self.out.push_str(" = ");
                            self.expression(value, CONDITIONAL);
                        }
                        self.out.push_str(", ");
                    }
                    self.out.push('}');
                }
            }
        }
        if specifiers.ty != TypeSpecifier::Implicit {
            self.out.push(' ');
        }
    }

    fn record(&mut self, record: &Record) {
        self.out.push_str(if record.union { "union" } else { "struct" });
        if let Some(tag) = &record.tag {
            let _ = write!(self.out, " {}", tag.text);
        }
        if let Some(fields) = &record.fields {
            self.out.push_str(" { ");
            for field in fields {
                self.specifiers(&field.specifiers);
                for (i, member) in field.declarators.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.declarator(&member.declarator);
                    if let Some(width) = &member.width {
                        self.out.push_str(" : ");
                        self.expression(width, CONDITIONAL);
                    }
                }
                self.out.push_str("; ");
            }
            self.out.push('}');
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        let mut text = declarator.name.as_ref().map(|n| n.text.clone()).unwrap_or_default();
        let mut pointer = false;
        for derived in &declarator.derived {
            if pointer && !matches!(derived, Derived::Pointer(_)) {
                text = format!("({text})");
            }
            pointer = matches!(derived, Derived::Pointer(_));
            match derived {
                Derived::Pointer(constant) => {
                    text = format!("*{}{text}", if *constant { "const " } else { "" });
                }
                Derived::Array(size) => {
                    let size = size.as_ref().map(|s| self.apart(|p| p.expression(s, ASSIGNMENT)));
                    let _ = write!(text, "[{}]", size.unwrap_or_default());
                }
                Derived::Function(parameters) => {
                    let list = self.apart(|p| p.parameters(parameters));
                    let _ = write!(text, "({list})");
                }
            }
        }
        self.out.push_str(&text);
    }

    /// What the action prints, apart from the output.
    fn apart(&mut self, action: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::take(&mut self.out);
        action(self);
        std::mem::replace(&mut self.out, outer)
    }

    fn parameters(&mut self, parameters: &Parameters) {
        match parameters {
            Parameters::Unknown => {}
            Parameters::Names(names) => {
                let names: Vec<&str> = names.iter().map(|n| &*n.text).collect();
                self.out.push_str(&names.join(", "));
            }
            Parameters::Prototype { parameters, variadic } => {
                if parameters.is_empty() && !variadic {
                    self.out.push_str("void");
                }
                for (i, parameter) in parameters.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.specifiers(&parameter.specifiers);
                    self.declarator(&parameter.declarator);
                }
                if *variadic {
                    self.out.push_str(if parameters.is_empty() { "..." } else { ", ..." });
                }
            }
        }
    }

    fn type_name(&mut self, ty: &TypeName) {
        self.specifiers(&ty.specifiers);
        self.declarator(&ty.declarator);
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expression(e) => self.expression(e, ASSIGNMENT),
            Initializer::List(entries, _) => {
                self.out.push_str("{ ");
                for entry in entries {
                    self.designators(&entry.designators);
                    if !entry.designators.is_empty() {
                        self.out.push_str(" = ");
                    }
                    self.initializer(&entry.value);
                    self.out.push_str(", ");
                }
                self.out.push('}');
            }
        }
    }

    fn designators(&mut self, designators: &[Designator]) {
        for designator in designators {
            match designator {
                Designator::Index(e) => {
                    self.out.push('[');
                    self.expression(e, CONDITIONAL);
                    self.out.push(']');
                }
                Designator::Range(low, high) => {
                    self.out.push('[');
                    self.expression(low, CONDITIONAL);
                    self.out.push_str(" ... ");
                    self.expression(high, CONDITIONAL);
                    self.out.push(']');
                }
                Designator::Field(name) => {
                    let _ = write!(self.out, ".{}", name.text);
                }
            }
        }
    }

    /// A statement that belongs to the one before, indented unless it is a block.
    fn inner(&mut self, statement: &Statement) {
        let block = matches!(statement.kind, StatementKind::Block(_));
        self.indent += usize::from(!block);
        self.statement(statement);
        self.indent -= usize::from(!block);
    }

    fn head(&mut self, keyword: &str, condition: &Expression, end: &str) {
        self.begin();
        let _ = write!(self.out, "{keyword} (");
        self.expression(condition, COMMA);
        let _ = writeln!(self.out, "){end}");
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Empty => self.line(";"),
            StatementKind::Expression(e) => {
                self.begin();
                self.expression(e, COMMA);
                self.out.push_str(";\n");
            }
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Block(statements) => {
                self.line("{");
                self.indent += 1;
                for statement in statements {
                    self.statement(statement);
                }
                self.indent -= 1;
                self.line("}");
            }
            StatementKind::If { arms, otherwise } => {
                for (i, arm) in arms.iter().enumerate() {
                    self.head(if i == 0 { "if" } else { "else if" }, &arm.condition, "");
                    // Braces keep an inner `if` from taking our `else`.
                    let more = i + 1 < arms.len() || otherwise.is_some();
                    if more && !matches!(arm.then.kind, StatementKind::Block(_)) && ends_in_if(&arm.then) {
                        self.line("{");
                        self.inner(&arm.then);
                        self.line("}");
                    } else {
                        self.inner(&arm.then);
                    }
                }
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    self.inner(otherwise);
                }
            }
            StatementKind::While(condition, body) => {
                self.head("while", condition, "");
                self.inner(body);
            }
            StatementKind::DoWhile(body, condition) => {
                self.line("do");
                self.inner(body);
                self.head("while", condition, ";");
            }
            StatementKind::For { init, condition, step, body } => {
                self.begin();
                self.out.push_str("for (");
                match init.as_deref().map(|s| &s.kind) {
                    Some(StatementKind::Declaration(declaration)) => self.declaration_inline(declaration),
                    Some(StatementKind::Expression(e)) => {
                        self.expression(e, COMMA);
                        self.out.push(';');
                    }
                    _ => self.out.push(';'),
                }
                self.out.push(' ');
                if let Some(condition) = condition {
                    self.expression(condition, COMMA);
                }
                self.out.push_str("; ");
                if let Some(step) = step {
                    self.expression(step, COMMA);
                }
                self.out.push_str(")\n");
                self.inner(body);
            }
            StatementKind::Switch(value, body) => {
                self.head("switch", value, "");
                self.inner(body);
            }
            StatementKind::Labelled(labels, body) => {
                for label in labels {
                    self.begin();
                    match &label.kind {
                        LabelKind::Name(name) => self.out.push_str(&name.text),
                        LabelKind::Default => self.out.push_str("default"),
                        LabelKind::Case(low, high) => {
                            self.out.push_str("case ");
                            self.expression(low, CONDITIONAL);
                            if let Some(high) = high {
                                self.out.push_str(" ... ");
                                self.expression(high, CONDITIONAL);
                            }
                        }
                    }
                    self.out.push_str(":\n");
                }
                self.inner(body);
            }
            StatementKind::Break => self.line("break;"),
            StatementKind::Continue => self.line("continue;"),
            StatementKind::Return(value) => {
                self.begin();
                self.out.push_str("return");
                if let Some(value) = value {
                    self.out.push(' ');
                    self.expression(value, COMMA);
                }
                self.out.push_str(";\n");
            }
            StatementKind::Goto(name) => self.line(&format!("goto {};", name.text)),
            StatementKind::GotoComputed(e) => {
                self.begin();
                self.out.push_str("goto *");
                self.expression(e, COMMA);
                self.out.push_str(";\n");
            }
            StatementKind::Assembler(operands) => {
                self.begin();
                self.out.push_str("asm(\"\" :");
                for (i, operand) in operands.iter().enumerate() {
                    self.out.push_str(if i > 0 { ", \"r\" (" } else { " \"r\" (" });
                    self.expression(operand, COMMA);
                    self.out.push(')');
                }
                self.out.push_str(");\n");
            }
        }
    }

    /// Prints an expression, in parentheses if it binds weaker than `minimum`.
    fn expression(&mut self, expression: &Expression, minimum: u8) {
        let strength = strength(&expression.kind);
        let parentheses = strength < minimum;
        if parentheses {
            self.out.push('(');
        }
        self.expression_kind(&expression.kind);
        if parentheses {
            self.out.push(')');
        }
    }

    fn expression_kind(&mut self, kind: &ExpressionKind) {
        match kind {
            ExpressionKind::Identifier(name) | ExpressionKind::Float(name) => self.out.push_str(name),
            ExpressionKind::Integer(integer) => self.out.push_str(&integer.text),
            ExpressionKind::Character { text, .. } => self.out.push_str(text),
            ExpressionKind::String(parts) => self.out.push_str(&parts.join(" ")),
            ExpressionKind::Any => self.out.push('*'),
            ExpressionKind::Unary(operator, operand) => {
                self.out.push_str(operator.symbol());
                // A space keeps `- -x` and `& &x` from growing together.
                if let ExpressionKind::Unary(inner, _) = &operand.kind
                    && operator.symbol().ends_with(|c| inner.symbol().starts_with(c))
                {
                    self.out.push(' ');
                }
                self.expression(operand, UNARY);
            }
            ExpressionKind::Postfix(plus, operand) => {
                self.expression(operand, POSTFIX);
                self.out.push_str(if *plus { "++" } else { "--" });
            }
            ExpressionKind::Binary(operator, left, right) => {
                let own = BINARY + operator.precedence();
                self.expression(left, own);
                let _ = write!(self.out, " {} ", operator.symbol());
                self.expression(right, own + 1);
            }
            ExpressionKind::Assign(operator, target, value) => {
                self.expression(target, UNARY);
                let _ = write!(self.out, " {}= ", operator.map_or("", Binary::symbol));
                self.expression(value, ASSIGNMENT);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.expression(condition, BINARY);
                self.out.push_str(" ? ");
                if let Some(then) = then {
                    self.expression(then, COMMA);
                    self.out.push(' ');
                }
                self.out.push_str(": ");
                self.expression(otherwise, CONDITIONAL);
            }
            ExpressionKind::Comma(left, right) => {
                self.expression(left, COMMA);
                self.out.push_str(", ");
                self.expression(right, ASSIGNMENT);
            }
            ExpressionKind::Call(function, arguments) => {
                self.expression(function, POSTFIX);
                self.out.push('(');
                for (i, argument) in arguments.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.expression(argument, ASSIGNMENT);
                }
                self.out.push(')');
            }
            ExpressionKind::Index(array, index) => {
                self.expression(array, POSTFIX);
                self.out.push('[');
                self.expression(index, COMMA);
                self.out.push(']');
            }
            ExpressionKind::Member(record, name, arrow) => {
                self.expression(record, POSTFIX);
                self.out.push_str(if *arrow { "->" } else { "." });
                self.out.push_str(&name.text);
            }
            ExpressionKind::Cast(ty, operand) => {
                self.out.push('(');
                self.type_name(ty);
                self.out.push_str(") ");
                self.expression(operand, UNARY);
            }
            ExpressionKind::Compound(ty, value) => {
                self.out.push('(');
                self.type_name(ty);
                self.out.push_str(") ");
                self.initializer(value);
            }
            ExpressionKind::SizeofExpression(operand) => {
                self.out.push_str("sizeof ");
                self.expression(operand, UNARY + 1);
            }
            ExpressionKind::SizeofType(ty) => {
                self.out.push_str("sizeof(");
                self.type_name(ty);
                self.out.push(')');
            }
            ExpressionKind::Alignof(ty) => {
                self.out.push_str("_Alignof(");
                self.type_name(ty);
                self.out.push(')');
            }
            ExpressionKind::Statement(block) => {
                self.out.push_str("(\n");
                self.statement(block);
                self.begin();
                self.out.push(')');
            }
            ExpressionKind::Generic(selector, choices) => {
                self.out.push_str("_Generic(");
                self.expression(selector, ASSIGNMENT);
                for (ty, value) in choices {
                    self.out.push_str(", ");
                    match ty {
                        Some(ty) => self.type_name(ty),
                        None => self.out.push_str("default"),
                    }
                    self.out.push_str(": ");
                    self.expression(value, ASSIGNMENT);
                }
                self.out.push(')');
            }
            ExpressionKind::Offsetof(ty, path) => {
                self.out.push_str("__builtin_offsetof(");
                self.type_name(ty);
                self.out.push_str(", ");
                let text = self.apart(|p| p.designators(path));
                self.out.push_str(text.trim_start_matches('.'));
                self.out.push(')');
            }
            ExpressionKind::VariableArgument(list, ty) => {
                self.out.push_str("__builtin_va_arg(");
                self.expression(list, ASSIGNMENT);
                self.out.push_str(", ");
                self.type_name(ty);
                self.out.push(')');
            }
            ExpressionKind::TypesCompatible(left, right) => {
                self.out.push_str("__builtin_types_compatible_p(");
                self.type_name(left);
                self.out.push_str(", ");
                self.type_name(right);
                self.out.push(')');
            }
            ExpressionKind::LabelAddress(name) => {
                let _ = write!(self.out, "&&{}", name.text);
            }
        }
    }
}

/// How tightly an expression of this kind binds.
fn strength(kind: &ExpressionKind) -> u8 {
    match kind {
        ExpressionKind::Comma(..) => COMMA,
        ExpressionKind::Assign(..) => ASSIGNMENT,
        ExpressionKind::Conditional(..) => CONDITIONAL,
        ExpressionKind::Binary(operator, ..) => BINARY + operator.precedence(),
        ExpressionKind::Unary(..)
        | ExpressionKind::Cast(..)
        | ExpressionKind::SizeofExpression(..)
        | ExpressionKind::LabelAddress(..) => UNARY,
        _ => POSTFIX,
    }
}

/// Whether an `else` after the statement would belong to an `if` inside it.
fn ends_in_if(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::If { arms, otherwise } => match otherwise {
            None => true,
            Some(otherwise) => ends_in_if(otherwise) || arms.is_empty(),
        },
        StatementKind::While(_, body)
        | StatementKind::For { body, .. }
        | StatementKind::Switch(_, body)
        | StatementKind::Labelled(_, body) => ends_in_if(body),
        _ => false,
    }
}

fn basic_name(basic: Basic) -> &'static str {
    match basic {
        Basic::Void => "void",
        Basic::Bool => "_Bool",
        Basic::Char => "char",
        Basic::SignedChar => "signed char",
        Basic::UnsignedChar => "unsigned char",
        Basic::Short => "short",
        Basic::UnsignedShort => "unsigned short",
        Basic::Int => "int",
        Basic::Unsigned => "unsigned",
        Basic::Long => "long",
        Basic::UnsignedLong => "unsigned long",
        Basic::LongLong => "long long",
        Basic::UnsignedLongLong => "unsigned long long",
        Basic::Int128 => "__int128",
        Basic::UnsignedInt128 => "unsigned __int128",
        Basic::Float => "float",
        Basic::Double => "double",
        Basic::LongDouble => "long double",
        Basic::Complex => "double _Complex",
    }
}
