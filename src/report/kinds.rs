//! What kinds of errors and properties are called: one table for each, and nobody else spells them.

use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_vc::guarded::graph::Property;

/// The words for a kind of undefined behaviour that is looked for.
pub struct CheckWords {
    /// The kind.
    pub kind: CheckKind,
    /// What holds where it does not happen: "divisor not zero".
    pub holds: &'static str,
    /// One case of it: "a division by zero".
    pub happens: &'static str,
    /// All cases: "divisions by zero".
    pub many: &'static str,
    /// The property of verification tasks that it violates.
    pub property: &'static str,
}

/// The words for a kind of error.
pub struct KindWords {
    /// The kind.
    pub kind: ErrorKind,
    /// What stands before its text, with the space between them: "assertion ".
    pub noun: &'static str,
    /// What it can do: "fail".
    pub can: &'static str,
    /// What it does in a run: "fails".
    pub does: &'static str,
    /// The name of its rule for code scanners.
    pub rule: &'static str,
    /// The rule in a sentence.
    pub short: &'static str,
    /// What a result of the rule says.
    pub full: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// The entry of the Common Weakness Enumeration that it is a case of.
    pub weakness: Option<u32>,
}

/// The words for a property.
pub struct PropertyWords {
    /// The property.
    pub property: Property,
    /// Its error label.
    pub label: &'static str,
    /// What an obligation of it is, before its text: "postcondition".
    pub noun: &'static str,
    /// What it asks for where no clause says it: "divisor not zero".
    pub says: &'static str,
    /// What it asks for, as a sentence: "the divisor is not zero".
    pub wanted: &'static str,
    /// What it is if it fails: "division by zero".
    pub failure: &'static str,
    /// What is possible where it is not shown: "Possible division by zero".
    pub sentence: &'static str,
    /// What its rule asks for.
    pub asks: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// The entry of the Common Weakness Enumeration that a failure is a case of.
    pub weakness: Option<u32>,
}

/// The words for a kind of undefined behaviour.
pub fn check(kind: CheckKind) -> &'static CheckWords {
    let found = CHECKS.iter().find(|words| words.kind == kind);
    found.expect("each kind has its words, which a test holds")
}

/// The words for a kind of error.
pub fn error(kind: ErrorKind) -> &'static KindWords {
    let found = KINDS.iter().find(|words| words.kind == kind);
    found.expect("each kind has its words, which a test holds")
}

/// The words for a property.
pub fn property(property: Property) -> &'static PropertyWords {
    let found = PROPERTIES.iter().find(|words| words.property == property);
    found.expect("each property has its words, which a test holds")
}

/// The kinds of undefined behaviour that are looked for.
const CHECKS: [CheckWords; 8] = [
    CheckWords {
        kind: CheckKind::Bounds,
        holds: "index in bounds",
        happens: "an index out of bounds",
        many: "indices out of bounds",
        property: "valid-deref",
    },
    CheckWords {
        kind: CheckKind::Pointer,
        holds: "pointer not null",
        happens: "a bad pointer access",
        many: "bad pointer accesses",
        property: "valid-deref",
    },
    CheckWords {
        kind: CheckKind::Div,
        holds: "divisor not zero",
        happens: "a division by zero",
        many: "divisions by zero",
        property: "def-behavior",
    },
    CheckWords {
        kind: CheckKind::Overflow,
        holds: "no signed overflow",
        happens: "signed overflow",
        many: "signed overflow",
        property: "no-overflow",
    },
    CheckWords {
        kind: CheckKind::Shift,
        holds: "shift amount in range",
        happens: "a shift amount out of range",
        many: "shift amounts out of range",
        property: "def-behavior",
    },
    CheckWords {
        kind: CheckKind::Uninit,
        holds: "variable has a value",
        happens: "a read of a variable without a value",
        many: "reads of variables without a value",
        property: "def-behavior",
    },
    CheckWords {
        kind: CheckKind::Memory,
        holds: "block freed or reachable",
        happens: "a leak",
        many: "leaks",
        property: "valid-memtrack",
    },
    CheckWords {
        kind: CheckKind::Cleanup,
        holds: "block freed",
        happens: "a block that is never freed",
        many: "blocks that are never freed",
        property: "valid-memcleanup",
    },
];

