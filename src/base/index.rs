//! Ids: positions in a table of one kind of thing, as a type of their own.

/// Declares an id, an index into the table that its doc comment names. Who uses it needs `serde`.
#[macro_export]
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub struct $name(pub u32);

        impl From<$name> for u32 {
            fn from(id: $name) -> u32 {
                id.0
            }
        }

        impl $name {
            /// The position in the table this id indexes.
            #[allow(dead_code, reason = "not every table is indexed by its ids")]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
