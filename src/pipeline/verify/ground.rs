//! What to verify, and what the functions of one file share.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::certificate::text::Writer;
use crate::check::tree::{self, FunctionId, ObjectId};
use crate::guarded::LoopMode;
use crate::options::CheckKind;
use crate::program::graph::Graph;
use crate::prove::Limits;
use crate::source::SourceFile;

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
    /// Volatile variables that are taken for ordinary ones.
    pub settled: Vec<String>,
    /// What is asked for.
    pub request: &'g Request,
    /// The checks that are made besides.
    pub checks: BTreeSet<CheckKind>,
    /// Where proofs are written, if they are asked for.
    pub certificate: Option<RefCell<Writer>>,
    /// How much one function may take.
    pub limits: Limits,
}

impl Ground<'_> {
    /// Whether a static object keeps the value that it has when the program starts.
    pub fn is_constant(&self, object: ObjectId) -> bool {
        let named = self.tree.objects.get(object.index()).is_some_and(tree::Object::is_fixed_value);
        named || self.graph.literals.iter().any(|(literal, _)| *literal == object)
    }

    /// The functions that are inlined although they have a contract.
    pub fn inlined(&self) -> BTreeSet<FunctionId> {
        let named = |name: &String| self.tree.function(name).map(|id| self.tree.resolved(id));
        self.request.inlined.iter().filter_map(named).collect()
    }
}
