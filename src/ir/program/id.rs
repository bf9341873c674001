//! The ids that several files of this room need.

use focuscheck_base::index;

index!(
    /// A node: index into the nodes of a graph.
    NodeId
);
index!(
    /// A value inside a procedure that the source does not name: counted from 0 in each procedure.
    TemporaryId
);
index!(
    /// A place at which a value comes from outside: index into the sites of a graph.
    SiteId
);
