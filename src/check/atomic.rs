//! gcc's built-in functions for atomic operations on a whole object.

use focuscheck_base::arith::BinaryOperator;

/// What an atomic operation does with the object, and what its value is.
#[derive(Clone, Copy)]
pub enum Atomic {
    /// Its value.
    Load,
    /// The operand is stored; no value.
    Store,
    /// The operand is stored; the value is the one before.
    Exchange,
    /// The value before it, or after it.
    Update(BinaryOperator, bool),
    /// Whether it was stored, or what was there before.
    CompareSwap(bool),
}

/// What gcc's built-in functions for atomic operations on a whole object do.
pub fn atomic(name: &str) -> Option<Atomic> {
    use BinaryOperator::{Add, BitAnd, BitOr, BitXor, Subtract};
    let operator = |word: &str| {
        Some(match word {
            "add" => Add,
            "sub" => Subtract,
            "and" => BitAnd,
            "or" => BitOr,
            "xor" => BitXor,
            _ => return None,
        })
    };
    if let Some(rest) = name.strip_prefix("__atomic_") {
        return Some(match rest {
            "load_n" => Atomic::Load,
            "store_n" => Atomic::Store,
            "exchange_n" => Atomic::Exchange,
            _ => match (rest.strip_prefix("fetch_"), rest.strip_suffix("_fetch")) {
                (Some(word), _) => Atomic::Update(operator(word)?, true),
                (None, Some(word)) => Atomic::Update(operator(word)?, false),
                (None, None) => return None,
            },
        });
    }
    let rest = name.strip_prefix("__sync_")?;
    Some(match rest {
        "lock_test_and_set" => Atomic::Exchange,
        "bool_compare_and_swap" => Atomic::CompareSwap(true),
        "val_compare_and_swap" => Atomic::CompareSwap(false),
        _ => match (rest.strip_prefix("fetch_and_"), rest.strip_suffix("_and_fetch")) {
            (Some(word), _) => Atomic::Update(operator(word)?, true),
            (None, Some(word)) => Atomic::Update(operator(word)?, false),
            (None, None) => return None,
        },
    })
}
