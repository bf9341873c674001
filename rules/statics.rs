//! Static relations, in Crepe: mod/ref sets, control dependence, and what the other side of a conditional
//! could have assigned.
//!
//! All of them over-approximate what an execution does. Control dependence follows Ferrante, Ottenstein
//! and Warren; potential dependence is that of relevant slicing. (Basu, Saha, Smolka, Section 2.)

use rustc_hash::FxBuildHasher;

use crate::schema::{Block, Procedure, Scalar};

mod modref {
    //! Which globals a procedure may assign and read, calls included.

    use crate::schema::{Procedure, Scalar};
    use crepe::crepe;
    use rustc_hash::FxBuildHasher;

    crepe! {
        @input
        /// The procedure itself assigns the global.
        pub struct Assigns(pub Procedure, pub Scalar);

        @input
        /// The procedure itself reads the global.
        pub struct Reads(pub Procedure, pub Scalar);

        @input
        /// The first procedure calls the second.
        pub struct Calls(pub Procedure, pub Procedure);

        @output
        /// Running the procedure may assign the global.
        #[derive(PartialOrd, Ord)]
        pub struct Mod(pub Procedure, pub Scalar);

        @output
        /// Running the procedure may read the global.
        #[derive(PartialOrd, Ord)]
        pub struct Ref(pub Procedure, pub Scalar);

        // S1: what a procedure assigns itself is in its MOD.
        Mod(p, v) <- Assigns(p, v);
        // S2: a caller inherits its callees' MOD, for the callee runs as a part of it.
        Mod(p, v) <- Calls(p, q), Mod(q, v);
        // S3, S4: the same for REF.
        Ref(p, v) <- Reads(p, v);
        Ref(p, v) <- Calls(p, q), Ref(q, v);
    }

    pub(super) type Sorted = (Vec<(Procedure, Scalar)>, Vec<(Procedure, Scalar)>);

    pub(super) fn run(
        assigns: &[(Procedure, Scalar)],
        reads: &[(Procedure, Scalar)],
        calls: &[(Procedure, Procedure)],
    ) -> Sorted {
        let mut runtime = Crepe::new();
        runtime.extend(assigns.iter().map(|&(p, v)| Assigns(p, v)));
        runtime.extend(reads.iter().map(|&(p, v)| Reads(p, v)));
        runtime.extend(calls.iter().map(|&(p, q)| Calls(p, q)));
        let (modified, referenced) = runtime.run_with_hasher::<FxBuildHasher>();
        let mut modified: Vec<_> = modified.into_iter().map(|Mod(p, v)| (p, v)).collect();
        let mut referenced: Vec<_> = referenced.into_iter().map(|Ref(p, v)| (p, v)).collect();
        modified.sort_unstable();
        referenced.sort_unstable();
        (modified, referenced)
    }
}

mod control {
    //! Postdominance and what follows from it, inside one procedure.

    use crate::schema::{Block, Scalar};
    use crepe::crepe;

