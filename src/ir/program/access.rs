//! What actions read and write: the one answer for all who ask.
//!
//! It over-approximates: an action does not write what is not named here, and reads nothing else. What a place, a pointer or a
//! callee means, and which value is written, is for the caller to say.

use focuscheck_check::tree::ObjectId;

use super::graph::{Action, Argument, Base, Callee, Expr, ExprKind, Library, Place, Receiver, SiteId};
use super::visit::{Part, parts, within};

/// Memory that an action reads or writes.
#[derive(Clone, Copy, Debug)]
pub enum Accessed<'g> {
    /// A place: a scalar, or a structure or an array as a whole.
    Place(&'g Place),
    /// An object as a whole: its life begins, or it receives what a call returns.
    Object(ObjectId),
    /// What a pointer leads to that a library function gets: bytes on from there, as many as its other arguments say.
    Behind(&'g Expr),
    /// What the callee reads or writes.
    Callee(&'g Callee),
    /// What code that is not there can reach.
    Outside,
}

impl Accessed<'_> {
    /// The object that it is a part of, if that is an object by its name.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Accessed::Object(object) => Some(*object),
            Accessed::Place(place) => match &place.base {
                Base::Object(object) | Base::Within(object, _) => Some(*object),
                Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_) => None,
            },
            Accessed::Behind(_) | Accessed::Callee(_) | Accessed::Outside => None,
        }
    }
}

/// What an action does to memory. The temporary that gets a value is [`super::visit::target`].
#[derive(Clone, Debug, Default)]
pub struct Effects<'g> {
    /// What it writes; what is written has a new value, or none.
    pub writes: Vec<Accessed<'g>>,
    /// What it reads, be it to compute a value.
    pub reads: Vec<Accessed<'g>>,
    /// The place where a value comes in: if that is of a volatile object, it is read.
    pub input: Option<SiteId>,
    /// Whether it may allocate an object, other than by what it calls.
    pub allocates: bool,
    /// Whether it may end the life of an allocated object, other than by what it calls.
    pub frees: bool,
}

/// What an action does to memory.
pub fn effects_of(action: &Action) -> Effects<'_> {
    let mut found = Effects { writes: writes(action), ..Effects::default() };
    parts(action, &mut |part| read_in(part, &mut |place| found.reads.push(Accessed::Place(place))));
    match action {
        Action::Load { place, .. }
        | Action::Copy { from: place, .. }
        | Action::Return(Argument::Record(place)) => found.reads.push(Accessed::Place(place)),
        Action::Input { site, .. } => found.input = Some(*site),
        Action::Call { callee, arguments, .. } => {
            let records = arguments.iter().filter_map(|argument| match argument {
                Argument::Record(place) => Some(Accessed::Place(place)),
                Argument::Value(_) => None,
            });
            found.reads.extend(records);
            found.reads.push(Accessed::Callee(callee));
        }
        Action::Library { function, arguments, .. } => {
            let read = function.reads().iter().filter_map(|&argument| arguments.get(argument));
            found.reads.extend(read.map(Accessed::Behind));
            found.allocates = function.allocates();
            found.frees = *function == Library::Free;
        }
        Action::Inspect { reached, .. } => found.reads.extend(reached.iter().map(Accessed::Behind)),
        Action::Unknown { .. } => {
            found.reads.push(Accessed::Outside);
            (found.allocates, found.frees) = (true, true);
        }
        Action::Skip
        | Action::Mark(_)
        | Action::Assign { .. }
        | Action::Store { .. }
        | Action::Clear { .. }
        | Action::Declare(_)
        | Action::Branch(_)
        | Action::Return(Argument::Value(_))
        | Action::Exit
        | Action::Error(_)
        | Action::Stop(_)
        | Action::Forget { .. }
        | Action::Cut(_)
        | Action::Stated(_) => {}
    }
    found
}

