//! Source text to control-flow graph.

use focuscheck_base::doubt::Doubt;
use focuscheck_base::options::{Annotations, Globals, Malloc, Options, Volatile};
use focuscheck_base::source::{SourceFile, Span, is_cimple};
use focuscheck_cells::facts::cfg::{ErrorSite, Graph, Procedure};
use focuscheck_check as check;
use focuscheck_check::tree::{ObjectId, Program};
use focuscheck_check::vocabulary::START;
use focuscheck_ir::monitor;
use focuscheck_ir::program::{Arguments, Original, Start};
use focuscheck_layout::{self as layout, Demands, Laid, Unlaid};
use focuscheck_syntax as syntax;
use focuscheck_syntax::error::{Diagnostic, Severity};

use super::engine::Engine;

/// Most nodes of a procedure: dependence between them takes time and space with their square.
const MOST_NODES: u32 = 30_000;

/// Source text to control-flow graph; `None` if there are errors.
pub fn lowered(source: &SourceFile, options: &Options) -> (Option<Graph>, Vec<Diagnostic>) {
    let (original, mut diagnostics) = prepared(source, options);
    let Some(original) = original else { return (None, diagnostics) };
    match layout::lay_out(&original, Demands::new(&options.checks_of(source.path()), options.blocks)) {
        Ok(laid) => (Some(laid.graph), diagnostics),
        Err(Unlaid { what, span }) => {
            let message = format!("{what} is not modelled");
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                message,
                span: Some(span),
                label: None,
            });
            (None, diagnostics)
        }
    }
}

/// Source text to a program with its pointers; `None` if there are errors.
pub fn original(source: &SourceFile, options: &Options) -> Option<Original> {
    prepared(source, options).0
}

/// A file that was read once: its typed program, with the error conditions of the source and of the options. Each analysis takes
/// a copy.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// Nothing if the text is no program.
    program: Option<Program>,
    /// What the parser says, and then what the checker says.
    parsed: Vec<Diagnostic>,
    checked: Vec<Diagnostic>,
}

/// Something that changes a typed program before it is analysed.
pub(super) type Change<'c> = &'c dyn Fn(&mut Program);

impl Read {
    /// Reads a file.
    pub fn of(source: &SourceFile, options: &Options) -> Read {
        Read::with(source, options, true)
    }

    /// Reads a file, without error conditions: those that are wrong are none either.
    pub fn without_conditions(source: &SourceFile, options: &Options) -> Read {
        Read::with(source, options, false)
    }

    fn with(source: &SourceFile, options: &Options, with_conditions: bool) -> Read {
        let macros = (options.data_model, &options.macros[..]);
        let parsed = syntax::parse_annotated(source, macros, options.max_height, options.annotations);
        let Some(unit) = parsed.unit else {
            return Read { program: None, parsed: parsed.diagnostics, checked: Vec::new() };
        };
        let units: Vec<_> = std::iter::once(unit).chain(parsed.others).collect();
        let specifications = match options.annotations {
            Annotations::Read => Some(&parsed.specifications[..]),
            Annotations::Comments => None,
        };
        let mut conditions = Vec::new();
        if with_conditions {
            conditions.extend(parsed.error_conditions.into_iter().map(|(text, span)| (text, Some(span))));
            // A condition that the source asks for too is one error, not two.
            for text in &options.errors {
                if !conditions.iter().any(|(known, _)| known.trim() == text.trim()) {
                    conditions.push((text.clone(), None));
                }
            }
        }
        let (program, checked) =
            check::check_annotated(&units, specifications, source, &conditions, options.data_model);
        Read { program, parsed: parsed.diagnostics, checked }
    }

    /// The object with a name that is declared at a place.
    pub fn object(&self, name: &str, declared: Span) -> Option<ObjectId> {
        let objects = &self.program.as_ref()?.objects;
        let mut found =
            objects.iter().zip(0..).filter(|(object, _)| object.name == name && object.span == declared);
        let (_, number) = found.next()?;
        found.next().is_none().then_some(ObjectId(number))
    }

