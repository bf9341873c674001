//! The tree as C text again, with the parentheses that precedence needs.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::ast::*;
use super::headers::{macros_of, macros_of_unread};
use super::print_expr::{ASSIGNMENT, BINARY, COMMA, CONDITIONAL};

/// The whole file. The arguments of attributes and the texts of `asm` are left out; headers come first.
pub fn print(unit: &TranslationUnit) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    for item in &unit.items {
        match item {
            Item::Declaration(declaration) => printer.declaration(declaration),
            Item::Function(function) => printer.function(function),
            Item::Assembler(_) => printer.line("asm(\"\");"),
            Item::Annotation(annotation) => printer.annotations(std::slice::from_ref(annotation)),
        }
    }
    // In a directive, though an empty one, they stand before nothing again.
    for annotation in &unit.unattached {
        printer.line(&format!("# {}", annotation.text));
    }
    let body = std::mem::take(&mut printer.out);
    for header in &unit.headers {
        let (open, close) = if header.system { ('<', '>') } else { ('"', '"') };
        printer.line(&format!("#include {open}{}{close}", header.name));
    }
    // What the headers define has been replaced where it was meant; other uses of such a name are not.
    let macros = unit.headers.iter().map(|h| macros_of(&h.name).unwrap_or_else(macros_of_unread));
    let macros: Vec<String> = macros.collect();
    let names: BTreeSet<&str> = macros.iter().flat_map(|text| text.lines()).filter_map(defined).collect();
    let words: BTreeSet<&str> = if names.is_empty() {
        BTreeSet::new()
    } else {
        body.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect()
    };
    for name in names.intersection(&words) {
        printer.line(&format!("#undef {name}"));
    }
    printer.out.push_str(&body);
    printer.out
}

/// The name that a `#define` line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("#define ")?;
    rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()
}

/// One expression.
pub fn print_expression(expression: &Expression) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.expression(expression, 0);
    printer.out
}

/// The text so far.
pub(super) struct Printer {
    pub(super) out: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 4);
    }

    pub(super) fn begin(&mut self) {
        let _ = write!(self.out, "{:1$}", "", self.indent * 4);
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            self.line(&annotation.text);
        }
    }

    fn function(&mut self, function: &FunctionDefinition) {
        self.annotations(&function.annotations);
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
        self.annotations(&declaration.annotations);
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
            for attribute in &declarator.attributes {
                self.out.push(' ');
                self.attribute(attribute);
            }
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
        let (words, attributes): (Vec<_>, Vec<_>) =
            specifiers.attributes.iter().partition(|a| specifier_word(a).is_some());
        for word in words.into_iter().filter_map(|w| specifier_word(w)) {
            let _ = write!(self.out, "{word} ");
        }
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
        for attribute in attributes {
            self.attribute(attribute);
            self.out.push(' ');
        }
    }

    fn attribute(&mut self, attribute: &str) {
        let _ = match attribute.split_once('=') {
            Some(("asm", text)) => write!(self.out, "asm(\"{text}\")"),
            Some((name, text)) => write!(self.out, "__attribute__(({name}(\"{text}\")))"),
            None => write!(self.out, "__attribute__(({attribute}))"),
        };
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
            if pointer && !matches!(derived, Derived::Pointer { .. }) {
                text = format!("({text})");
            }
            pointer = matches!(derived, Derived::Pointer { .. });
            match derived {
                Derived::Pointer { constant, volatile } => {
                    let constant = if *constant { "const " } else { "" };
                    let volatile = if *volatile { "volatile " } else { "" };
                    text = format!("*{constant}{volatile}{text}");
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
    pub(super) fn apart(&mut self, action: impl FnOnce(&mut Self)) -> String {
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

    pub(super) fn type_name(&mut self, ty: &TypeName) {
        self.specifiers(&ty.specifiers);
        self.declarator(&ty.declarator);
    }

    pub(super) fn initializer(&mut self, initializer: &Initializer) {
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

    pub(super) fn designators(&mut self, designators: &[Designator]) {
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
        let block = matches!(statement.kind, StatementKind::Block(..));
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

    pub(super) fn statement(&mut self, statement: &Statement) {
        self.annotations(&statement.annotations);
        match &statement.kind {
            StatementKind::Empty => self.line(";"),
            StatementKind::Expression(e) => {
                self.begin();
                self.expression(e, COMMA);
                self.out.push_str(";\n");
            }
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Function(function) => self.function(function),
            StatementKind::Block(statements, last) => {
                self.line("{");
                self.indent += 1;
                for statement in statements {
                    self.statement(statement);
                }
                self.annotations(last);
                self.indent -= 1;
                self.line("}");
            }
            StatementKind::If { arms, otherwise } => {
                for (i, arm) in arms.iter().enumerate() {
                    self.head(if i == 0 { "if" } else { "else if" }, &arm.condition, "");
                    // Braces keep an inner `if` from taking our `else`.
                    let more = i + 1 < arms.len() || otherwise.is_some();
                    if more && !matches!(arm.then.kind, StatementKind::Block(..)) && ends_in_if(&arm.then) {
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
            StatementKind::Assembler(assembler) => self.assembler(assembler),
        }
    }

    /// An `asm` statement with some text in the place of its own, if it has any.
    fn assembler(&mut self, assembler: &Assembler) {
        self.begin();
        self.out.push_str(if assembler.labels.is_empty() { "asm(" } else { "asm goto(" });
        self.out.push_str(if assembler.text { "\"nop\"" } else { "\"\"" });
        for (constraint, operands) in [("=r", &assembler.outputs), ("r", &assembler.inputs)] {
            self.out.push_str(" :");
            for (i, operand) in operands.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let _ = write!(self.out, "{comma} \"{constraint}\" (");
                self.expression(operand, COMMA);
                self.out.push(')');
            }
        }
        self.out.push_str(if assembler.memory { " : \"memory\"" } else { " :" });
        let labels: Vec<&str> = assembler.labels.iter().map(|label| &*label.text).collect();
        if !labels.is_empty() {
            let _ = write!(self.out, " : {}", labels.join(", "));
        }
        self.out.push_str(");\n");
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

/// How a word among the attributes is written that is a keyword.
pub(super) fn specifier_word(attribute: &str) -> Option<&'static str> {
    Some(match attribute {
        "inline" => "inline",
        "Noreturn" => "_Noreturn",
        "Thread_local" => "_Thread_local",
        "thread" => "__thread",
        "Atomic" => "_Atomic",
        "restrict" => "restrict",
        _ => return None,
    })
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
        Basic::OtherFloat => "_Float16",
        Basic::Complex => "double _Complex",
    }
}