/// What an action writes.
pub fn writes(action: &Action) -> Vec<Accessed<'_>> {
    match action {
        Action::Store { place, .. }
        | Action::Copy { to: place, .. }
        | Action::Clear { place, .. }
        | Action::Forget { place, .. } => vec![Accessed::Place(place)],
        Action::Declare(object) => vec![Accessed::Object(*object)],
        Action::Call { callee, result, .. } => {
            let received = match result {
                Some(Receiver::Object(object)) => Some(Accessed::Object(*object)),
                Some(Receiver::Temporary(_)) | None => None,
            };
            std::iter::once(Accessed::Callee(callee)).chain(received).collect()
        }
        Action::Library { function, arguments, .. } => function
            .writes()
            .and_then(|argument| arguments.get(argument))
            .map(Accessed::Behind)
            .into_iter()
            .collect(),
        Action::Unknown { .. } => vec![Accessed::Outside],
        Action::Skip
        | Action::Mark(_)
        | Action::Assign { .. }
        | Action::Load { .. }
        | Action::Input { .. }
        | Action::Branch(_)
        | Action::Return(_)
        | Action::Exit
        | Action::Error(_)
        | Action::Stop(_)
        | Action::Inspect { .. }
        | Action::Cut(_)
        | Action::Stated(_) => Vec::new(),
    }
}

/// Tells of the places that are read to compute a value, or to find a place.
pub fn read_in<'g>(part: Part<'g>, tell: &mut dyn FnMut(&'g Place)) {
    within(part, &mut |part| {
        if let Part::Value(Expr { kind: ExprKind::Read(place), .. }) = part {
            tell(place);
        }
    });
}

#[cfg(test)]
mod tests {
    use focuscheck_base::options::DataModel;
    use focuscheck_base::source::SourceFile;
    use focuscheck_check::check;

    use super::super::lower::lower;
    use super::super::start::Start;
    use super::*;

    /// What the nodes of `f` read and write, one line for each that does.
    fn accesses(text: &str) -> String {
        let source = SourceFile::new("f.c", text);
        let unit = focuscheck_syntax::parse(&source, false).unit.expect("C");
        let tree = check(&unit, &source, &[], DataModel::default()).0.expect("a tree");
        let graph = lower(&tree, Start::default());
        let f = tree.functions.iter().position(|function| function.name == "f").expect("f");
        let procedure = graph.bodies[f].expect("a body");
        let said = |list: &[Accessed<'_>]| {
            let each = list.iter().map(|accessed| match accessed {
                Accessed::Place(place) => source.slice(place.span).to_owned(),
                Accessed::Object(object) => format!("all of {}", graph.objects[object.index()].name),
                Accessed::Behind(pointer) => format!("behind {}", source.slice(pointer.span)),
                Accessed::Callee(_) => "what is called".to_owned(),
                Accessed::Outside => "what others reach".to_owned(),
            });
            each.collect::<Vec<_>>().join(", ")
        };
        let mut lines = Vec::new();
        for node in graph.nodes_of(procedure) {
            let entry = &graph.nodes[node.index()];
            let found = effects_of(&entry.action);
            if !found.reads.is_empty() || !found.writes.is_empty() {
                let text = source.slice(entry.span);
                let (reads, writes) = (said(&found.reads), said(&found.writes));
                lines.push(format!("{text}: reads [{reads}], writes [{writes}]"));
            }
        }
        lines.join("\n")
    }

    #[test]
    fn actions_say_what_they_read_and_write() {
        let text = "int g, a[4];
struct s { int x, y; } t, u;
int ext(int *);
void *memcpy(void *, const void *, unsigned long);
struct s made(int);
int f(int *p, int n) {
    a[n] = g;
    *p = *p + n;
    t = u;
    t = made(g);
    memcpy(p, a, 4 * n);
    ext(p);
    int local = n;
    return p[local];
}
int main(void) { return f(a, 1); }";
        insta::assert_snapshot!(accesses(text), @r"
        a[n] = g: reads [n, g], writes [a[n]]
        *p: reads [p, *p], writes []
        *p = *p + n: reads [p, n], writes [*p]
        t = u: reads [u], writes [t]
        made(g): reads [what others reach], writes [what others reach]
        made(g): reads [], writes [all of structure]
        made(g): reads [], writes [made(g)]
        t = made(g): reads [made(g)], writes [t]
        memcpy(p, a, 4 * n): reads [p, n, behind a], writes [behind p]
        p: reads [p], writes []
        ext(p): reads [what others reach], writes [what others reach]
        local = n: reads [], writes [all of local]
        local = n: reads [n], writes [local]
        p[local]: reads [p, local, p[local]], writes []
        ");
    }
}
