//! Copy flow, in Ascent: which scalars may hold a value that has been read from outside.
//!
//! Over-approximates where a value goes unchanged or nearly so: whatever is computed from a scalar counts as a copy of it, on
//! whatever path. Nothing is proved with it; it says which constants an input may be compared with.

use ascent::ascent_run;

use crate::relation::Relation;
use crate::schema::{Scalar, Site};

/// For each site the scalars that its values may come to; sorted. `reads` says which scalars get a site's value first,
/// `copies` which scalar (first) is copied to which.
pub fn copied(
    reads: impl Iterator<Item = (Site, Scalar)>,
    copies: impl Iterator<Item = (Scalar, Scalar)>,
) -> Relation<(Site, Scalar)> {
    let copies: Relation<(Scalar, Scalar)> = copies.collect();
    let program = ascent_run! {
        /// The site's value is read into the scalar.
        relation read(Site, Scalar) = reads.collect();
        /// A value of the site may come to the scalar.
        #[ds(crate::table)]
        relation comes_to(Site, Scalar);

        // C1: it comes to what it is read into.
        comes_to(site, scalar) <-- read(site, scalar);
        // C2: where a scalar is copied to, its values come.
        comes_to(site, to) <-- comes_to(site, from), for (_, to) in copies.of(*from);
    };
    program.comes_to.into_iter().collect()
}

/// What some scalars are copied to, and they themselves; `copies` says which scalar (first) is copied to which.
pub fn reached(
    from: impl Iterator<Item = Scalar>,
    copies: impl Iterator<Item = (Scalar, Scalar)>,
) -> impl Iterator<Item = Scalar> {
    // As if all of them were read at one place.
    let found = copied(from.map(|scalar| (Site(0), scalar)), copies);
    found.rows().iter().map(|&(_, scalar)| scalar).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_where_copies_go_in_circles_too() {
        let (site, s) = (Site, Scalar);
        let copies = [(0, 1), (1, 2), (2, 0), (3, 1)].map(|(from, to)| (s(from), s(to)));
        let found = copied([(site(0), s(1)), (site(1), s(4))].into_iter(), copies.into_iter());
        assert_eq!(found.rows(), [(site(0), s(0)), (site(0), s(1)), (site(0), s(2)), (site(1), s(4))]);
    }
}
