//! Places that read inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::hindrance::Hindrance;
use super::text::{Edits, spelled};
use focuscheck_base::reading::{CHOICE_OF, ERRNO, FAILURE_OF, TextPart};
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{Action, Graph, ScalarKind, Site, SiteId, UnitKind};
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_check::library::{self, Replay, replay};
use focuscheck_check::vocabulary::{Role, role};

/// What a run of the interpreter read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// The values, in order.
    pub values: Vec<InputRead>,
    /// The places whose values the run depends on.
    pub used: BTreeSet<SiteId>,
}

/// What the harness knows about inputs.
#[derive(Default)]
pub(super) struct Inputs {
    /// The functions that are called at the places, which are numbered from 1, and the lines of these.
    pub places: Vec<(Option<String>, u32)>,
    /// What each run is given.
    pub runs: Vec<RunInputs>,
    /// Assignments before the program begins.
    pub globals: Vec<String>,
    /// Global variables that another file defines.
    pub external: BTreeSet<String>,
    /// Functions whose results are read where the source does not show the call, with their places.
    pub by_name: BTreeMap<String, u32>,
    /// Functions whose calls are inputs somewhere.
    pub known: BTreeSet<String>,
    /// The place of each parameter of `main`.
    pub parameters: Vec<Option<u32>>,
    /// Of each argument of the program the place that says how many letters it has, and the one of these.
    pub arguments: Vec<(u32, u32)>,
}

/// What one run is given.
#[derive(Default)]
pub(super) struct RunInputs {
    /// Places and values, in order.
    pub values: Vec<(u32, u64)>,
    /// What these are, with the lines at which they are read (through all texts).
    pub provided: Vec<(Provided, u32)>,
    /// The value of the first parameter of `main`, if it matters.
    pub count: Option<i128>,
    /// What cannot be given.
    pub obstacle: Option<Hindrance>,
}

/// Something that a run is given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Provided {
    /// A parameter of `main`, or a global variable before the program starts.
    Start(String),
    /// A local variable that has no value of its own.
    Unset(String),
    /// A condition `*`.
    Star,
    /// The result of a library function, or what it reads.
    Library(String),
    /// That a library function has no memory left.
    Failure(String),
    /// The result of a function that has no body, if it has none.
    Call(String),
}

/// How a site gets its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Provision {
    /// From the command line, or as an argument of `main`.
    Parameter,
    /// By an assignment before the program begins.
    Global,
    /// By an initialiser, at this declaration.
    Declaration(Span),
    /// In place of `*`.
    Star,
    /// By `klee_make_symbolic`.
    Symbolic(Span),
    /// By the library function that is called with this name and parenthesis.
    Library(Span, String, Replay),
    /// By the call with this name and parenthesis, which allocates memory or fails to.
    Allocation(Span, String),
    /// By the function that is called.
    Call(String),
    /// By the function of this name, whose call comes out of a macro.
    ByName(String),
    /// Through the pointer that is an argument of the call with this name and parenthesis.
    Pointer(Span, String, Replay),
    /// By the call with this name and parenthesis, whose argument it is read into: how many letters of a text, or one of them.
    Text(Span, String, Replay, TextPart),
    /// As a part of the argument of the program with this number.
    Argument(u32, TextPart),
    /// Not at all: the program computes it, unseen.
    Itself,
}

/// The places of a program.
pub(super) struct Places<'a, 'e> {
    graph: &'a Graph,
    pub source: &'a SourceFile,
    pub edits: &'e mut Edits<'a>,
    means: BTreeMap<SiteId, Result<Provision, Hindrance>>,
    /// Places by what is read where. Versions of one function share theirs.
    numbers: BTreeMap<(Span, String), u32>,
}

