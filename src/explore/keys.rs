//! What the keys do, for the help and for the last row.

/// Keys and what they do, in groups.
pub(super) const HELP: &[(&str, &[(&str, &str)])] = &[
    (
        "Levels",
        &[
            ("Enter  Right  l", "one level down: reduced view, slice, trace"),
            ("Left  h  Backspace", "one level up again"),
            ("1  2  3", "the reduced view, the slice, the trace"),
            ("[  ]", "previous, next explanation"),
        ],
    ),
    (
        "Moving",
        &[
            ("Up  Down  k  j", "in the pane with the bold title: rows, steps or lines"),
            ("PageUp  PageDown", "ten at once"),
            ("Home  End  g  G", "the first, the last"),
            ("Tab  Shift-Tab", "next, previous pane"),
            ("Ctrl-U  Ctrl-D", "half a page of the source up, down"),
            ("<  >", "shift the source left, right"),
        ],
    ),
    (
        "Steps of a slice or a trace",
        &[
            ("w", "to the later step that needs this one; b goes back"),
            ("r", "choose another of its reasons"),
            ("d", "to the earlier step that gave the value it uses"),
            ("{  }", "in a trace: previous, next step of the slice"),
        ],
    ),
    (
        "Assumptions",
        &[
            ("a", "to the assumptions"),
            ("Space", "take the assumption to hold, not to hold, or leave it open"),
            ("c", "leave all open"),
        ],
    ),
    ("Source", &[("/", "search; n and N go to the next and the previous match"), (":", "go to a line")]),
    (
        "Other",
        &[
            ("i", "table of the inputs of all explanations"),
            ("e", "what Reduce did"),
            ("?", "this help; on an error that is open, questions about it"),
            ("Esc", "close, or one level up"),
            ("q  Ctrl-C", "leave"),
        ],
    ),
];