/// The kinds of errors, in the order of their rules.
pub const KINDS: [KindWords; 13] = [
    KindWords {
        kind: ErrorKind::Assertion,
        noun: "assertion ",
        can: "fail",
        does: "fails",
        rule: "AssertionCanFail",
        short: "An assertion can fail.",
        full: "There are inputs for which the program evaluates the condition of this assertion to false.",
        help: "Either the assertion demands too much, or the program does something that its author did not expect.",
        weakness: Some(617),
    },
    KindWords {
        kind: ErrorKind::Annotation,
        noun: "annotation ",
        can: "fail",
        does: "does not hold",
        rule: "AnnotationCanFail",
        short: "What an annotation states can fail to hold.",
        full: "There are inputs for which what an ACSL annotation states does not hold when control comes to it.",
        help: "Either the annotation demands too much, or the program does something that its author did not expect.",
        weakness: Some(617),
    },
    KindWords {
        kind: ErrorKind::ErrorCall,
        noun: "",
        can: "be called",
        does: "is called",
        rule: "ErrorFunctionCanBeCalled",
        short: "A function that marks an error can be called.",
        full: "There are inputs for which the program calls a function that stands for an error, such as reach_error.",
        help: "The condition that guards the call can become true.",
        weakness: None,
    },
    KindWords {
        kind: ErrorKind::ErrorLabel,
        noun: "label ",
        can: "be reached",
        does: "is reached",
        rule: "ErrorLabelCanBeReached",
        short: "A label that marks an error can be reached.",
        full: "There are inputs for which the program reaches a label that stands for an error.",
        help: "The way to the label is not blocked as its author expected.",
        weakness: None,
    },
    KindWords {
        kind: ErrorKind::Condition,
        noun: "error condition ",
        can: "become true",
        does: "becomes true",
        rule: "ErrorConditionCanBecomeTrue",
        short: "A condition that must never hold can become true.",
        full: "There are inputs for which a condition that was declared to be an error becomes true.",
        help: "The result stands at the first assignment after which the condition holds.",
        weakness: None,
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Bounds),
        noun: "check ",
        can: "fail",
        does: "fails",
        rule: "IndexOutOfBounds",
        short: "An index can be out of the bounds of its array.",
        full: "There are inputs for which an array is accessed at an index that it does not have; this is undefined \
behaviour.",
        help: "Compare the index with the size of the array before the access, or correct what computes the index.",
        weakness: Some(119),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Pointer),
        noun: "check ",
        can: "fail",
        does: "fails",
        rule: "NullPointerAccess",
        short: "Memory can be accessed through a null pointer.",
        full: "There are inputs for which the program accesses memory through a pointer that is null; this is undefined \
behaviour.",
        help: "Compare the pointer with NULL before the access, or make sure that it points to an object.",
        weakness: Some(476),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Div),
        noun: "check ",
        can: "fail",
        does: "fails",
        rule: "DivisionByZero",
        short: "A divisor can be zero.",
        full: "There are inputs for which the program divides by zero; this is undefined behaviour.",
        help: "Exclude zero before the division.",
        weakness: Some(369),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Overflow),
        noun: "check ",
        can: "fail",
        does: "fails",
        rule: "SignedOverflow",
        short: "Signed arithmetic can overflow.",
        full: "There are inputs for which the result of signed arithmetic does not fit its type; this is undefined \
behaviour.",
        help: "Limit the operands, or compute in a wider or an unsigned type.",
        weakness: Some(190),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Shift),
        noun: "check ",
        can: "fail",
        does: "fails",
        rule: "InvalidShift",
        short: "A shift can be by a wrong amount.",
        full: "There are inputs for which the program shifts by a negative amount, or by the width of the type or \
more; this is undefined behaviour.",
        help: "Limit the amount of the shift.",
        weakness: Some(1335),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Uninit),
        noun: "check ",
        can: "fail",
        does: "fails",
        rule: "UninitialisedRead",
        short: "A local variable can be read before it has a value.",
        full: "There are inputs for which the program reads a local variable that was not assigned.",
        help: "Give the variable a value where it is declared, or on the way that the result shows.",
        weakness: Some(457),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Memory),
        noun: "block of ",
        can: "leak",
        does: "leaks",
        rule: "MemoryLeak",
        short: "A block of the heap can leak.",
        full: "There are inputs for which a block that is allocated here is not freed when the program ends, and no \
pointer leads to it any more.",
        help: "Free the block before the last pointer to it is lost, on the way that the result shows.",
        weakness: Some(401),
    },
    KindWords {
        kind: ErrorKind::Check(CheckKind::Cleanup),
        noun: "block of ",
        can: "stay allocated",
        does: "stays allocated",
        rule: "BlockNeverFreed",
        short: "A block of the heap can stay allocated until the program ends.",
        full: "There are inputs for which a block that is allocated here is not freed when the program ends.",
        help: "Free the block before the program ends, on the way that the result shows.",
        weakness: Some(401),
    },
];