/// Numbers the places that the runs read, and changes the text there.
pub(super) fn inputs<'a>(
    graph: &'a Graph,
    source: &'a SourceFile,
    runs: &[Reads],
    edits: &mut Edits<'a>,
) -> Inputs {
    let mut places = Places::new(graph, source, edits);
    let readers = readers(graph);
    let mut used: BTreeSet<SiteId> = runs.iter().flat_map(|run| run.used.iter().copied()).collect();
    // A condition `*` is no C, so that those that no run comes to have to be replaced, too.
    used.extend((0..graph.sites.len() as u32).map(SiteId).filter(|site| graph.sites[site.index()].star));
    let read: BTreeSet<SiteId> = runs.iter().flat_map(|run| run.values.iter().map(|r| r.site)).collect();
    let mut found = Inputs { places: vec![(None, 0)], ..Inputs::default() };
    let all: Vec<(SiteId, Result<Provision, Hindrance>)> =
        read.union(&used).map(|&site| (site, places.means(site, readers.get(&site)))).collect();
    let callee = |means: &Result<Provision, Hindrance>| match means {
        Ok(Provision::Call(callee)) => Some(callee.clone()),
        _ => None,
    };
    // Another call of a function takes no value from one that it is an argument of.
    let called: BTreeSet<String> =
        all.iter().filter(|(site, _)| used.contains(site)).filter_map(|(_, means)| callee(means)).collect();
    for (site, means) in all {
        // What no run depends on is left as it is, unless the program would wait for it.
        let waits =
            matches!(means, Ok(Provision::Library(..) | Provision::Pointer(..) | Provision::Text(..)));
        let waits = waits || matches!(means, Ok(Provision::Argument(..)));
        if waits || used.contains(&site) || callee(&means).is_some_and(|callee| called.contains(&callee)) {
            places.number(site, &means, &mut found);
            places.means.insert(site, means);
        }
    }
    let taken = runs.iter().map(|run| places.run(run));
    found.runs = taken.collect();
    places.change(&mut found);
    found
}

/// Where a site is read.
pub(super) enum Reader {
    /// Before the program begins.
    Begin,
    /// At the declaration of a local variable, which this is.
    Declaration(Span),
    /// In an expression.
    Expression,
}

pub(super) fn readers(graph: &Graph) -> BTreeMap<SiteId, Reader> {
    let mut readers = BTreeMap::new();
    for node in &graph.nodes {
        if let Action::Input { site, .. } = node.action {
            let reader = match graph.units[node.unit.index()].kind {
                UnitKind::Havoc => Reader::Declaration(node.span),
                _ => Reader::Expression,
            };
            readers.insert(site, reader);
        }
    }
    for scalar in &graph.scalars {
        if let Some(Err(site)) = scalar.initial {
            readers.insert(site, Reader::Begin);
        }
    }
    readers
}

/// The variable that a cell belongs to: `a` for `a[2].x`.
pub(super) fn base(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}

impl<'a, 'e> Places<'a, 'e> {
    /// Those of a program, none of which is numbered yet.
    pub fn new(graph: &'a Graph, source: &'a SourceFile, edits: &'e mut Edits<'a>) -> Self {
        Places { graph, source, edits, means: BTreeMap::new(), numbers: BTreeMap::new() }
    }

    pub fn site(&self, site: SiteId) -> &Site {
        &self.graph.sites[site.index()]
    }

