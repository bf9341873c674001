//! Reads `library.toml`, refuses what it does not know, and writes the table as Rust.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use toml::{Table, Value};

fn main() {
    println!("cargo::rerun-if-changed=library.toml");
    println!("cargo::rerun-if-changed=build.rs");
    let text = fs::read_to_string("library.toml").expect("library.toml can be read");
    let table: Table = text.parse().unwrap_or_else(|error| panic!("library.toml: {error}"));
    let code = written(&table).unwrap_or_else(|error| panic!("library.toml: {error}"));
    let folder = env::var_os("OUT_DIR").expect("a build script has a folder");
    fs::write(Path::new(&folder).join("library.rs"), code).expect("the table can be written");
}

fn written(table: &Table) -> Result<String, String> {
    if let Some(other) = table.keys().find(|key| !matches!(key.as_str(), "functions" | "floating")) {
        return Err(format!("'{other}' is not known"));
    }
    let functions = table.get("functions").and_then(Value::as_table).ok_or("there are no functions")?;
    let mut rows: Vec<(&String, &Value)> = functions.iter().collect();
    rows.sort_unstable_by_key(|(name, _)| *name);
    let mut code = "static FUNCTIONS: &[(&str, Function)] = &[\n".to_owned();
    for (name, entry) in rows {
        let entry = entry.as_table().ok_or_else(|| format!("{name}: not a table"))?;
        let row = Entry { entry }.row().map_err(|error| format!("{name}: {error}"))?;
        writeln!(code, "    ({name:?}, {row}),").expect("a string");
    }
    code.push_str("];\n");
    let floating = table.get("floating").and_then(Value::as_table).ok_or("there is no 'floating'")?;
    for (key, name) in [("functions", "FLOATING"), ("tests", "FLOATING_TESTS")] {
        let names = floating.get(key).and_then(Value::as_str).ok_or_else(|| format!("no '{key}'"))?;
        let names: Vec<&str> = names.split_whitespace().collect();
        writeln!(code, "static {name}: &[&str] = &{names:?};").expect("a string");
    }
    Ok(code)
}

/// What stands of one function.
struct Entry<'t> {
    entry: &'t Table,
}

/// Every key, and the kind of call for which it stands; none for all.
const KEYS: [(&str, Option<&str>); 35] = [
    ("result", None),
    ("memory", None),
    ("texts", None),
    ("does", None),
    ("takes", None),
    ("is", None),
    ("standard", None),
    ("returns_twice", None),
    ("replay", None),
    ("allocator", None),
    ("gives_memory", None),
    ("of_system", None),
    ("dangerous", None),
    ("errno", None),
    ("body", None),
    ("counts", None),
    ("fills", None),
    ("shows", Some("output")),
    ("stream", None),
    ("closes", None),
    ("opens", None),
    ("from", None),
    ("seeds", None),
    ("rewinds", None),
    ("draws", None),
    ("type", None),
    ("class", Some("character")),
    ("letters", Some("case")),
    ("bytes", Some("swap bytes")),
    ("operator", Some("overflow")),
    ("bits", Some("bits")),
    ("range", Some("input")),
    ("first", Some("scan")),
    ("reason", Some("unsupported")),
    ("format", Some("output")),
];

