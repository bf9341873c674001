//! What symbols and constraints are called in certificates.

use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Graph, NodeId, SiteId};
use focuscheck_lia::constraint::Symbol;
use focuscheck_lia::labels::Labels;

use super::symbolic::{Origin, Symbols};

/// A program with its text, for naming places.
#[derive(Clone, Copy)]
pub struct Naming<'a> {
    /// The program.
    pub graph: &'a Graph,
    /// Its text.
    pub source: &'a SourceFile,
}

impl Naming<'_> {
    fn place(&self, offset: u32) -> String {
        self.source.parts().phrase(self.source.position(offset).line)
    }

    fn read(&self, site: SiteId) -> String {
        let site = &self.graph.sites[site.index()];
        format!("{} ({})", site.name, self.place(site.span.start))
    }

    fn symbol(&self, symbols: &Symbols, symbol: Symbol) -> String {
        match symbols.origin(symbol) {
            Origin::Scalar(_, scalar) => self.graph.scalars[scalar.index()].name.clone(),
            Origin::Input(site, 0) => self.read(site),
            Origin::Input(site, occurrence) => format!("{}, read {}", self.read(site), occurrence + 1),
            Origin::Tail(site, 0) => format!("{}, last read", self.read(site)),
            Origin::Tail(site, before) => format!("{}, {before} reads before the last", self.read(site)),
            Origin::Fresh(_) => "a computed or unknown value".to_owned(),
        }
    }
}

/// Names for what must hold before the rest of a path.
pub struct StoreLabels<'a> {
    /// The program.
    pub naming: Naming<'a>,
    /// The symbols in use.
    pub symbols: &'a Symbols,
    /// What to say of all constraints.
    pub note: &'a str,
}

impl Labels for StoreLabels<'_> {
    fn symbol(&self, symbol: Symbol) -> String {
        self.naming.symbol(self.symbols, symbol)
    }

    fn constraint(&self, _: usize) -> String {
        self.note.to_owned()
    }
}

/// Names for what a whole path asks of the inputs.
pub struct PathLabels<'a> {
    /// The program.
    pub naming: Naming<'a>,
    /// The symbols in use.
    pub symbols: &'a Symbols,
    /// The nodes that the first constraints come from; the others are ranges of signed arithmetic.
    pub nodes: Vec<NodeId>,
}

impl Labels for PathLabels<'_> {
    fn symbol(&self, symbol: Symbol) -> String {
        self.naming.symbol(self.symbols, symbol)
    }

    fn constraint(&self, position: usize) -> String {
        let Some(&node) = self.nodes.get(position) else { return "signed arithmetic in range".to_owned() };
        let span = self.naming.graph.nodes[node.index()].span;
        let text: String = self.naming.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}: {text}", self.naming.place(span.start))
    }
}
