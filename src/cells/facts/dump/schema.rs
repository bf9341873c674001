//! The relations of a dump.

/// The relations with their number of columns, in the order in which they are written.
pub(super) const RELATIONS: [(&str, usize); 33] = [
    // Where execution starts: procedure.
    ("main", 1),
    // Id, name, entry node, exit node, start and end of its name.
    ("procedure", 6),
    // Procedure, first node, node after the last.
    ("procedure_nodes", 3),
    // Procedure, position, scalar.
    ("formal", 3),
    // Procedure, position, scalar.
    ("result", 3),
    // Id, name, type, kind, start, end.
    ("scalar", 6),
    // Scalar, procedure it belongs to.
    ("scalar_procedure", 2),
    // Scalar, `value` or `site`, number.
    ("scalar_initial", 3),
    // Id, procedure, unit, start, end, action.
    ("node", 6),
    // Node, position, node.
    ("successor", 3),
    // Id, kind, statement, whether on inputs alone.
    ("unit", 4),
    // Unit, node when the whole condition holds, node when not.
    ("unit_exits", 3),
    // Unit, scalar.
    ("unit_reads", 2),
    // Unit, scalar.
    ("unit_temporary", 2),
    // Id, procedure, start, end.
    ("statement", 4),
    // Statement, statement it is nested in, on which side.
    ("guard", 3),
    // Id, kind, text as it is written, what it is about.
    ("error", 4),
    // Error, procedure.
    ("error_procedure", 2),
    // Error, start, end.
    ("error_span", 3),
    // Error, position, node.
    ("error_node", 3),
    // Id, name, whether a condition by itself, whether `*`, type.
    ("site", 5),
    // Site, smallest, largest value.
    ("site_range", 3),
    // Site, start, end.
    ("site_span", 3),
    // Site, the function without a body whose result it is.
    ("site_undefined", 2),
    // Id, kind, what it is about, start, end.
    ("assumed", 5),
    // Assumption, node.
    ("assumed_node", 2),
    // Id, kind, node, start, end, kind of what is not modelled, what that is about.
    ("obligation", 7),
    // Id, kind, procedure, start, end.
    ("loop", 5),
    // Loop, the first node of each round.
    ("loop_head", 2),
    // Loop, start and end of an annotation.
    ("loop_annotation", 3),
    // Node, position of the successor, role, start, end.
    ("edge_role", 5),
    // Scalar that code which is not known may change.
    ("exposed", 1),
    // The version of all these forms.
    ("format", 1),
];

/// The version of their forms.
pub(super) const FORMAT: &str = "1";