impl Entry<'_> {
    fn row(&self) -> Result<String, String> {
        let is = self.text("is")?;
        for key in self.entry.keys() {
            let known = KEYS.iter().find(|(known, _)| known == key);
            let &(_, kind) = known.ok_or_else(|| format!("'{key}' is not known"))?;
            if kind.is_some() && kind != is {
                return Err(format!("'{key}' is for functions that are '{}'", kind.unwrap_or_default()));
            }
        }
        if self.entry.contains_key("memory") != self.entry.contains_key("result") {
            return Err("'memory' and 'result' stand together".to_owned());
        }
        let some = |value: Option<String>| value.map_or("None".to_owned(), |value| format!("Some({value})"));
        let does = self.word("does", "Does", DOES)?;
        let takes = self.numbers("takes")?;
        if does.is_some() != takes.is_some() {
            return Err("'does' and 'takes' stand together".to_owned());
        }
        let fills = self.numbers("fills")?;
        let is_pair = fills.as_ref().is_none_or(|fills| fills.len() == 2);
        if !is_pair || fills.is_some() && self.text("memory")? != Some("writes") {
            return Err("'fills' are two arguments of one that 'writes'".to_owned());
        }
        let shows = self.numbers("shows")?;
        if shows.as_ref().is_some_and(|shows| shows.len() < 2) {
            return Err("'shows' are at least two arguments".to_owned());
        }
        let counts = self.number("counts")?;
        if counts.is_some() && !self.entry.contains_key("body") {
            return Err("'counts' is for functions with a 'body'".to_owned());
        }
        let (stream, closes) = (self.number("stream")?, self.flag("closes")?);
        if closes && stream.is_none() {
            return Err("'closes' is for functions that take a 'stream'".to_owned());
        }
        let does = does.zip(takes).map(|(does, takes)| format!("({does}, &{takes:?})"));
        Ok(format!(
            "Function {{ result: {}, memory: {}, texts: {}, does: {}, is: {}, ty: {}, standard: {}, \
             returns_twice: {}, replay: {}, allocator: {}, gives_memory: {}, of_system: {}, dangerous: {}, \
             errno: {}, from: {}, seeds: {}, rewinds: {}, draws: {}, body: {}, counts: {}, fills: {}, shows: {}, \
             stream: {}, closes: {}, opens: {} }}",
            some(self.ty("result")?),
            some(self.word("memory", "Effect", MEMORY)?),
            self.number("texts")?.unwrap_or(0),
            some(does),
            some(is.map(|is| self.model(is)).transpose()?),
            some(self.ty("type")?),
            self.flag("standard")?,
            self.flag("returns_twice")?,
            some(self.word("replay", "Replay", REPLAY)?),
            self.flag("allocator")?,
            self.flag("gives_memory")?,
            self.flag("of_system")?,
            self.flag("dangerous")?,
            some(self.word("errno", "Errno", ERRNO)?),
            some(self.word("from", "Stream", STREAM)?),
            some(self.word("seeds", "Stream", STREAM)?),
            some(self.word("rewinds", "Stream", STREAM)?),
            self.flag("draws")?,
            some(self.word("body", "Body", BODY)?),
            some(counts.map(|at| at.to_string())),
            some(fills.map(|fills| format!("{fills:?}"))),
            some(shows.map(|shows| format!("({}, &{:?})", shows[0], &shows[1..]))),
            some(stream.map(|at| at.to_string())),
            closes,
            self.flag("opens")?,
        ))
    }

    /// What a call means.
    fn model(&self, is: &str) -> Result<String, String> {
        let needed = |key: &str| format!("'{is}' needs '{key}'");
        let plain = MODELS.iter().find(|(word, _)| *word == is);
        Ok(match (is, plain) {
            (_, Some((_, model))) => format!("Model::{model}"),
            ("output", _) => match self.number("format")? {
                Some(format) => format!("Model::Output(Some({format}))"),
                None => "Model::Output(None)".to_owned(),
            },
            ("scan", _) => format!("Model::Scan({})", self.number("first")?.ok_or_else(|| needed("first"))?),
            ("input", _) => match self.numbers("range")?.as_deref() {
                Some([low, high]) => format!("Model::Input({low}, {high})"),
                _ => return Err(needed("range")),
            },
            ("case", _) => match self.numbers("letters")?.as_deref() {
                Some([low, high, by]) => format!("Model::Case({low}, {high}, {by})"),
                _ => return Err(needed("letters")),
            },
            ("character", _) => {
                let class = self.word("class", "CharacterClass", CLASSES)?.ok_or_else(|| needed("class"))?;
                format!("Model::Character({class})")
            }
            ("swap bytes", _) => {
                format!("Model::Swap({})", self.number("bytes")?.ok_or_else(|| needed("bytes"))?)
            }
            ("overflow", _) => {
                let operator = self.word("operator", "BinaryOperator", OPERATORS)?;
                format!("Model::Overflowing({})", operator.ok_or_else(|| needed("operator"))?)
            }
            ("bits", _) => {
                format!("Model::Bits({})", self.word("bits", "Bits", BITS)?.ok_or_else(|| needed("bits"))?)
            }
            ("unsupported", _) => {
                format!("Model::Unsupported({:?})", self.text("reason")?.ok_or_else(|| needed("reason"))?)
            }
            _ => return Err(format!("'{is}' is not known")),
        })
    }

    fn value<'v, T>(
        &'v self,
        key: &str,
        read: impl Fn(&'v Value) -> Option<T>,
        what: &str,
    ) -> Result<Option<T>, String> {
        let value = self.entry.get(key);
        value.map(|value| read(value).ok_or_else(|| format!("'{key}' is not {what}"))).transpose()
    }

    fn text(&self, key: &str) -> Result<Option<&str>, String> {
        self.value(key, Value::as_str, "a text")
    }

    fn number(&self, key: &str) -> Result<Option<i64>, String> {
        self.value(key, Value::as_integer, "a number")
    }

    fn numbers(&self, key: &str) -> Result<Option<Vec<i64>>, String> {
        let read = |value: &Value| value.as_array()?.iter().map(Value::as_integer).collect();
        self.value(key, read, "a list of numbers")
    }

    fn flag(&self, key: &str) -> Result<bool, String> {
        Ok(self.value(key, Value::as_bool, "'true'")?.unwrap_or(false))
    }

    /// A word out of a list, as a variant.
    fn word(&self, key: &str, ty: &str, words: &[(&str, &str)]) -> Result<Option<String>, String> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text);
        let (_, variant) = found.ok_or_else(|| format!("'{text}' is not known of '{key}'"))?;
        Ok(Some(format!("{ty}::{variant}")))
    }

    fn ty(&self, key: &str) -> Result<Option<String>, String> {
        match self.text(key)?.and_then(|text| text.strip_prefix("struct ")) {
            Some(name) => Ok(Some(format!("ResultType::Record({name:?})"))),
            None => self.word(key, "ResultType", TYPES),
        }
    }
}

