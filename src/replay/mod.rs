//! Concrete execution of a program on given inputs.
