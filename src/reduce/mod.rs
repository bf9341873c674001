//! Reduce (Fig. 5): complementary assumptions, identical explanations, NEST.
