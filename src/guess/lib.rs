//! Looking for errors by running the program on guessed inputs.
//!
//! What is found are runs, so there is no doubt about them; that nothing is found says nothing. All errors are looked for at
//! once (`probing`), or one of them is (`directed`). Values come from the program's own comparisons and texts (`values`); what
//! led somewhere new is kept in parts (`parts`), varied, and given to the program again (`oracle`).

mod coverage;
pub mod directed;
mod oracle;
mod parts;
pub mod probing;
mod values;
mod variation;
