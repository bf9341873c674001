//! Programs: a construct that has an effect, put into contexts, and an assertion whose truth is that effect.
//!
//! Seeds come in pairs: `2n` gives the program whose assertion holds because of the effect, `2n + 1` the same with an
//! assertion that fails because of it. A tool that loses the effect is wrong about one of the two.

use super::random::Random;
use super::table::Entry;

/// What programs are put together from.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// What is tried: entries with an effect on a place, or with one of their own.
    pub constructs: Vec<Entry>,
    /// Where the effect stands.
    pub contexts: Vec<Entry>,
    /// Objects that are written and read by name.
    pub places: Vec<Entry>,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its seed.
    pub seed: u64,
    /// The name of its construct.
    pub construct: String,
    /// Its text.
    pub text: String,
    /// Whether no run should go wrong.
    pub holds: bool,
    /// Whether what goes wrong is undefined behaviour, not an assertion.
    pub undefined: bool,
    /// Whether the usual checks for undefined behaviour are on.
    pub checks: bool,
    /// Whether it must not be linked with others, because it acts before or after `main`.
    pub alone: bool,
    /// Whether it runs code on the stack, where the sanitizer must not keep stacks elsewhere.
    pub trampoline: bool,
    /// Whether only its author can say whether it holds: no tool of the compiler sees it.
    pub trusted: bool,
    /// Whether what holds depends on the world outside: that it can fail is no wrong answer.
    pub outside: bool,
    /// Further options of `check`.
    pub options: Vec<String>,
}

/// The one input is from 0 to this.
pub const LARGEST: i32 = 3;

/// The program of a seed.
pub fn compose(tables: &Tables, seed: u64) -> Program {
    let (pair, count) = (seed / 2, tables.constructs.len() as u64);
    let construct = &tables.constructs[(pair % count) as usize];
    let mut composer = Composer {
        random: Random::new(pair),
        tables,
        construct: construct.numbered(2),
        holds: seed.is_multiple_of(2),
        tops: Vec::new(),
        own_top: 0,
        locals: Vec::new(),
        numbers: 2,
    };
    let text = composer.program();
    let undefined = composer.construct.mentions(&["bad"], "");
    Program {
        seed,
        construct: construct.name.clone(),
        text,
        holds: composer.holds,
        undefined,
        checks: undefined || composer.random.chance(30),
        alone: construct.has("alone"),
        trampoline: construct.has("trampoline"),
        trusted: construct.has("trusted"),
        outside: construct.has("outside"),
        options: construct
            .all("options")
            .iter()
            .flat_map(|o| o.split_whitespace())
            .map(String::from)
            .collect(),
    }
}

/// What the placeholders stand for at a level of nesting.
#[derive(Clone, Debug)]
struct Level {
    /// The value that is written.
    value: String,
    /// The place by its name.
    place: String,
    /// An expression for its address.
    address: String,
    /// What it was.
    was: String,
}

struct Composer<'a> {
    random: Random,
    tables: &'a Tables,
    construct: Entry,
    holds: bool,
    tops: Vec<String>,
    /// Where the top of the construct goes: after those that it may name.
    own_top: usize,
    locals: Vec<String>,
    numbers: usize,
}

/// Where an object is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    Global,
    StaticGlobal,
    Local,
    StaticLocal,
}

/// The number of names of the earlier effect; others are counted from 1.
const EARLIER: usize = 90;

/// The sections that have the effect.
const EFFECT: [&str; 3] = ["top", "local", "do"];

