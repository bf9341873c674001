//! Points-to sets, in Crepe: which objects the pointers lead to that memory, parameters and variables hold.
//!
//! Subset-based (Andersen 1994) and insensitive to flow and context. What holds pointers is a class of places
//! ([`Holder`]); a part of an object is the way to it, a number whose meaning is the host's. The rules over-approximate what
//! the source says; that a pointer really leads into what they say is asserted where it is stored, by the layout.

use rustc_hash::FxBuildHasher;

/// What holds pointers: a variable, a temporary, a member of all structures of a type, what a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holder(pub u32);

/// An object that pointers lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object(pub u32);

/// The way from an object to a part of it: members, each a digit in base 256, the outermost one the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way(pub u64);

impl Way {
    /// The object itself.
    pub const WHOLE: Way = Way(0);

    /// What stands on a way for an element of an array of arrays, itself an array whose elements are meant.
    pub const ROW: usize = 254;

    /// A way that is too long to be told.
    pub const LOST: Way = Way(u64::MAX);

    /// The way to a member of what this one leads to; lost if it is too long.
    pub fn then(self, field: usize) -> Way {
        match (self.0 < 1 << 48, u64::try_from(field)) {
            (true, Ok(field)) if field < 255 => Way(self.0 << 8 | (field + 1)),
            _ => Way::LOST,
        }
    }

    /// This way, and then another one.
    pub fn and(self, inner: Way) -> Way {
        match (self, inner.fields()) {
            (Way::LOST, _) | (_, None) => Way::LOST,
            (outer, Some(fields)) => fields.into_iter().fold(outer, Way::then),
        }
    }

    /// Its members, the outermost one first; `None` if it is lost.
    pub fn fields(self) -> Option<Vec<usize>> {
        if self == Way::LOST {
            return None;
        }
        let digits = (0..8).rev().map(|digit| (self.0 >> (8 * digit)) as usize & 255);
        Some(digits.filter(|digit| *digit > 0).map(|digit| digit - 1).collect())
    }
}

/// Where a pointer that a variable or temporary holds comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// It is the address of the object, or of a part of it.
    Object(Object, Way),
    /// It is what the holder holds: one in memory, a parameter, or what a call returns.
    Holder(Holder),
}

/// What the source says of pointers.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The address of this part of the object comes into the holder.
    pub addresses: Vec<(Holder, Object, Way)>,
    /// What the first holder holds comes into the second.
    pub copies: Vec<(Holder, Holder)>,
    /// The address of this part of what the first holder leads to comes into the second.
    pub parts: Vec<(Holder, Way, Holder)>,
    /// A pointer comes into the holder that is not followed.
    pub foreign: Vec<Holder>,
    /// A pointer comes into the holder that may not be to the first one of its objects.
    pub moved: Vec<Holder>,
    /// The address of an element of the object, which is an array, comes into the holder.
    pub chosen: Vec<(Holder, Object)>,
    /// The pointers that the holder holds are moved, or more is accessed than the one element that they lead to.
    pub indexed: Vec<Holder>,
    /// The object is not taken apart into its elements.
    pub whole: Vec<Object>,
    /// The holder is a variable or a temporary: it is followed from where its pointers come.
    pub followed: Vec<Holder>,
}

/// Which objects pointers lead to.
#[derive(Clone, Debug, Default)]
pub struct PointsTo {
    /// The holder may hold the address of this part of the object; sorted.
    pub points: Vec<(Holder, Object, Way)>,
    /// The holder may hold a pointer that is not followed; sorted.
    pub unknown: Vec<Holder>,
    /// The holder may hold a pointer that is not to the first one of its objects; sorted.
    pub moved: Vec<Holder>,
    /// The variable or temporary gets its pointers from more than one origin; sorted.
    pub several: Vec<Holder>,
    /// The elements of the object belong together: some pointer to one of them reaches others; sorted.
    pub whole: Vec<Object>,
    /// The holder may hold a pointer that comes to where it is moved, or reaches other elements; sorted.
    pub reaching: Vec<Holder>,
}

mod rules {
    use super::{Holder, Object, Origin, Way};
    use crepe::crepe;

