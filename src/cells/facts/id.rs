//! The numbers of the parts of a graph.

use focuscheck_base::index;

index!(
    /// A node: index into [`super::cfg::Graph::nodes`].
    NodeId
);
index!(
    /// A scalar variable: index into [`super::cfg::Graph::scalars`].
    ScalarId
);
index!(
    /// A procedure: index into [`super::cfg::Graph::procedures`].
    ProcedureId
);
index!(
    /// A dependence unit: index into [`super::cfg::Graph::units`].
    UnitId
);
index!(
    /// A printed statement: index into [`super::cfg::Graph::statements`].
    StatementId
);
index!(
    /// An error of the program: index into [`super::cfg::Graph::errors`].
    ErrorId
);
index!(
    /// A place in the program at which an input is read: index into [`super::cfg::Graph::sites`].
    SiteId
);