    /// How a site gets its value.
    pub fn means(&self, id: SiteId, reader: Option<&Reader>) -> Result<Provision, Hindrance> {
        let Site { name, span, choice, volatile, text, argument, .. } = self.site(id);
        if let (Some(part), Some(number)) = (text, argument) {
            return Ok(Provision::Argument(*number, *part));
        }
        if let Some(part) = text {
            return self
                .text(*span, *part)
                .ok_or_else(|| Hindrance::Macro { name: name.clone(), place: self.place(*span) });
        }
        if *volatile {
            return Err(Hindrance::Volatile { name: name.clone(), place: self.place(*span) });
        }
        let hidden = || Hindrance::Macro { name: name.clone(), place: self.place(*span) };
        match reader {
            Some(Reader::Begin) if self.parameter(id).is_some() => return Ok(Provision::Parameter),
            Some(Reader::Begin) => return self.global(base(name), *span),
            Some(Reader::Declaration(declaration)) => {
                let shown = self.source.slice(*declaration).contains(base(name));
                return if shown { Ok(Provision::Declaration(*declaration)) } else { Err(hidden()) };
            }
            Some(Reader::Expression) | None => {}
        }
        if name == ERRNO {
            let callee = self.edits.called_name(*span).map_or("a function", |(_, callee)| callee);
            return Err(Hindrance::Errno { name: callee.to_owned(), place: self.place(*span) });
        }
        if let Some(callee) = name.strip_prefix(CHOICE_OF) {
            return Err(Hindrance::Decided { name: callee.to_owned(), place: self.place(*span) });
        }
        if name.starts_with(FAILURE_OF) {
            let call = self.edits.called_name(*span).ok_or_else(hidden)?;
            return Ok(Provision::Allocation(call.0, call.1.to_owned()));
        }
        if *choice {
            return Ok(Provision::Star);
        }
        if let Some((head, callee)) = self.edits.called_name(*span) {
            return Ok(match replay(callee) {
                _ if callee == "klee_make_symbolic" => Provision::Symbolic(head),
                Some(answer) => Provision::Library(head, callee.to_owned(), answer),
                None => Provision::Call(callee.to_owned()),
            });
        }
        if let Some(head) = self.edits.call_around(*span)
            && let Some((_, callee)) = self.edits.called_name(self.edits.call_at(head))
            && let Some(answer @ (Replay::Scan | Replay::ScanText)) = replay(callee)
        {
            return Ok(Provision::Pointer(head, callee.to_owned(), answer));
        }
        // The call comes out of a macro: the function itself answers, if it is clear which one.
        let mut candidates = self.edits.called_through_macros(*span);
        candidates.retain(|callee| {
            let defined = self.graph.procedures.iter().any(|procedure| procedure.name == *callee);
            !defined && !callee.starts_with("__builtin_")
        });
        let named = self.site(id).undefined.as_ref().unwrap_or(name);
        if candidates.contains(named) {
            candidates.retain(|callee| callee == named);
        }
        match <[String; 1]>::try_from(candidates) {
            Ok([callee]) => Ok(match replay(&callee) {
                Some(Replay::Input) => Provision::ByName(callee),
                Some(_) => return Err(hidden()),
                // What stands for a function without a body gives an integer.
                None if self.site(id).ty.float => return Err(hidden()),
                None if role(&callee) == Some(Role::Standard) => Provision::Itself,
                None => Provision::ByName(callee),
            }),
            Err(_) => Err(hidden()),
        }
    }

    /// How what is read of a text gets its value: the call itself says how many letters there are, or its argument.
    fn text(&self, span: Span, part: TextPart) -> Option<Provision> {
        let own = self.edits.called_name(span).filter(|(_, callee)| replay(callee) == Some(Replay::Line));
        let (head, callee) = match own {
            Some(call) => call,
            None => self.edits.called_name(self.edits.call_at(self.edits.call_around(span)?))?,
        };
        let answer = replay(callee).filter(|answer| matches!(answer, Replay::Line | Replay::Scan))?;
        Some(Provision::Text(head, callee.to_owned(), answer, part))
    }

    fn global(&self, name: &str, declared: Span) -> Result<Provision, Hindrance> {
        let constant = is_external(self.source, declared) && words(self.source, declared).contains(&"const");
        if constant { Err(Hindrance::Constant { name: name.to_owned() }) } else { Ok(Provision::Global) }
    }

    /// Which parameter of `main` a site is.
    pub fn parameter(&self, site: SiteId) -> Option<usize> {
        let main = self.graph.main?;
        let formals = &self.graph.procedures[main.index()].formals;
        formals.iter().position(|f| self.graph.scalars[f.index()].initial == Some(Err(site)))
    }

    fn place(&self, span: Span) -> String {
        self.source.parts().phrase(self.line(span))
    }

    fn line(&self, span: Span) -> u32 {
        self.source.position(span.start).line
    }

    /// What tells places apart.
    fn key(&self, id: SiteId, means: &Result<Provision, Hindrance>) -> (Span, String) {
        let Site { name, span, .. } = self.site(id);
        match means {
            Ok(Provision::ByName(callee)) => (Span::new(0, 0), callee.clone()),
            Ok(
                Provision::Parameter
                | Provision::Global
                | Provision::Declaration(_)
                | Provision::Argument(..),
            )
            | Err(_) => (*span, name.clone()),
            Ok(_) => (*span, String::new()),
        }
    }

    fn number(&mut self, id: SiteId, means: &Result<Provision, Hindrance>, found: &mut Inputs) {
        let callee = match means {
            Ok(Provision::Call(callee) | Provision::ByName(callee) | Provision::Library(_, callee, _)) => {
                Some(callee)
            }
            _ => None,
        };
        found.known.extend(callee.cloned());
        let next = self.numbers.len() as u32 + 1;
        if *self.numbers.entry(self.key(id, means)).or_insert(next) == next {
            let line = self.line(self.site(id).span);
            found.places.push((callee.cloned(), line));
        }
    }

