//! Runs that try to contradict: the machine is started in the function, in many states.

use crate::check::tree::FunctionId;
use crate::program::graph::NodeId;

use super::copies::Program;

/// Whether some run passes a point (`None`: the entry) and ends.
pub fn contradicts(_program: Program<'_>, _function: FunctionId, _point: Option<NodeId>) -> bool {
    false
}