    /// The program that `check` analyses, with a change; `None` if there are errors. With `is_probing` there are errors around
    /// what annotations make it assume.
    pub fn prepared(
        self,
        source: &SourceFile,
        options: &Options,
        is_probing: bool,
        change: Change<'_>,
    ) -> (Option<Original>, Vec<Diagnostic>) {
        let (mut diagnostics, mut more) = (self.parsed, self.checked);
        let program = self.program.map(|mut tree| {
            match options.volatile {
                Volatile::Stored => tree.settle_volatile(),
                Volatile::Any => {}
            }
            change(&mut tree);
            if options.started().is_none() && options.annotations != Annotations::Read {
                check::command_line::expand(&mut tree);
            }
            let pointers = options.pointer_arguments;
            let own = options.started().filter(|entry| check::given::expand(&mut tree, entry, pointers));
            let entry = own.map(|_| START).or(options.started());
            check::unreturned::expand(&mut tree, entry.unwrap_or("main"));
            check::models::expand(&mut tree, entry);
            if options.annotations == Annotations::Read {
                let entry = options.started().unwrap_or("main");
                more.extend(monitor::monitor(&mut tree, entry, source, is_probing));
            }
            let globals_are_inputs = match options.globals {
                Globals::ByLanguage => is_cimple(source.path()),
                Globals::Input => true,
                Globals::Zero => false,
            };
            let globals_change = entry.is_some() && !options.initial_globals;
            let allocation_fails = options.malloc == Malloc::MayFail;
            Original::new(
                tree,
                Start {
                    globals_are_inputs,
                    globals_change,
                    allocation_fails,
                    entry,
                    pointers,
                    arguments: Arguments::First,
                },
            )
        });
        more.sort_by_key(|d| d.span);
        diagnostics.extend(more);
        let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
        (program.filter(|_| !failed), diagnostics)
    }

    /// The program whose volatile variables keep what is stored in them.
    pub fn stored(self, options: &Options) -> (Option<Original>, Vec<Diagnostic>) {
        self.typed(options, Program::settle_volatile)
    }

    /// The program whose volatile variables may change at any time.
    pub fn unsettled(self, options: &Options) -> (Option<Original>, Vec<Diagnostic>) {
        self.typed(options, |_| {})
    }

    fn typed(
        self,
        options: &Options,
        change: impl FnOnce(&mut Program),
    ) -> (Option<Original>, Vec<Diagnostic>) {
        let mut diagnostics = self.parsed;
        diagnostics.extend(self.checked);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        let program = self.program.filter(|_| !failed).map(|mut tree| {
            change(&mut tree);
            Original::new(tree, Start { entry: options.started(), ..Start::default() })
        });
        (program, diagnostics)
    }
}

/// Source text to a program whose annotations are read, without error conditions; `None` if there are errors.
pub(super) fn typed(source: &SourceFile, options: &Options) -> (Option<Original>, Vec<Diagnostic>) {
    Read::without_conditions(source, options).stored(options)
}

/// Source text to the program that `check` analyses, with its error conditions; `None` if there are errors.
pub(super) fn prepared(source: &SourceFile, options: &Options) -> (Option<Original>, Vec<Diagnostic>) {
    Read::of(source, options).prepared(source, options, false, &|_| {})
}

/// A program in cells, with what is asked for as errors; or why it is not analysed at all.
pub(super) fn in_cells(original: &Original, source: &SourceFile, options: &Options) -> Result<Laid, Doubt> {
    let laid = layout::lay_out(original, Demands::new(&options.checks_of(source.path()), options.blocks))
        .map_err(|unlaid| unlaid_in(unlaid, source))?;
    too_large(&laid.graph).map_or(Ok(laid), Err)
}

/// The program of an engine in cells where what is read of the standard input is one text; nothing if that has other errors.
pub(super) fn in_cells_following(engine: &Engine<'_>) -> Option<Graph> {
    let (source, options) = (engine.source, engine.options);
    if is_cimple(source.path()) {
        return None;
    }
    let checks = options.checks_of(source.path());
    let demands = Demands { follows_input: true, ..Demands::new(&checks, options.blocks) };
    let graph = layout::lay_out(engine.original, demands).ok()?.graph;
    let place = |error: &ErrorSite| (error.kind, error.span, error.text.clone());
    let is_same = graph.errors.iter().map(place).eq(engine.graph.errors.iter().map(place));
    (is_same && too_large(&graph).is_none()).then_some(graph)
}

