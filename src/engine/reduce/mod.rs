//! Algorithm Reduce (Fig. 5): complementary assumptions, identical explanations, NEST; and which conditions are printed.

pub mod certified;
pub mod complementary;
pub mod nest;
pub mod project;
