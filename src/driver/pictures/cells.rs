//! What the cells of an object hold at a moment of a run.

use focuscheck_base::arith::{IntegerType, float_text};
use focuscheck_check::types::{Type, Types};
use focuscheck_machine::{BlockId, Machine, Seen};
use focuscheck_report::memory::{Behind, Held};

use super::shape::{Cell, Kind};

/// So many letters of a text are told.
const MOST_LETTERS: u64 = 40;

/// What a cell holds that is no pointer to an object, or the object and how many bytes behind its start.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// This.
    Held(Held),
    /// A pointer, with the size of what it points to.
    Pointer(BlockId, i128, Option<u64>),
}

/// What a cell of a block holds.
pub fn content(
    machine: &Machine<'_>,
    types: &Types,
    names: &[String],
    block: BlockId,
    cell: &Cell,
) -> Content {
    let number = |ty: IntegerType, value: i128| Held::Number(letter(ty, ty.convert(value)));
    let held = match &cell.kind {
        Kind::Integer(ty) => of(machine.scalar_seen(block, cell.at, cell.size), names, |n| number(*ty, n)),
        Kind::Bits(bits, ty) => {
            of(machine.bits_seen(block, cell.at, *bits, *ty), names, |n| Held::Number(n.to_string()))
        }
        Kind::Float(ty) => {
            of(machine.scalar_seen(block, cell.at, cell.size), names, |n| Held::Number(float_text(*ty, n)))
        }
        Kind::Pointer(to) => match machine.scalar_seen(block, cell.at, cell.size) {
            Seen::Block(to_block, offset) => {
                let size = types.layout(to).filter(|_| **to != Type::Void).map(|(size, _)| size);
                return Content::Pointer(to_block, offset, size);
            }
            seen => of(seen, names, |n| if n == 0 { Held::Null } else { Held::Number(format!("{n:#x}")) }),
        },
        Kind::Text => text(machine, block, cell),
        Kind::Opaque => match machine.bytes_seen(block, cell.at, 1).first() {
            Some(Seen::Unset) => Held::Unset,
            Some(_) => Held::Unknown,
            None => Held::Outside,
        },
    };
    Content::Held(held)
}

fn of(seen: Seen, names: &[String], number: impl Fn(i128) -> Held) -> Held {
    match seen {
        Seen::Unset => Held::Unset,
        Seen::Number(value) => number(value),
        // An integer that was made of a pointer.
        Seen::Block(..) | Seen::Unknown => Held::Unknown,
        Seen::Function(function) => {
            names.get(function.index()).map_or(Held::Unknown, |name| Held::Function(name.clone()))
        }
        Seen::Argument(number) => Held::Argument(number),
        Seen::Outside => Held::Outside,
    }
}

/// A number, and the letter that it is if its type is that of letters.
fn letter(ty: IntegerType, value: i128) -> String {
    match u8::try_from(value) {
        Ok(letter @ b' '..=b'~') if ty.width == 8 && ty.signed => format!("{value} '{}'", letter as char),
        _ => value.to_string(),
    }
}

fn text(machine: &Machine<'_>, block: BlockId, cell: &Cell) -> Held {
    let bytes = machine.bytes_seen(block, cell.at, cell.size.min(MOST_LETTERS));
    if bytes.is_empty() && cell.size > 0 {
        return Held::Outside;
    }
    let mut letters = Vec::new();
    for byte in &bytes {
        let behind = match byte {
            Seen::Number(0) => Behind::Zero,
            Seen::Number(value) => {
                letters.push(*value as u8);
                continue;
            }
            Seen::Unset if letters.is_empty() => return Held::Unset,
            Seen::Unset => Behind::Unset,
            Seen::Block(..) | Seen::Function(_) | Seen::Argument(_) | Seen::Unknown | Seen::Outside => {
                Behind::Unknown
            }
        };
        return Held::Text(letters, behind);
    }
    Held::Text(letters, if cell.size > MOST_LETTERS { Behind::More } else { Behind::Nothing })
}