/// The words' values for what has no layout.
pub(super) fn unlaid_in(Unlaid { what, span }: Unlaid, source: &SourceFile) -> Doubt {
    Doubt::NotModelled { what, line: source.position(span.start).line }
}

/// Why a graph is not analysed, if that is so.
pub(super) fn too_large(graph: &Graph) -> Option<Doubt> {
    let size = |p: &&Procedure| p.nodes.1.0 - p.nodes.0.0;
    let largest = graph.procedures.iter().max_by_key(size)?;
    (size(&largest) > MOST_NODES).then(|| Doubt::TooLarge {
        function: largest.name.clone(),
        size: size(&largest),
        most: MOST_NODES,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use focuscheck_cells::facts::cfg::{LoopKind, Role};
    use focuscheck_ir::program::graph::Action;

    /// Each read of the standard input leads on where that is followed, whatever limit it has.
    #[test]
    fn all_reads_of_the_standard_input_can_be_followed() {
        let reads = [
            "getchar()",
            "scanf(\"%d\", &n)",
            "scanf(\"%s\", text)",
            "scanf(\"%3s\", text)",
            "scanf(\"%3[^\\n]\", text)",
            "scanf(\"%c%2d\", text, &n)",
            "fgets(text, 9, stdin) != 0",
            "fgets(text, n, stdin) != 0",
            "gets(text) != 0",
        ];
        for read in reads {
            let text = format!(
                "#include <stdio.h>\nint main(void) {{ char text[9] = \"\"; int n = 3; return {read}; }}\n"
            );
            let source = SourceFile::new("reads.c", text);
            let (original, diagnostics) = prepared(&source, &Options::default());
            let original = original.unwrap_or_else(|| panic!("{diagnostics:?}"));
            let none = BTreeSet::new();
            let scalars = |follows_input| {
                let demands = Demands { follows_input, ..Demands::new(&none, 4) };
                layout::lay_out(&original, demands).expect("a layout").graph.scalars.len()
            };
            assert_eq!(scalars(true), scalars(false) + 2, "{read}");
        }
    }

    /// A role without the number of its loop, which depends on how often a function is laid out, and where it begins.
    fn plain(role: Role, span: Span) -> (&'static str, u32) {
        (role.name(), span.start)
    }

    /// What runs may do in the source is the same before and after the layout, as long as functions are laid out that run.
    #[test]
    fn the_source_is_read_the_same_before_and_after_the_layout() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs/behaviour");
        let mut files: Vec<_> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut seen = BTreeSet::new();
        for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "c" || e == "cimple")) {
            let text = std::fs::read_to_string(path).unwrap();
            let source = SourceFile::new(path.to_string_lossy(), text);
            let (Some(original), _) = prepared(&source, &Options::default()) else { continue };
            let after = layout::lay_out(&original, Demands::new(&BTreeSet::new(), 4)).unwrap().graph;
            // Which jumps make loops, the layout of the whole graph tells.
            let jumps = |role: Role| {
                let id = role.of_loop();
                id.is_some_and(|id| after.outline.loops[id.index()].kind == LoopKind::Goto)
            };
            let edges = after.outline.roles.iter().filter(|edge| !jumps(edge.role));
            let after: BTreeSet<_> = edges.map(|edge| plain(edge.role, edge.span)).collect();
            let mut before = BTreeSet::new();
            for node in &original.graph().nodes {
                if let Action::Mark(role) = node.action {
                    before.insert(plain(role, node.span));
                }
            }
            // The layout makes choices of its own (how much `scanf` fills), and does not know all functions that are called.
            let own = |role: &str| matches!(role, "call-to-return" | "then" | "else" | "unknown-code");
            for edge in after.iter().filter(|(role, _)| !own(role)) {
                assert!(before.contains(edge), "{}: {edge:?}", path.display());
                seen.insert(edge.0);
            }
        }
        assert!(seen.len() > 10, "{seen:?}");
    }
}