impl Composer<'_> {
    fn program(&mut self) -> String {
        let construct = self.construct.clone();
        let contexts = self.contexts(&construct);
        let value = match construct.attribute("value") {
            Some("constant") => self.random.pick(&["2", "3", "5"]),
            Some("input") => "$X",
            _ => self.random.pick(&["$X", "($X + 1)", "4", "5", "2"]),
        };
        let mut level =
            Level { value: value.into(), place: String::new(), address: String::new(), was: "0".into() };
        let mut earlier = String::new();
        if uses_place(&construct) {
            let place = self.place(&construct, &contexts, &mut level);
            earlier = self.earlier(&place, &mut level);
        } else {
            level.place = construct.text("read").into();
        }
        if let Some(was) = construct.attribute("was") {
            level.was = was.into();
        }
        let outer = level.clone();
        // What is declared around the whole sees the place by its name.
        let top = filled(construct.text("top"), &outer);
        let local = filled(construct.text("local"), &outer);
        let (act, expected) = self.nested(&construct, &contexts, level);
        // The tops of inner contexts come first; that of the construct is before all of them.
        self.tops.insert(self.own_top, top);
        self.locals.push(local);
        let check = self.check(&construct, &outer, &expected);
        let body = format!("{}\n{earlier}\n{act}", self.locals.join("\n"));
        self.whole(&construct, &body, &check)
    }

    /// Another effect on the place before the one that is tried.
    fn earlier(&mut self, place: &Entry, level: &mut Level) -> String {
        if self.tables.contexts.is_empty() || self.construct.has("bare") || !self.random.chance(25) {
            return String::new();
        }
        let kept = ["main", "alone", "guarded", "static", "file", "outside", "trampoline"];
        let fits = |c: &&Entry| {
            uses_place(c)
                && !c.mentions(&["top", "local"], "$P")
                && !c.mentions(&["top", "local"], "$A")
                && !c.text("do").contains('#')
                && !kept.iter().any(|flag| c.has(flag))
                && ["read", "local", "options"].iter().all(|s| c.text(s).is_empty())
                && (!place.has("bits") || c.has("bits"))
                && c.mentions(&["do"], "$A") <= !level.address.is_empty()
        };
        let all: Vec<&Entry> = self.tables.constructs.iter().filter(fits).collect();
        let other = all[self.random.below(all.len())].numbered(EARLIER);
        let before = Level { value: "6".into(), ..level.clone() };
        level.was = match other.text("is") {
            "" => before.value.clone(),
            is => filled(is, &before),
        };
        self.tops.push(other.text("top").to_owned());
        self.own_top = self.tops.len();
        format!("{{ {} }}", filled(other.text("do"), &before))
    }

    /// Chooses contexts that the construct can stand in, the outermost first.
    fn contexts(&mut self, construct: &Entry) -> Vec<Entry> {
        if construct.has("bare") {
            return Vec::new();
        }
        let deep = self.random.pick(&[0usize, 0, 0, 1, 1, 2]);
        let mut chosen: Vec<Entry> = Vec::new();
        while chosen.len() < deep {
            let all: Vec<&Entry> =
                self.tables.contexts.iter().filter(|c| fits(c, construct, &chosen)).collect();
            if all.is_empty() {
                break;
            }
            let context = all[self.random.below(all.len())];
            self.numbers += 1;
            chosen.push(context.numbered(self.numbers));
        }
        chosen
    }

    /// Chooses the object that is written.
    fn place(&mut self, construct: &Entry, contexts: &[Entry], level: &mut Level) -> Entry {
        let named_outside = construct.mentions(&["top"], "$P") || construct.mentions(&["top"], "$A");
        // A function of a context sees only globals, unless it is given the place.
        let mut moved = false;
        let mut hidden = false;
        for context in contexts {
            moved |= context.attribute("place").is_some() || context.attribute("address").is_some();
            hidden |= context.mentions(&["top"], "$DO") && !moved;
        }
        let file = named_outside || hidden || construct.has("file");
        let fixed = construct.has("static");
        let all: Vec<&Entry> = self
            .tables
            .places
            .iter()
            .filter(|p| !(fixed && p.has("dynamic") || file && p.has("local")))
            .filter(|p| construct.has("bits") || !p.has("bits"))
            .filter(|p| construct.mentions(&EFFECT, "$A") <= !p.all("address").is_empty())
            .collect();
        let mut choice: Vec<&Entry> = all.iter().filter(|p| p.has("ordinary")).copied().collect();
        if choice.is_empty() || self.random.chance(50) {
            choice = all;
        }
        let place = choice[self.random.below(choice.len())].numbered(1);
        let mut storages = vec![Storage::Global, Storage::StaticGlobal];
        if !file {
            storages.push(Storage::StaticLocal);
            if !fixed {
                storages.extend([Storage::Local, Storage::Local]);
            }
        }
        if place.has("local") {
            storages = vec![Storage::Local];
        }
        let storage = self.random.pick(&storages);
        let initialiser = match place.text("init") {
            "" => String::new(),
            init => format!(" = {init}"),
        };
        let object = format!("{}{initialiser};", place.text("object"));
        let mut top = place.text("top").to_owned();
        match storage {
            _ if place.text("object").is_empty() => {}
            Storage::Global => top = format!("{top}\n{object}"),
            Storage::StaticGlobal => top = format!("{top}\nstatic {object}"),
            Storage::Local => self.locals.push(object),
            Storage::StaticLocal => self.locals.push(format!("static {object}")),
        }
        self.tops.push(top);
        self.own_top = self.tops.len();
        self.locals.push(place.text("local").to_owned());
        level.place = self.random.pick(place.all("read"));
        level.address = match place.all("address") {
            [] => String::new(),
            some => format!("({})", self.random.pick(some)),
        };
        level.was = place.attribute("was").unwrap_or("7").into();
        place
    }

    /// The statements of the contexts around those of the construct, and what the place is afterwards.
    fn nested(&mut self, construct: &Entry, contexts: &[Entry], level: Level) -> (String, String) {
        let Some((context, inner)) = contexts.split_first() else {
            let expected = match construct.text("is") {
                "" => level.value.clone(),
                is => filled(is, &level),
            };
            return (filled(construct.text("do"), &level), expected);
        };
        let mut within = level.clone();
        if let Some(value) = context.attribute("value") {
            within.value = value.into();
        }
        if let Some(place) = context.attribute("place") {
            within.place = place.into();
            within.address = format!("(&{place})");
            within.was = "0".into();
        }
        if let Some(address) = context.attribute("address") {
            within.place = format!("(*{address})");
            within.address = address.into();
        }
        let (act, expected) = self.nested(construct, inner, within.clone());
        let top = context.text("top");
        // A directive begins a line.
        let act = if act.starts_with('#') { format!("\n{act}\n") } else { act };
        if !top.is_empty() {
            let top = filled(&top.replace("$DO", &act), &level);
            self.tops.push(top);
        }
        let act = if context.has("line") { act.replace('\n', " ") } else { act };
        let act = filled(&context.text("do").replace("$DO", &act), &level);
        // The expectation speaks of the outer value.
        let expected = match context.attribute("value") {
            Some(inner) => expected.replace(inner, &level.value),
            None => expected,
        };
        let expected = match context.attribute("when") {
            Some(when) => format!("({} ? {expected} : {})", filled(when, &level), within.was),
            None => expected,
        };
        (act, expected)
    }

    /// The assertion.
    fn check(&mut self, construct: &Entry, level: &Level, expected: &str) -> String {
        let read = match construct.text("read") {
            "" => level.place.clone(),
            read => filled(read, level),
        };
        let condition = if self.holds {
            match self.random.below(5) {
                0 => format!("!({read} != {expected})"),
                1 => format!("{read} == {expected} || $X > 3"),
                _ => format!("{read} == {expected}"),
            }
        } else {
            match self.random.below(5) {
                0 => format!("!({read} == {expected})"),
                1 => format!("{read} != {expected} || $X > 3"),
                _ => format!("{read} != {expected}"),
            }
        };
        match self.random.below(5) {
            0 => format!("if (!({condition})) reach_error();"),
            _ => format!("assert({condition});"),
        }
    }

    fn whole(&mut self, construct: &Entry, body: &str, check: &str) -> String {
        let in_place = construct.mentions(&EFFECT, "$CHECK");
        let undefined = construct.mentions(&["bad"], "");
        let mut tops = self.tops.join("\n").replace("$CHECK", check);
        let mut body = body.replace("$CHECK", check);
        if !in_place && !undefined {
            body = format!("{body}\n{check}");
        }
        let bad = format!("if ({}) return 0;", construct.text("bad"));
        let guard = if undefined && self.holds { bad } else { String::new() };
        let split = !construct.has("main") && self.random.chance(40);
        let global = tops.contains("$X") || (split && self.random.chance(50));
        let arguments = if construct.has("arguments") { "int argc, char **argv" } else { "void" };
        let read = "__VERIFIER_nondet_int();\nif (x < 0 || x > 3) return 0;";
        let (input, declared) = match global {
            true => (format!("x = {read}"), "static int x;\n"),
            false => (format!("int x = {read}"), ""),
        };
        let main = if split {
            let (parameter, argument) = if global { ("void", "") } else { ("int x", "x") };
            tops.push_str(&format!("\nstatic void body({parameter}) {{\n{body}\n}}"));
            format!("{input}\n{guard}\nbody({argument});")
        } else {
            format!("{input}\n{guard}\n{body}")
        };
        let text = format!(
            "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
             {declared}{tops}\nint main({arguments}) {{\n{main}\nreturn 0;\n}}\n"
        );
        tidy(&text.replace("$BAD", construct.text("bad")).replace("$X", "x"))
    }
}