    crepe! {
        @input
        /// The block belongs to the procedure.
        pub struct Node(pub Block);

        @input
        /// Control can pass from the first block to the second.
        pub struct Edge(pub Block, pub Block);

        @input
        /// The procedure ends with this block.
        pub struct Exit(pub Block);

        @input
        /// The first block ends with a conditional whose outcome (third column) leads to the second block.
        pub struct Branch(pub Block, pub Block, pub u32);

        @input
        /// Running the block may assign the scalar, calls included.
        pub struct Modifies(pub Block, pub Scalar);

        // From the first block the exit can be reached without passing the second.
        struct Avoids(Block, Block);

        // Every way from the second block to the exit passes the first, and they differ.
        struct StrictlyPostdominates(Block, Block);

        // The second block can be reached from the first, which a conditional leads to.
        struct Reaches(Block, Block);

        @output
        /// Whether the second block runs is decided by the conditional that ends the first.
        #[derive(PartialOrd, Ord)]
        pub struct Controls(pub Block, pub Block);

        // After this outcome of the conditional the block can run before the outcomes meet again.
        struct Region(Block, u32, Block);

        @output
        /// This outcome of the conditional can assign the scalar before the outcomes meet again.
        #[derive(PartialOrd, Ord)]
        pub struct Potential(pub Block, pub u32, pub Scalar);

        // S5: the exit itself avoids every other block.
        Avoids(exit, other) <- Exit(exit), Node(other), (exit != other);
        // S6: a predecessor can follow its successor's way, unless it is the block to avoid.
        Avoids(block, other) <- Avoids(next, other), Edge(block, next), (block != other);
        // S7: what cannot be avoided postdominates. A block that never reaches the exit is postdominated by
        // every block; S10 keeps this from mattering.
        StrictlyPostdominates(other, block) <- Node(block), Node(other), (block != other), !Avoids(block, other);
        // S8, S9: reachability, only from where a conditional leads.
        Reaches(next, next) <- Branch(_, next, _);
        Reaches(from, to) <- Reaches(from, via), Edge(via, to);
        // S10: the conditional decides over what one of its outcomes cannot avoid (and does reach), while it
        // can be avoided before the outcome is known.
        Controls(branch, block) <-
            Branch(branch, next, _), Reaches(next, block), !Avoids(next, block),
            !StrictlyPostdominates(block, branch);
        // S11, S12: follow an outcome up to where all outcomes meet.
        Region(branch, outcome, next) <-
            Branch(branch, next, outcome), !StrictlyPostdominates(next, branch);
        Region(branch, outcome, to) <-
            Region(branch, outcome, from), Edge(from, to), !StrictlyPostdominates(to, branch);
        // S13: what is assigned there depends on the conditional even when it is not executed.
        Potential(branch, outcome, scalar) <- Region(branch, outcome, block), Modifies(block, scalar);
    }
}

mod endless {
    //! Cycles that cannot be left.

    use crate::schema::Block;
    use crepe::crepe;

    crepe! {
        @input
        /// Control can pass from the first block to the second.
        pub struct Edge(pub Block, pub Block);

        @input
        /// The procedure ends with this block.
        pub struct Exit(pub Block);

        @output
        /// From the block the exit can be reached.
        #[derive(PartialOrd, Ord)]
        pub struct Leaves(pub Block);

        // S14, S15: what can be followed to the exit leaves.
        Leaves(block) <- Exit(block);
        Leaves(block) <- Leaves(next), Edge(block, next);
    }

    pub(super) mod cycle {
        //! Apart, because these are few blocks.

        use crate::schema::Block;
        use crepe::crepe;

        crepe! {
            @input
            /// Control can pass from the first block to the second, and neither leaves.
            pub struct Stuck(pub Block, pub Block);

            // The second block can be reached from the first, and neither leaves.
            struct Reaches(Block, Block);

            @output
            /// The block is on a cycle that cannot be left.
            #[derive(PartialOrd, Ord)]
            pub struct Endless(pub Block);

            // S16, S17: reachability among the blocks that do not leave.
            Reaches(from, to) <- Stuck(from, to);
            Reaches(from, to) <- Reaches(from, via), Stuck(via, to);
            // S18: a block that reaches itself is on a cycle.
            Endless(block) <- Reaches(block, to), (block == to);
        }
    }
}

/// The blocks from which the exit can be reached, in order.
pub fn leaving(flow: &Flow) -> Vec<Block> {
    let mut runtime = endless::Crepe::new();
    runtime.extend(flow.edges.iter().map(|&(a, b)| endless::Edge(a, b)));
    runtime.extend([endless::Exit(flow.exit)]);
    let (leaves,) = runtime.run_with_hasher::<FxBuildHasher>();
    let mut leaves: Vec<Block> = leaves.into_iter().map(|endless::Leaves(block)| block).collect();
    leaves.sort_unstable();
    leaves
}

/// The blocks on cycles that cannot be left, in order.
pub fn endless(flow: &Flow) -> Vec<Block> {
    let leaves = leaving(flow);
    let is_stuck = |block: Block| leaves.binary_search(&block).is_err();
    let mut runtime = endless::cycle::Crepe::new();
    let stuck = flow.edges.iter().filter(|&&(a, b)| is_stuck(a) && is_stuck(b));
    runtime.extend(stuck.map(|&(a, b)| endless::cycle::Stuck(a, b)));
    let (endless,) = runtime.run_with_hasher::<FxBuildHasher>();
    let mut endless: Vec<Block> = endless.into_iter().map(|endless::cycle::Endless(block)| block).collect();
    endless.sort_unstable();
    endless
}

