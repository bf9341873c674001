//! The Datalog rules of FocusCheck.
