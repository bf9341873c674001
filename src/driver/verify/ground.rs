//! What to verify, and what the functions of one file share.

use std::cell::RefCell;
use std::collections::BTreeSet;

use focuscheck_base::options::CheckKind;
use focuscheck_base::source::SourceFile;
use focuscheck_certificate::text::Writer;
use focuscheck_check::logic::tree::Unmodelled;
use focuscheck_check::tree::{self, FunctionId};
use focuscheck_ir::program::graph::Graph;
use focuscheck_smt::Limits;
use focuscheck_vc::condition::passive::Labels;
use focuscheck_vc::guarded::LoopMode;

/// So many small steps one obligation may take if nobody says otherwise.
pub const DEFAULT_STEPS: u64 = 100_000_000;

/// What to verify, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Only these functions; none: all.
    pub functions: Vec<String>,
    /// Only these properties, by label or by the name of a clause; none: all.
    pub properties: Vec<String>,
    /// What becomes of loops; `None`: those with annotations are cut, others are unrolled, and cut if nothing fails.
    pub loops: Option<LoopMode>,
    /// How many rounds are followed where loops are unrolled.
    pub unroll: u32,
    /// Functions that are inlined although they have a contract.
    pub inlined: Vec<String>,
    /// Whether trace labels that lie on all paths to the error are left out.
    pub brief: bool,
    /// Whether verification conditions are told in words.
    pub explain: bool,
    /// Whether proofs are written as certificates.
    pub certificates: bool,
    /// Whether verification conditions are written as scripts.
    pub scripts: bool,
    /// Whether runs that fail are explained by their focus statements.
    pub focus: bool,
    /// How many small steps one obligation may take, as [`limit::done`](focuscheck_base::limit::done) counts them: a limit that is
    /// the same on every machine.
    pub steps: u64,
    /// What becomes of labels; only tests and benches want other than decisions.
    pub labels: Labels,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            functions: Vec::new(),
            properties: Vec::new(),
            loops: None,
            unroll: 3,
            inlined: Vec::new(),
            brief: false,
            explain: false,
            certificates: false,
            scripts: false,
            focus: false,
            steps: DEFAULT_STEPS,
            labels: Labels::Decided,
        }
    }
}

/// What the functions of one file share.
pub struct Ground<'g> {
    /// Its text.
    pub source: &'g SourceFile,
    /// The typed program.
    pub tree: &'g tree::Program,
    /// Its graph.
    pub graph: &'g Graph,
    /// What is asked for.
    pub request: &'g Request,
    /// An invariant that functions may rely on and that is not modelled: a state in which one begins may break it.
    pub invariant: Option<&'g Unmodelled>,
    /// The checks that are made besides.
    pub checks: BTreeSet<CheckKind>,
    /// Where proofs are written, if they are asked for.
    pub certificate: Option<RefCell<Writer>>,
    /// How much one function may take.
    pub limits: Limits,
    /// Told how far it is.
    pub watch: &'g Watch<'g>,
}

/// Is told the name of a function, how many of its obligations are answered, and how many it has.
pub type Watch<'w> = dyn Fn(&str, usize, usize) + 'w;

impl Ground<'_> {
    /// The functions that are inlined although they have a contract.
    pub fn inlined(&self) -> BTreeSet<FunctionId> {
        let named = |name: &String| self.tree.function(name).map(|id| self.tree.resolved(id));
        self.request.inlined.iter().filter_map(named).collect()
    }
}