    crepe! {
        @input
        /// The address of this part of the object comes into the holder.
        pub struct Address(pub Holder, pub Object, pub Way);

        @input
        /// What the first holder holds comes into the second.
        pub struct Copy(pub Holder, pub Holder);

        @input
        /// The address of this part of what the first holder leads to comes into the second.
        pub struct Part(pub Holder, pub Way, pub Holder);

        @input
        /// A pointer comes into the holder that is not followed.
        pub struct Foreign(pub Holder);

        @input
        /// A pointer comes into the holder that may not be to the first one of its objects.
        pub struct Moves(pub Holder);

        @input
        /// The address of an element of the object, which is an array, comes into the holder.
        pub struct Chosen(pub Holder, pub Object);

        @input
        /// The pointers that the holder holds reach other elements than the one that they lead to.
        pub struct Indexed(pub Holder);

        @input
        /// The object is not taken apart into its elements.
        pub struct Kept(pub Object);

        @input
        /// The holder is a variable or a temporary.
        pub struct Local(pub Holder);

        @output
        /// The holder may hold the address of this part of the object.
        pub struct Points(pub Holder, pub Object, pub Way);

        @output
        /// The holder may hold a pointer that is not followed.
        pub struct Unknown(pub Holder);

        @output
        /// The holder may hold a pointer that is not to the first one of its objects.
        pub struct Moved(pub Holder);

        @output
        /// The variable or temporary gets its pointers from more than one origin.
        pub struct Several(pub Holder);

        @output
        /// The elements of the object belong together.
        pub struct Whole(pub Object);

        @output
        /// The holder may hold a pointer that comes to where it reaches other elements than the one that it leads to.
        pub struct Reaching(pub Holder);

        // The variable or temporary may hold a pointer from the origin.
        struct From(Holder, Origin);

        // The second holder gets what the first one holds, or the address of a part of what that leads to.
        struct Flow(Holder, Holder);

        // T1: what is stored in a holder is there.
        Points(v, o, w) <- Address(v, o, w);
        // T2: what one holder holds comes into those that it is copied to.
        Points(v, o, w) <- Copy(u, v), Points(u, o, w);
        // T3: a part of an object is reached by the way to the object and the way within it.
        Points(v, o, outer.and(way)) <- Part(u, way, v), Points(u, o, outer);

        // T4, T5: a copy is a flow, and so is the address of a part.
        Flow(u, v) <- Copy(u, v);
        Flow(u, v) <- Part(u, _, v);
        // T6, T7: what is not followed goes where other pointers go.
        Unknown(v) <- Foreign(v);
        Unknown(v) <- Flow(u, v), Unknown(u);
        // T8, T9: so does that a pointer has moved; a part of what it leads to is one object of its own.
        Moved(v) <- Moves(v);
        Moved(v) <- Copy(u, v), Moved(u);

        // T10: an address is an origin of the variable that gets it.
        From(v, Origin::Object(o, w)) <- Local(v), Address(v, o, w);
        // T11: what is not a variable is an origin of those that get what it holds: it holds what it likes.
        From(v, Origin::Holder(u)) <- Flow(u, v), Local(v), !Local(u);
        // T12: variables hand on where their pointers come from.
        From(v, f) <- Flow(u, v), Local(v), From(u, f);
        // T13: two origins are several.
        Several(v) <- From(v, f), From(v, g), (f != g);

        // T14, T15: an object is whole that nobody takes apart, or of which a pointer to one element reaches others.
        Whole(o) <- Kept(o);
        Whole(o) <- Indexed(u), Points(u, o, w), (w == Way::WHOLE);
        // T16: only of an array that is whole the elements are told apart by how far a pointer has moved.
        Moved(v) <- Chosen(v, o), Whole(o);
        // T17 to T19: a pointer that goes where pointers reach further does so, too.
        Reaching(v) <- Indexed(v);
        Reaching(u) <- Copy(u, v), Reaching(v);
        Reaching(u) <- Part(u, w, v), Reaching(v), (w == Way::WHOLE);
    }
}