    fn place_of(&self, id: SiteId) -> Option<u32> {
        let means = self.means.get(&id)?;
        self.numbers.get(&self.key(id, means)).copied()
    }

    /// What a run is given.
    fn run(&self, run: &Reads) -> RunInputs {
        let mut taken = RunInputs::default();
        for read in &run.values {
            let Some(place) = self.place_of(read.site) else { continue };
            let Site { name, span, .. } = self.site(read.site);
            taken.values.push((place, read.value as u64));
            let means = match &self.means[&read.site] {
                Ok(means) => means,
                Err(obstacle) => {
                    // What a library function does if it does nothing out of the ordinary is worth a try.
                    let is_usual = (name == ERRNO || name.starts_with(CHOICE_OF)) && read.value == 0;
                    if run.used.contains(&read.site) && !is_usual {
                        taken.obstacle.get_or_insert_with(|| obstacle.clone());
                    }
                    continue;
                }
            };
            let provided = match means {
                Provision::Parameter => {
                    if self.parameter(read.site) == Some(0) {
                        taken.count = Some(read.value);
                    }
                    Provided::Start(name.clone())
                }
                Provision::Global => Provided::Start(base(name).to_owned()),
                Provision::Argument(_, TextPart::Count) => continue,
                Provision::Argument(_, TextPart::Letter) => Provided::Start(name.clone()),
                Provision::Declaration(_) => Provided::Unset(base(name).to_owned()),
                Provision::Star => Provided::Star,
                Provision::Library(_, callee, _)
                | Provision::Pointer(_, callee, _)
                | Provision::Text(_, callee, ..) => Provided::Library(callee.clone()),
                // The call itself is replaced.
                Provision::Call(callee) if self.site(read.site).ty.float => Provided::Library(callee.clone()),
                Provision::ByName(callee) if replay(callee).is_some() => Provided::Library(callee.clone()),
                Provision::Symbolic(_) => Provided::Library("klee_make_symbolic".to_owned()),
                Provision::ByName(callee) | Provision::Call(callee) => Provided::Call(callee.clone()),
                Provision::Allocation(_, callee) if read.value != 0 => Provided::Failure(callee.clone()),
                Provision::Allocation(..) | Provision::Itself => continue,
            };
            let line = if matches!(provided, Provided::Start(_)) { 0 } else { self.line(*span) };
            if !taken.provided.contains(&(provided.clone(), line)) {
                taken.provided.push((provided, line));
            }
        }
        taken
    }