/// The properties, in the order of their rules.
pub const PROPERTIES: [PropertyWords; 21] = [
    PropertyWords {
        property: Property::ArrayAccess,
        label: "ArrayAccess",
        noun: "check",
        says: "index in bounds",
        wanted: "the index is in bounds",
        failure: "index out of bounds",
        sentence: "Array index possibly out of bounds",
        asks: "An access must lie inside of its array or block.",
        advice: "Promise the bounds in `requires`, or state in the loop invariant which values the index has.",
        weakness: Some(119),
    },
    PropertyWords {
        property: Property::Null,
        label: "Null",
        noun: "check",
        says: "pointer not null",
        wanted: "the pointer is not null",
        failure: "null dereference",
        sentence: "Possible null dereference",
        asks: "A pointer that is dereferenced must not be null.",
        advice: "Promise `\\valid(p)` in `requires`, or compare the pointer with NULL before.",
        weakness: Some(476),
    },
    PropertyWords {
        property: Property::Dangling,
        label: "Dangling",
        noun: "check",
        says: "access inside of a living object",
        wanted: "the access is inside of a living object",
        failure: "access outside of a living object",
        sentence: "Possible access outside of a living object",
        asks: "An access must lie inside of an object that lives.",
        advice: "Promise `\\valid` for all that is accessed, and use no object after its end.",
        weakness: Some(825),
    },
    PropertyWords {
        property: Property::Free,
        label: "Free",
        noun: "check",
        says: "what is freed is allocated, or null",
        wanted: "what is freed is allocated, or null",
        failure: "free of what was not allocated",
        sentence: "Possible free of what is not allocated",
        asks: "Only what was allocated and not yet freed may be freed, or a null pointer.",
        advice: "Promise `\\freeable(p)` in `requires`, and free nothing twice.",
        weakness: Some(415),
    },
    PropertyWords {
        property: Property::ZeroDiv,
        label: "ZeroDiv",
        noun: "check",
        says: "divisor not zero",
        wanted: "the divisor is not zero",
        failure: "division by zero",
        sentence: "Possible division by zero",
        asks: "A divisor must not be zero.",
        advice: "Exclude zero before, or in `requires`.",
        weakness: Some(369),
    },
    PropertyWords {
        property: Property::Shift,
        label: "Shift",
        noun: "check",
        says: "shift amount in range",
        wanted: "the shift is by a defined amount",
        failure: "shift by an undefined amount",
        sentence: "Possible shift by an undefined amount",
        asks: "A shift must be by a defined amount.",
        advice: "Limit the amount, or promise its range in `requires`.",
        weakness: Some(1335),
    },
    PropertyWords {
        property: Property::Overflow,
        label: "Overflow",
        noun: "check",
        says: "no signed overflow",
        wanted: "signed arithmetic does not overflow",
        failure: "signed overflow",
        sentence: "Possible signed overflow",
        asks: "The result of signed arithmetic must fit its type.",
        advice: "Limit the operands in `requires` or in a loop invariant.",
        weakness: Some(190),
    },
    PropertyWords {
        property: Property::Uninit,
        label: "Uninit",
        noun: "check",
        says: "variable has a value",
        wanted: "the variable has a value",
        failure: "use of a variable without a value",
        sentence: "Possible use of a variable without a value",
        asks: "A variable must have a value where it is used.",
        advice: "Give it a value on every way to the use.",
        weakness: Some(457),
    },
    PropertyWords {
        property: Property::Undefined,
        label: "Undefined",
        noun: "check",
        says: "defined behaviour",
        wanted: "the behavior is defined",
        failure: "undefined behavior",
        sentence: "Possible undefined behavior",
        asks: "The behaviour must be defined.",
        advice: "Avoid the operation for these values.",
        weakness: Some(758),
    },
    PropertyWords {
        property: Property::Assert,
        label: "Assert",
        noun: "assertion",
        says: "assertion",
        wanted: "Assert holds",
        failure: "assertion",
        sentence: "Possible assertion failure",
        asks: "The assertion must hold where it stands.",
        advice: "Correct the program or the assertion, or state more before it.",
        weakness: Some(617),
    },
    PropertyWords {
        property: Property::Error,
        label: "Error",
        noun: "check",
        says: "error not reached",
        wanted: "the error is not reached",
        failure: "error",
        sentence: "Error possibly reached",
        asks: "The error must not be reached.",
        advice: "Block the way to it.",
        weakness: None,
    },
    PropertyWords {
        property: Property::Pre,
        label: "Pre",
        noun: "precondition",
        says: "precondition",
        wanted: "Pre holds",
        failure: "precondition",
        sentence: "Precondition possibly not established",
        asks: "The precondition of a function must hold where it is called.",
        advice: "Establish it before the call, or ask for it in the caller's own `requires`.",
        weakness: Some(628),
    },
    PropertyWords {
        property: Property::Post,
        label: "Post",
        noun: "postcondition",
        says: "postcondition",
        wanted: "Post holds",
        failure: "postcondition",
        sentence: "Postcondition possibly not established",
        asks: "The postcondition must hold where the function returns.",
        advice: "Correct the function or `ensures`; after a loop only its invariant is known.",
        weakness: None,
    },
    PropertyWords {
        property: Property::LoopInvInit,
        label: "LoopInvInit",
        noun: "loop invariant on entry",
        says: "loop invariant",
        wanted: "LoopInvInit holds",
        failure: "loop invariant",
        sentence: "Loop invariant possibly does not hold on entry",
        asks: "A loop invariant must hold where the loop is entered.",
        advice: "Establish it before the loop, or weaken it.",
        weakness: None,
    },
    PropertyWords {
        property: Property::LoopInvMaintained,
        label: "LoopInvMaintained",
        noun: "loop invariant after a round",
        says: "loop invariant",
        wanted: "LoopInvMaintained holds",
        failure: "loop invariant",
        sentence: "Loop invariant possibly not maintained",
        asks: "A round of the loop must keep the loop invariant.",
        advice: "Correct the body, or add to the invariant what the round relies on.",
        weakness: None,
    },
    PropertyWords {
        property: Property::LabelInvariant,
        label: "LabelInv",
        noun: "invariant of a label",
        says: "invariant",
        wanted: "LabelInv holds",
        failure: "invariant of a label",
        sentence: "Invariant of a label possibly does not hold",
        asks: "The invariant of a label must hold wherever control comes to it.",
        advice: "Establish it on every way to the label.",
        weakness: None,
    },
    PropertyWords {
        property: Property::Assigns,
        label: "Assigns",
        noun: "assigns clause",
        says: "nothing else is assigned",
        wanted: "Assigns holds",
        failure: "assigns clause",
        sentence: "Possible assignment outside of the assigns clause",
        asks: "Only what the assigns clause lists may be assigned.",
        advice: "List the location, or do not assign it.",
        weakness: None,
    },
    PropertyWords {
        property: Property::Variant,
        label: "Variant",
        noun: "loop variant",
        says: "variant decreases",
        wanted: "Variant holds",
        failure: "variant",
        sentence: "Loop variant possibly not decreasing",
        asks: "The loop variant must decrease in every round and not be negative.",
        advice: "Choose an expression that does.",
        weakness: Some(835),
    },
    PropertyWords {
        property: Property::Decreases,
        label: "Decreases",
        noun: "measure at a recursive call",
        says: "measure decreases",
        wanted: "Decreases holds",
        failure: "variant",
        sentence: "Measure of a recursive function possibly not decreasing",
        asks: "The measure of a recursive function must decrease with each call of itself and not be negative.",
        advice: "Choose an expression that does, or bound the arguments in `requires`.",
        weakness: Some(674),
    },
    PropertyWords {
        property: Property::Complete,
        label: "Complete",
        noun: "check",
        says: "complete behaviors",
        wanted: "some behavior applies",
        failure: "behaviors",
        sentence: "Behaviors possibly not complete",
        asks: "Some behavior must apply.",
        advice: "Add the case that is missing.",
        weakness: None,
    },
    PropertyWords {
        property: Property::Disjoint,
        label: "Disjoint",
        noun: "check",
        says: "disjoint behaviors",
        wanted: "at most one behavior applies",
        failure: "behaviors",
        sentence: "Behaviors possibly not disjoint",
        asks: "No two behaviors may apply together.",
        advice: "Tell their `assumes` clauses apart.",
        weakness: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_kind_and_each_property_has_its_words() {
        // Who has no words panics.
        CheckKind::ALL.iter().for_each(|kind| _ = check(*kind));
        ErrorKind::all().for_each(|kind| _ = error(kind));
        Property::ALL.iter().for_each(|kind| _ = property(*kind));
        let labels: BTreeSet<&str> = PROPERTIES.iter().map(|words| words.label).collect();
        assert_eq!(labels.len(), PROPERTIES.len());
    }
}
