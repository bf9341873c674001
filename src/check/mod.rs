//! Abstract syntax tree to typed program: names, types, conversions, what is not modelled.

pub mod typed;