    /// Changes the text at all places.
    fn change(&mut self, found: &mut Inputs) {
        let nonzero: BTreeSet<u32> =
            found.runs.iter().flat_map(|run| &run.values).filter(|(_, v)| *v != 0).map(|(p, _)| *p).collect();
        let mut declared: BTreeMap<Span, Vec<SiteId>> = BTreeMap::new();
        // Versions of one function share their text.
        let mut done: BTreeSet<u32> = BTreeSet::new();
        let all: Vec<(SiteId, Provision)> =
            self.means.iter().filter_map(|(&id, means)| Some((id, means.clone().ok()?))).collect();
        // A call is replaced before the pointers that it gets are looked at.
        for (id, means) in all.iter().filter(|(_, means)| !matches!(means, Provision::Pointer(..))) {
            let Site { name, span, ty, .. } = self.site(*id).clone();
            let (Some(place), ty) = (self.place_of(*id), spelled(ty)) else { continue };
            if !done.insert(place) {
                continue;
            }
            match means {
                Provision::Declaration(declaration) => declared.entry(*declaration).or_default().push(*id),
                Provision::Star => {
                    self.edits.replace(span, format!("((int)focuscheck_next({place}))"));
                }
                Provision::Symbolic(head) => {
                    self.edits.replace(*head, format!("FOCUSCHECK_SYMBOLIC({place}, {ty}, "));
                }
                Provision::Library(head, callee, answer) => {
                    self.library(span, *head, callee, *answer, (place, ty))
                }
                Provision::Allocation(head, callee) => {
                    let is_opened = library::function(callee).is_some_and(|known| known.opens);
                    let how = if is_opened { "OPEN" } else { "ALLOCATE" };
                    self.edits.replace(*head, format!("FOCUSCHECK_{how}({place}, {callee}, "));
                }
                Provision::Call(_) => self.marked(span, (place, ty)),
                Provision::ByName(callee) => {
                    found.by_name.insert(callee.clone(), place);
                }
                Provision::Global => {
                    let base = base(&name);
                    if is_external(self.source, span) {
                        found.external.insert(base.to_owned());
                    }
                    found.globals.push(format!("{name} = {}", next(ty, place)));
                }
                Provision::Argument(number, part) => {
                    let number = *number as usize;
                    if found.arguments.len() <= number {
                        found.arguments.resize(number + 1, (0, 0));
                    }
                    match part {
                        TextPart::Count => found.arguments[number].0 = place,
                        TextPart::Letter => found.arguments[number].1 = place,
                    }
                }
                Provision::Parameter | Provision::Itself | Provision::Pointer(..) | Provision::Text(..) => {}
            }
        }
        for (id, means) in &all {
            let Provision::Pointer(head, callee, answer) = means else { continue };
            let (span, ty) = (self.site(*id).span, spelled(self.site(*id).ty));
            let Some(place) = self.place_of(*id).filter(|&place| done.insert(place)) else { continue };
            // A call whose result is read fills as many as that says.
            let result = self.means.iter().find_map(|(&site, means)| match means {
                Ok(Provision::Library(other, ..)) if other == head => self.place_of(site),
                _ => None,
            });
            let filled =
                result.map_or(String::new(), |result| format!("if (focuscheck_fills({result}, {place})) "));
            let before = format!("({{ __auto_type focuscheck_to = ({ty} *)(");
            let after = format!("); {filled}*focuscheck_to = {}; focuscheck_to; }})", next(ty, place));
            self.edits.surround(span, &before, &after);
            let call = self.edits.call_at(*head);
            self.library(call, *head, callee, *answer, (0, "int"));
        }
        self.texts(&all);
        for (declaration, sites) in declared {
            self.declare(declaration, &sites, &nonzero);
        }
        found.parameters = self.parameters();
    }

    /// Says before and behind a call that its result is that of a place, or gives its result if that is no integer.
    fn marked(&mut self, call: Span, (place, ty): (u32, &str)) {
        // What stands for a function without a body gives an integer.
        if is_floating(ty) {
            self.edits.replace(call, next(ty, place));
            return;
        }
        let before = format!("({{ focuscheck_call({place}); __auto_type focuscheck_result = ");
        let after =
            format!("; focuscheck_returned({place}, ({ty})focuscheck_result); focuscheck_result; }})");
        self.edits.surround(call, &before, &after);
    }

    /// Answers the calls that read texts.
    fn texts(&mut self, all: &[(SiteId, Provision)]) {
        let mut read: BTreeMap<(Span, u32), (u32, u32, SiteId)> = BTreeMap::new();
        for (id, means) in all {
            let Provision::Text(head, _, answer, part) = means else { continue };
            let Some(place) = self.place_of(*id) else { continue };
            let start = if *answer == Replay::Scan { self.site(*id).span.start } else { 0 };
            let entry = read.entry((*head, start)).or_insert((0, 0, *id));
            match part {
                TextPart::Count => entry.0 = place,
                // It stands where the whole argument does.
                TextPart::Letter => (entry.1, entry.2) = (place, *id),
            }
        }
        for ((head, _), (count, letter, id)) in read {
            let Ok(Provision::Text(_, callee, answer, _)) = &self.means[&id] else { continue };
            let (callee, answer) = (callee.clone(), *answer);
            let call = self.edits.call_at(head);
            if answer == Replay::Line {
                let name = if callee == "gets" { "FOCUSCHECK_GETS" } else { "FOCUSCHECK_FGETS" };
                self.edits.replace(head, format!("{name}({count}, {letter}, "));
                continue;
            }
            let result = self.means.iter().find_map(|(&site, means)| match means {
                Ok(Provision::Library(other, ..)) if *other == head => self.place_of(site),
                _ => None,
            });
            let filled =
                result.map_or("1".to_owned(), |result| format!("focuscheck_fills({result}, {count})"));
            let argument = self.edits.argument_at(self.site(id).span.start, call);
            let before = format!("FOCUSCHECK_WORD({filled}, {count}, {letter}, ");
            self.edits.surround(argument, &before, ")");
            self.library(call, head, &callee, answer, (0, "int"));
        }
    }

