//! What holds where undefined behaviour is not looked for, in words.

use focuscheck_base::options::CheckKind;

/// What is taken for granted where a kind of undefined behaviour is not looked for.
pub fn taken_for_granted(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Bounds => "index in bounds",
        CheckKind::Pointer => "pointer not null",
        CheckKind::Div => "divisor not zero",
        CheckKind::Overflow => "no signed overflow",
        CheckKind::Shift => "shift amount in range",
        CheckKind::Uninit => "variable has a value",
    }
}
