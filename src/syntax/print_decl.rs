//! Printing declarations.

use std::fmt::Write;

use super::ast::*;
use super::printer::{ASSIGNMENT, BINARY, COMMA, CONDITIONAL, Printer};
use super::words::specifier_word;

impl Printer {
    pub(super) fn function(&mut self, function: &FunctionDefinition) {
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

    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        self.annotations(&declaration.annotations);
        self.begin();
        self.declaration_inline(declaration);
        self.out.push('\n');
    }

    pub(super) fn declaration_inline(&mut self, declaration: &Declaration) {
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

    pub(super) fn specifiers(&mut self, specifiers: &Specifiers) {
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

    pub(super) fn attribute(&mut self, attribute: &str) {
        let _ = match attribute.split_once('=') {
            Some(("asm", text)) => write!(self.out, "asm(\"{text}\")"),
            Some((name, text)) => write!(self.out, "__attribute__(({name}(\"{text}\")))"),
            None => write!(self.out, "__attribute__(({attribute}))"),
        };
    }

    pub(super) fn record(&mut self, record: &Record) {
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

    pub(super) fn declarator(&mut self, declarator: &Declarator) {
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

    pub(super) fn parameters(&mut self, parameters: &Parameters) {
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
