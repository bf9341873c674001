//! Declaration specifiers and type names.

use super::ast::*;
use super::declarator::Naming;
use super::parser::{Parse, Parser};
use super::token::{Token, TokenKind};
use super::words::{basic_type, clash, specifier_word, type_word};
use focuscheck_base::source::Span;

/// What to say of a second type among the specifiers.
const TWO_TYPES: &str = "two or more data types in declaration specifiers";

/// Declaration specifiers while they are read.
struct Partial {
    result: Specifiers,
    /// The words of a basic type.
    words: Vec<&'static str>,
    /// Whether the type is known as a whole.
    complete: bool,
}

/// What a specifier has taken of the tokens.
enum Taken {
    /// One word, which is still to be passed.
    Word,
    /// All that belongs to it.
    Everything,
    /// Nothing: the specifiers are over.
    Nothing,
}

fn storage_class(word: &str) -> Option<StorageClass> {
    Some(match word {
        "typedef" => StorageClass::Typedef,
        "extern" => StorageClass::Extern,
        "static" => StorageClass::Static,
        "auto" => StorageClass::Automatic,
        "register" => StorageClass::Register,
        _ => return None,
    })
}

impl Parser<'_> {
    /// An undeclared name among the specifiers is a macro of an unread header.
    pub fn unknown_macro_here(&self) -> bool {
        let (token, next) = (self.token(), self.ahead(1));
        // Attributes stand behind a declared name as well as among the specifiers.
        let behind = self.ahead(self.behind_attributes(1));
        let attributes = next.is_word("__attribute__");
        let goes_on = !attributes || behind.is_plain() || behind.is("*") || self.is_specifier(behind);
        let specifier = self.is_specifier(next) && goes_on && !self.unknown_type_here();
        self.unread
            && token.is_plain()
            && self.declared(token.text).is_none()
            && (specifier
                || (next.is_plain() && !attributes && !(self.ahead(2).is("(") && self.ahead(3).is("("))))
            && !next.line_start
    }

    /// Whether an undeclared name, a type in parentheses and a declared name stand here.
    fn wrapped_type_here(&self) -> bool {
        let token = self.token();
        if !self.unread
            || !self.at_file_scope()
            || !token.is_plain()
            || self.declared(token.text).is_some()
            || !self.ahead(1).is("(")
            || !self.type_name_at(2)
        {
            return false;
        }
        let mut n = 2;
        while !self.ahead(n).is(")") {
            let part = self.ahead(n);
            if !(part.is("*") || part.kind == TokenKind::Identifier) {
                return false;
            }
            n += 1;
        }
        self.ahead(n + 1).is_plain() && self.ahead(n + 2).is("(")
    }

    /// Declaration specifiers; with none, the type is [`TypeSpecifier::Implicit`].
    pub fn specifiers(&mut self) -> Parse<Specifiers> {
        let start = self.start();
        self.standard_attributes()?;
        let mut partial = Partial {
            result: Specifiers {
                storage: None,
                constant: false,
                volatile: false,
                attributes: Vec::new(),
                ty: TypeSpecifier::Implicit,
                span: Span::new(start, start),
            },
            words: Vec::new(),
            complete: false,
        };
        while self.token().kind == TokenKind::Identifier {
            let token = *self.token();
            let taken = match storage_class(token.text) {
                Some(storage) => self.storage(&mut partial, storage, &token)?,
                None => match self.keyword_specifier(&mut partial, &token)? {
                    Some(taken) => taken,
                    None => self.type_specifier(&mut partial, &token)?,
                },
            };
            match taken {
                Taken::Word => {
                    self.advance();
                }
                Taken::Everything => {}
                Taken::Nothing => break,
            }
        }
        let Partial { mut result, words, .. } = partial;
        // Keywords before attributes, as they are printed.
        result.attributes.sort_by_key(|a| specifier_word(a).is_none());
        result.attributes.dedup();
        if self.position() > 0 && self.start() > start {
            result.span = self.since(start);
        }
        if !words.is_empty() {
            let Some(basic) = basic_type(&words) else {
                return Err(self.error(result.span, clash(&words)));
            };
            result.ty = TypeSpecifier::Basic(basic);
        }
        Ok(result)
    }

    fn storage(&mut self, partial: &mut Partial, storage: StorageClass, token: &Token<'_>) -> Parse<Taken> {
        match partial.result.storage.replace(storage) {
            Some(before) if before == storage => {
                Err(self.error(token.span, format!("duplicate '{}'", token.text)))
            }
            Some(_) => {
                let message = "multiple storage classes in declaration specifiers";
                Err(self.error(token.span, message))
            }
            None => Ok(Taken::Word),
        }
    }

    /// A specifier that begins with a keyword, but for the words of basic types; nothing if none stands here.
    fn keyword_specifier(&mut self, partial: &mut Partial, token: &Token<'_>) -> Parse<Option<Taken>> {
        let Partial { result, words, complete } = partial;
        let word = token.text;
        match word {
            "const" | "__const" | "__const__" => result.constant = true,
            "volatile" | "__volatile__" | "__volatile" => result.volatile = true,
            "__extension__" => {}
            "restrict" | "__restrict" | "__restrict__" => result.attributes.push("restrict".to_owned()),
            "inline" | "__inline" | "__inline__" | "_Noreturn" | "_Thread_local" | "__thread" => {
                result.attributes.push(word.trim_matches('_').to_owned());
            }
            "_Atomic" => {
                if self.ahead(1).is("(") {
                    self.advance();
                    self.advance();
                    result.ty = TypeSpecifier::TypeofType(Box::new(self.type_name()?));
                    self.expect(")")?;
                    *complete = true;
                    return Ok(Some(Taken::Everything));
                }
                result.attributes.push("Atomic".to_owned());
            }
            "_Alignas" => {
                self.advance();
                self.skip_parentheses()?;
                result.attributes.push("aligned".to_owned());
                return Ok(Some(Taken::Everything));
            }
            "__attribute__" | "__attribute" => {
                self.attributes(&mut result.attributes)?;
                return Ok(Some(Taken::Everything));
            }
            "struct" | "union" | "enum" | "typeof" | "__typeof__" | "__typeof" => {
                if *complete || !words.is_empty() {
                    return Err(self.error(token.span, TWO_TYPES));
                }
                let attributes = &mut result.attributes;
                result.ty = self.nested(|p| match p.token().text {
                    "enum" => p.enumeration(),
                    "struct" | "union" => p.record(attributes),
                    _ => p.typeof_specifier(),
                })?;
                *complete = true;
                return Ok(Some(Taken::Everything));
            }
            "__auto_type" => {
                result.ty = TypeSpecifier::Named(Name { text: word.to_owned(), span: token.span });
                *complete = true;
            }
            _ => return Ok(None),
        }
        Ok(Some(Taken::Word))
    }

    /// A word of a basic type, the name of a type, or a macro that was not read.
    fn type_specifier(&mut self, partial: &mut Partial, token: &Token<'_>) -> Parse<Taken> {
        let Partial { result, words, complete } = partial;
        let word = token.text;
        let named = || TypeSpecifier::Named(Name { text: word.to_owned(), span: token.span });
        // What was taken for an unknown type before a type is a macro.
        let type_follows = type_word(word).is_some()
            || (self.declared(word) == Some(true) && !self.ahead(1).is(";") && !self.ahead(1).is(","));
        if let (TypeSpecifier::Named(guess), true) = (&result.ty, *complete && type_follows)
            && self.unread
            && self.declared(&guess.text).is_none()
        {
            *complete = false;
        }
        if let Some(canonical) = type_word(word) {
            if *complete {
                let record = matches!(result.ty, TypeSpecifier::Record(_) | TypeSpecifier::Enumeration(_));
                return Err(match record {
                    true => self.expected("';', identifier or '('"),
                    false => self.error(token.span, TWO_TYPES),
                });
            }
            words.push(canonical);
            if basic_type(words).is_none() {
                return Err(self.error(token.span, clash(words)));
            }
        } else if *complete || !words.is_empty() {
            if !self.unknown_macro_here() {
                return Ok(Taken::Nothing);
            }
        } else if self.wrapped_type_here() {
            // `API(const char *) f(void)` with a macro of an unread header.
            self.advance();
            self.advance();
            result.ty = TypeSpecifier::TypeofType(Box::new(self.nested(|p| p.type_name())?));
            self.expect(")")?;
            *complete = true;
            return Ok(Taken::Everything);
        } else if self.is_type_name(token) {
            (result.ty, *complete) = (named(), true);
        } else if self.unknown_macro_here() && !self.ahead(1).is_plain() {
            // `LOCAL int x;`
        } else if self.unread
            && token.is_plain()
            && result.storage == Some(StorageClass::Typedef)
            && self.ahead(1).is("(")
        {
            // `typedef name (*function)(int);`
            self.guess_type(word);
            (result.ty, *complete) = (named(), true);
        } else if self.unknown_type_here() {
            if !self.unread {
                return Err(self.error(token.span, format!("unknown type name '{word}'")));
            }
            self.guess_type(word);
            (result.ty, *complete) = (named(), true);
        } else {
            return Ok(Taken::Nothing);
        }
        Ok(Taken::Word)
    }

    fn typeof_specifier(&mut self) -> Parse<TypeSpecifier> {
        self.advance();
        self.expect("(")?;
        let ty = if self.starts_type_name() {
            TypeSpecifier::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpecifier::TypeofExpression(Box::new(self.expression()?))
        };
        self.expect(")")?;
        Ok(ty)
    }

    /// Whether a type name starts here.
    pub fn starts_type_name(&self) -> bool {
        self.type_name_at(0)
    }

    /// Whether a type name starts `n` tokens further on.
    pub fn type_name_at(&self, n: usize) -> bool {
        let token = self.ahead(n);
        if token.kind != TokenKind::Identifier {
            return false;
        }
        let after = self.ahead(n + 1);
        let extension = token.is_word("__extension__");
        (self.is_specifier(token) && (!extension || self.is_specifier(after))) || self.is_type_name(token)
    }

    pub fn type_name(&mut self) -> Parse<TypeName> {
        let start = self.start();
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(Naming::Abstract)?;
        Ok(TypeName { specifiers, declarator, span: self.since(start) })
    }
}
