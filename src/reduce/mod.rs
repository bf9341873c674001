//! Algorithm Reduce (Fig. 5): complementary assumptions, identical explanations, NEST.

pub mod complementary;
pub mod nest;
pub mod project;