const TYPES: &[(&str, &str)] = &[
    ("void", "Nothing"),
    ("int", "Int"),
    ("unsigned", "Unsigned"),
    ("long", "Long"),
    ("unsigned long", "UnsignedLong"),
    ("long long", "LongLong"),
    ("unsigned long long", "UnsignedLongLong"),
    ("size_t", "Size"),
    ("double", "Double"),
    ("float", "Float"),
    ("char *", "Text"),
    ("void *", "Pointer"),
    ("FILE *", "File"),
];

const MEMORY: &[(&str, &str)] = &[
    ("reads", "Reads"),
    ("into", "Into"),
    ("writes", "Writes"),
    ("calls", "Calls"),
    ("later", "Later"),
    ("leaves", "Leaves"),
    ("ends", "Ends"),
];

const DOES: &[(&str, &str)] = &[
    ("copy", "Copy"),
    ("move", "Move"),
    ("copy, end", "CopyEnd"),
    ("fill", "Fill"),
    ("copy text", "CopyText"),
    ("length", "Length"),
    ("compare texts", "CompareTexts"),
    ("allocate", "Allocate"),
    ("allocate cleared", "AllocateCleared"),
    ("allocate in the frame", "AllocateInFrame"),
    ("reallocate", "Reallocate"),
    ("free", "Free"),
];

/// The kinds of calls that need no further word.
const MODELS: &[(&str, &str)] = &[
    ("assert", "Assert"),
    ("assume", "Assume"),
    ("error", "Error"),
    ("stop", "Stop"),
    ("exit", "Exit"),
    ("error exit", "ErrorExit"),
    ("unreachable", "Unreachable"),
    ("parse", "Parse"),
    ("symbolic", "Symbolic"),
    ("zero", "Zero"),
    ("free", "Free"),
    ("length", "Length"),
    ("question", "Question"),
    ("absolute", "Absolute"),
    ("expect", "Expect"),
];

const CLASSES: &[(&str, &str)] = &[
    ("digit", "Digit"),
    ("alphabetic", "Alphabetic"),
    ("upper", "Upper"),
    ("lower", "Lower"),
    ("alphanumeric", "AlphaNumeric"),
    ("space", "Space"),
    ("hexadecimal", "Hexadecimal"),
    ("punctuation", "Punctuation"),
    ("printable", "Printable"),
    ("graphic", "Graphic"),
    ("control", "Control"),
    ("blank", "Blank"),
];

const OPERATORS: &[(&str, &str)] = &[("+", "Add"), ("-", "Subtract"), ("*", "Multiply")];

const BITS: &[(&str, &str)] = &[
    ("first set", "FirstSet"),
    ("trailing zeros", "TrailingZeros"),
    ("leading zeros", "LeadingZeros"),
    ("ones", "Ones"),
    ("parity", "Parity"),
];

const REPLAY: &[(&str, &str)] = &[
    ("input", "Input"),
    ("time", "Time"),
    ("line", "Line"),
    ("scan", "Scan"),
    ("scan text", "ScanText"),
    ("number", "Number"),
];

const BODY: &[(&str, &str)] = &[("value", "Value"), ("sign", "Sign")];
const ERRNO: &[(&str, &str)] = &[("keeps", "Keeps"), ("sets", "Sets")];
const STREAM: &[(&str, &str)] = &[("numbers", "Numbers"), ("text", "Text")];