    /// Answers a call of a library function.
    fn library(&mut self, call: Span, head: Span, callee: &str, answer: Replay, (place, ty): (u32, &str)) {
        let inside = Span::new(head.end, call.end.saturating_sub(1).max(head.end));
        let comma = if self.source.slice(inside).trim().is_empty() { "" } else { ", " };
        let new = match answer {
            Replay::Input | Replay::Scan | Replay::Line if is_floating(ty) => {
                format!("FOCUSCHECK_VALUE({ty}, focuscheck_input({place}{comma}")
            }
            Replay::Input | Replay::Scan | Replay::Line => format!("(({ty})focuscheck_input({place}{comma}"),
            Replay::Time => format!("(({ty})focuscheck_time({place}{comma}"),
            Replay::ScanText => {
                let line = self.line(call);
                format!("(({ty})focuscheck_text(\"{callee}\", {line}, {place}{comma}")
            }
            Replay::Number => {
                self.edits.surround(
                    call,
                    &format!("({{ focuscheck_call({place}); __auto_type focuscheck_result = "),
                    &format!(
                        "; (__typeof__(focuscheck_result))focuscheck_number({place}, ({ty})focuscheck_result); }})"
                    ),
                );
                let first = self.edits.first_argument(inside);
                return self.edits.surround(first, "focuscheck_seen(", ")");
            }
        };
        if self.edits.replace(head, new) {
            self.edits.append(call, ")");
        }
    }

    /// Gives a local variable its values: an initialiser for a scalar, designated ones for the cells of an aggregate.
    fn declare(&mut self, declaration: Span, sites: &[SiteId], nonzero: &BTreeSet<u32>) {
        let mut cells: BTreeMap<&str, (u32, &str)> = BTreeMap::new();
        let graph = self.graph;
        for &id in sites {
            let Site { name, ty, .. } = &graph.sites[id.index()];
            let suffix = name.find(['.', '[']).map_or("", |at| &name[at..]);
            if let Some(place) = self.place_of(id) {
                cells.insert(suffix, (place, spelled(*ty)));
            }
        }
        let declaration = self.edits.with_attributes(declaration);
        if let Some((place, ty)) = cells.get("") {
            self.edits.surround(declaration, "", &format!(" = {}", next(ty, *place)));
            return;
        }
        let values: Vec<String> = cells
            .iter()
            .filter(|(_, (place, _))| nonzero.contains(place))
            .map(|(suffix, (place, ty))| format!("{suffix} = {}", next(ty, *place)))
            .collect();
        let values = if values.is_empty() { "0".to_owned() } else { values.join(", ") };
        self.edits.surround(declaration, "", &format!(" = {{{values}}}"));
    }

    /// The places of the parameters of the program's `main`, as far as they are integers.
    fn parameters(&self) -> Vec<Option<u32>> {
        let Some(main) = self.graph.main else { return Vec::new() };
        let formals =
            self.graph.procedures[main.index()].formals.iter().map(|f| &self.graph.scalars[f.index()]);
        formals
            .filter(|scalar| matches!(scalar.kind, ScalarKind::Formal(_)))
            .map(|scalar| scalar.initial.and_then(Result::err).and_then(|site| self.place_of(site)))
            .collect()
    }
}

fn is_floating(ty: &str) -> bool {
    matches!(ty, "float" | "double")
}

/// An expression for the value of a type that has some bits.
fn valued(ty: &str, bits: &str) -> String {
    match is_floating(ty) {
        true => format!("FOCUSCHECK_VALUE({ty}, {bits})"),
        false => format!("({ty}){bits}"),
    }
}

/// An expression for the next value that is read at a place.
fn next(ty: &str, place: u32) -> String {
    valued(ty, &format!("focuscheck_next({place})"))
}

/// Whether a global variable is only declared in the program.
fn is_external(source: &SourceFile, name: Span) -> bool {
    words(source, name).contains(&"extern")
}

/// The words of the line that something begins on.
fn words(source: &SourceFile, span: Span) -> Vec<&str> {
    let line = source.line(source.position(span.start).line);
    line.split(|c: char| c != '_' && !c.is_alphanumeric()).collect()
}