/// Whether a construct can stand in a context that stands in others.
fn fits(context: &Entry, construct: &Entry, around: &[Entry]) -> bool {
    let function = context.mentions(&["top"], "$DO");
    let moves = |c: &Entry| c.attribute("place").is_some() || c.attribute("address").is_some();
    let named = construct.mentions(&["top", "local"], "$P") || construct.mentions(&["top", "local"], "$A");
    let needs_name = named || construct.has("static") || construct.has("file");
    let own = !uses_place(construct);
    let undefined = construct.mentions(&["bad"], "");
    let text = construct.text("do");
    let refused = construct.has("once") && context.has("repeats")
        || construct.has("main") && function
        || (needs_name || own) && moves(context)
        // What was made outside a function is not seen in it.
        || function && !moves(context) && around.iter().any(moves)
        // A signal is not raised again in its handler.
        || around.iter().any(|other| other.name == context.name)
        || construct.has("guarded") && context.has("guarded")
        || !construct.text("local").is_empty() && function
        || context.has("line") && (text.contains('#') || text.contains("\\\n"))
        || (undefined || own && construct.attribute("was").is_none()) && context.attribute("when").is_some();
    !refused
}

/// Whether a construct writes a place that others choose.
fn uses_place(construct: &Entry) -> bool {
    construct.mentions(&EFFECT, "$P") || construct.mentions(&EFFECT, "$A")
}

fn filled(text: &str, level: &Level) -> String {
    text.replace("$V", &level.value).replace("$P", &level.place).replace("$A", &level.address)
}

/// The text without empty lines, indented by its braces.
fn tidy(text: &str) -> String {
    let mut result = String::new();
    let mut depth = 0usize;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let closing = line.chars().take_while(|&c| c == '}').count();
        let indent = if line.starts_with('#') { 0 } else { 4 * depth.saturating_sub(closing) };
        result.push_str(&format!("{:indent$}{line}\n", ""));
        let count = |brace| line.chars().filter(|&c| c == brace).count();
        depth = (depth + count('{')).saturating_sub(count('}'));
    }
    result
}