/// Mod/ref sets of all procedures, sorted.
#[derive(Clone, Debug, Default)]
pub struct ModRef {
    /// Running the procedure may assign the global.
    pub modified: Vec<(Procedure, Scalar)>,
    /// Running the procedure may read the global.
    pub referenced: Vec<(Procedure, Scalar)>,
}

/// Closes what procedures assign and read themselves under calls.
pub fn mod_ref(
    assigns: &[(Procedure, Scalar)],
    reads: &[(Procedure, Scalar)],
    calls: &[(Procedure, Procedure)],
) -> ModRef {
    let (modified, referenced) = modref::run(assigns, reads, calls);
    ModRef { modified, referenced }
}

/// The flow graph of one procedure, by basic blocks.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// All blocks.
    pub blocks: Vec<Block>,
    /// Control can pass from the first to the second. A cycle that cannot be left needs an extra edge to
    /// the exit, else nothing inside it depends on anything.
    pub edges: Vec<(Block, Block)>,
    /// The last block.
    pub exit: Block,
    /// Conditional block, successor, outcome.
    pub branches: Vec<(Block, Block, u32)>,
    /// Running the block may assign the scalar.
    pub modifies: Vec<(Block, Scalar)>,
}

/// Dependences inside one procedure, sorted.
#[derive(Clone, Debug, Default)]
pub struct Dependence {
    /// The conditional that ends the first block decides whether the second runs.
    pub controls: Vec<(Block, Block)>,
    /// The outcome of the conditional can assign the scalar before the outcomes meet again.
    pub potential: Vec<(Block, u32, Scalar)>,
}

/// Control and potential dependence of one procedure.
pub fn dependence(flow: &Flow) -> Dependence {
    let mut runtime = control::Crepe::new();
    runtime.extend(flow.blocks.iter().map(|&b| control::Node(b)));
    runtime.extend(flow.edges.iter().map(|&(a, b)| control::Edge(a, b)));
    runtime.extend([control::Exit(flow.exit)]);
    runtime.extend(flow.branches.iter().map(|&(b, s, o)| control::Branch(b, s, o)));
    runtime.extend(flow.modifies.iter().map(|&(b, v)| control::Modifies(b, v)));
    let (controls, potential) = runtime.run_with_hasher::<FxBuildHasher>();
    let mut controls: Vec<_> = controls.into_iter().map(|control::Controls(a, b)| (a, b)).collect();
    let mut potential: Vec<_> = potential.into_iter().map(|control::Potential(b, o, v)| (b, o, v)).collect();
    controls.sort_unstable();
    potential.sort_unstable();
    Dependence { controls, potential }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_inherit_the_sets_of_their_callees() {
        let p = Procedure;
        let sets =
            mod_ref(&[(p(2), Scalar(7))], &[(p(1), Scalar(8))], &[(p(0), p(1)), (p(1), p(2)), (p(2), p(1))]);
        assert_eq!(sets.modified, [(p(0), Scalar(7)), (p(1), Scalar(7)), (p(2), Scalar(7))]);
        assert_eq!(sets.referenced, [(p(0), Scalar(8)), (p(1), Scalar(8)), (p(2), Scalar(8))]);
    }

    /// 0: while (c) { 1: if (d) 2: x = 1; 3: } 4: exit; with an error block 5 beside 3.
    #[test]
    fn a_loop_head_controls_itself_and_an_error_controls_nothing_later() {
        let b = Block;
        let flow = Flow {
            blocks: (0..6).map(Block).collect(),
            edges: vec![
                (b(0), b(1)),
                (b(0), b(4)),
                (b(1), b(2)),
                (b(1), b(3)),
                (b(2), b(3)),
                (b(3), b(0)),
                (b(3), b(5)),
            ],
            exit: b(4),
            branches: vec![
                (b(0), b(1), 1),
                (b(0), b(4), 0),
                (b(1), b(2), 1),
                (b(1), b(3), 0),
                (b(3), b(5), 0),
                (b(3), b(0), 1),
            ],
            modifies: vec![(b(2), Scalar(9))],
        };
        let found = dependence(&flow);
        let expected = [(0, 0), (0, 1), (0, 3), (1, 2), (3, 5)];
        assert_eq!(found.controls, expected.map(|(x, y)| (b(x), b(y))));
        assert_eq!(found.potential, [(b(0), 1, Scalar(9)), (b(1), 1, Scalar(9))]);
    }
}