/// Derives which objects pointers lead to.
pub fn points_to(facts: &Facts) -> PointsTo {
    use rules::{
        Address, Chosen, Copy, Crepe, Foreign, Indexed, Kept, Local, Moved, Moves, Part, Points, Reaching,
        Several, Unknown, Whole,
    };
    let mut runtime = Crepe::new();
    runtime.extend(facts.addresses.iter().map(|&(v, o, w)| Address(v, o, w)));
    runtime.extend(facts.copies.iter().map(|&(u, v)| Copy(u, v)));
    runtime.extend(facts.parts.iter().map(|&(u, w, v)| Part(u, w, v)));
    runtime.extend(facts.foreign.iter().map(|&v| Foreign(v)));
    runtime.extend(facts.moved.iter().map(|&v| Moves(v)));
    runtime.extend(facts.chosen.iter().map(|&(v, o)| Chosen(v, o)));
    runtime.extend(facts.indexed.iter().map(|&v| Indexed(v)));
    runtime.extend(facts.whole.iter().map(|&o| Kept(o)));
    runtime.extend(facts.followed.iter().map(|&v| Local(v)));
    let (points, unknown, moved, several, whole, reaching) = runtime.run_with_hasher::<FxBuildHasher>();
    let mut found = PointsTo {
        points: points.into_iter().map(|Points(v, o, w)| (v, o, w)).collect(),
        unknown: unknown.into_iter().map(|Unknown(v)| v).collect(),
        moved: moved.into_iter().map(|Moved(v)| v).collect(),
        several: several.into_iter().map(|Several(v)| v).collect(),
        whole: whole.into_iter().map(|Whole(o)| o).collect(),
        reaching: reaching.into_iter().map(|Reaching(v)| v).collect(),
    };
    found.points.sort_unstable();
    found.unknown.sort_unstable();
    found.moved.sort_unstable();
    found.several.sort_unstable();
    found.whole.sort_unstable();
    found.reaching.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: Holder = Holder(9);

    #[test]
    fn ways_join_and_get_lost() {
        let way = Way::WHOLE.then(0).then(3);
        assert_eq!(way.and(Way::WHOLE.then(255)), Way::LOST);
        assert_eq!(way.and(Way::WHOLE.then(7)).fields(), Some(vec![0, 3, 7]));
        assert_eq!((0..9).fold(Way::WHOLE, |way, _| way.then(1)), Way::LOST);
        assert_eq!(Way::LOST.and(Way::WHOLE), Way::LOST);
    }

    #[test]
    fn pointers_go_through_memory_and_parts() {
        let facts = Facts {
            addresses: vec![(Holder(0), Object(1), Way::WHOLE), (Holder(1), Object(2), Way::WHOLE)],
            copies: vec![(Holder(0), LIST), (LIST, Holder(2)), (Holder(1), Holder(2))],
            parts: vec![(Holder(2), Way::WHOLE.then(4), Holder(3))],
            foreign: vec![Holder(5)],
            moved: vec![Holder(0)],
            followed: (0..5).map(Holder).collect(),
            ..Facts::default()
        };
        let found = points_to(&facts);
        let part = Way::WHOLE.then(4);
        assert!(found.points.contains(&(Holder(3), Object(1), part)));
        assert!(found.points.contains(&(Holder(3), Object(2), part)));
        assert_eq!(found.unknown, [Holder(5)]);
        // A pointer from the list or the address of an object; so is what is a part of these.
        assert_eq!(found.several, [Holder(2), Holder(3)]);
        assert_eq!(found.moved, [Holder(0), Holder(2), LIST]);
    }

    #[test]
    fn arrays_are_whole_where_a_pointer_to_an_element_reaches_others() {
        let facts = Facts {
            addresses: vec![(Holder(0), Object(1), Way::WHOLE), (Holder(1), Object(2), Way::WHOLE)],
            copies: vec![(Holder(0), LIST), (Holder(1), Holder(2))],
            chosen: vec![(Holder(0), Object(1)), (Holder(1), Object(2))],
            indexed: vec![LIST],
            whole: vec![Object(7)],
            ..Facts::default()
        };
        let found = points_to(&facts);
        assert_eq!(found.whole, [Object(1), Object(7)]);
        assert_eq!(found.moved, [Holder(0), LIST]);
        assert_eq!(found.reaching, [Holder(0), LIST]);
    }
}
