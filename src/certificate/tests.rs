//! The checker's knowledge of operations against all values, and certificates that are wrong.

use proptest::prelude::*;

use super::operator::{End, Range, apply, possible, runs};
use super::parse::verify;
use super::spelling::OPERATIONS;
use super::text::HEADER;
use super::{Number, Operation, Operator, checksum};

fn operator() -> impl Strategy<Value = Operator> {
    let operations: Vec<Operation> = OPERATIONS.iter().map(|(operation, _)| *operation).collect();
    (prop::sample::select(operations), 1..=6usize, any::<bool>()).prop_map(|(operation, width, signed)| {
        let right = if operation == Operation::Convert { 1 } else { 2 };
        Operator { operation, width, signed: signed && width > 1, result: 0, left: 1, right }
    })
}

/// A range that is open at an end in some cases, and its values near zero.
fn range(reach: i128) -> impl Strategy<Value = (Range, Vec<i128>)> {
    (-reach..=reach, 0..=2 * reach, 0..8u8).prop_map(move |(low, size, open)| {
        let high = low + size % (reach + 1);
        let range = Range {
            low: if open == 0 { End::Below } else { End::At(Number::from(low)) },
            high: if open == 1 { End::Above } else { End::At(Number::from(high)) },
        };
        let first = if open == 0 { -3 * reach } else { low };
        let last = if open == 1 { 3 * reach } else { high };
        (range, (first..=last).collect())
    })
}

fn contains(range: &Range, value: &Number) -> bool {
    let value = End::At(value.clone());
    range.low <= value && value <= range.high
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn boxes_with_a_solution_are_possible(
        operator in operator(),
        result in range(40),
        left in range(20),
        right in range(9),
        same in any::<bool>(),
    ) {
        let unary = operator.operation == Operation::Convert;
        let operator = if same { Operator { right: operator.left, ..operator } } else { operator };
        let right = if same || unary { &left } else { &right };
        let solved = left.1.iter().any(|one| right.1.iter().any(|other| {
            let one = Number::from(*one);
            let other = Number::from(*other);
            let paired = !(same || unary) || one == other;
            paired && apply(&operator, &one, &other).is_some_and(|value| contains(&result.0, &value))
        }));
        prop_assert!(!solved || possible(&operator, &result.0, &left.0, &right.0));
    }

    #[test]
    fn runs_make_up_the_operand_and_the_result(
        operation in prop::sample::select(vec![Operation::And, Operation::Or, Operation::Xor]),
        width in 2..=6usize,
        signed in any::<bool>(),
        mask in any::<i8>(),
        operand in any::<u8>(),
    ) {
        let operator = Operator { operation, width, signed, result: 0, left: 1, right: 2 };
        let convert = Operator { operation: Operation::Convert, ..operator.clone() };
        let value = apply(&convert, &Number::from(operand), &Number::ZERO).unwrap();
        let mask = Number::from(mask);
        let mut rest = value.clone();
        let (mut whole, mut outcome) = (Number::ZERO, Number::ZERO);
        let runs = runs(&operator, &mask);
        for (position, run) in runs.iter().enumerate() {
            // From below, each run is what is left modulo its size; the last one is all that is left.
            let size = &run.range.1 - &run.range.0 + Number::ONE;
            let low = if position + 1 == runs.len() { rest.clone() } else { &rest - (&rest / &size) * &size };
            let low = if low < run.range.0 { low + &size } else { low };
            prop_assert!(run.range.0 <= low && low <= run.range.1);
            rest = (&rest - &low) / &size;
            whole += &low << run.start;
            outcome += &low * &run.factor + &run.constant;
        }
        prop_assert_eq!(&whole, &value);
        prop_assert_eq!(outcome, apply(&operator, &value, &mask).unwrap());
    }
}

/// A certificate of one decision with the right checksums.
fn certificate(lines: &str) -> String {
    let mut text = format!("{HEADER}\ndecision 1\n{lines}");
    text.push_str(&format!("done 1 {:016x}\n", checksum(text.as_bytes())));
    text.push_str(&format!("end 1 {:016x}\n", checksum(text.as_bytes())));
    text
}

const SYSTEM: &str = "variable v0 x\nvariable v1 y\nfact 1: 2*v0 + 4*v1 - 3 <= 0 ; line 1\n\
                      fact 2: -2*v0 - 4*v1 + 3 <= 0 ; line 2\ninfeasible\n";

#[test]
fn a_proof_is_accepted_and_each_changed_number_is_not() {
    // 3 <= 2x + 4y <= 3 leaves no integers.
    let proof = "sum 3: 1*1 / 2 gives v0 + 2*v1 - 1 <= 0\nsum 4: 1*2 / 2 gives -v0 - 2*v1 + 2 <= 0\n\
                 sum 5: 1*3 + 1*4 gives 1 <= 0\ncontradiction 5\n";
    let good = format!("{SYSTEM}{proof}");
    assert_eq!(verify(&certificate(&good)), Ok(1));
    let digits = good.char_indices().filter(|(_, c)| c.is_ascii_digit());
    for (position, digit) in digits.filter(|(position, _)| *position > SYSTEM.len()) {
        for other in ('0'..='9').filter(|other| *other != digit) {
            let mut text = good.clone();
            text.replace_range(position..position + 1, &other.to_string());
            assert!(verify(&certificate(&text)).is_err(), "{text}");
        }
    }
    let whole = certificate(&good);
    for (position, byte) in whole.bytes().enumerate() {
        let mut changed = whole.clone().into_bytes();
        changed[position] = if byte == b'1' { b'2' } else { b'1' };
        let changed = String::from_utf8(changed).unwrap();
        // The end of the last line is the only byte that says nothing.
        assert!(verify(&changed).is_err() || position + 1 == whole.len(), "{changed}");
    }
}

#[test]
fn wrong_steps_are_refused_at_their_line() {
    let refused = |proof: &str, line: usize, reason: &str| {
        let invalid = verify(&certificate(&format!("{SYSTEM}{proof}"))).unwrap_err();
        assert_eq!((invalid.line, invalid.reason.as_str()), (line, reason), "{proof}");
    };
    refused("", 8, "no contradiction is reached");
    refused("contradiction 1\n", 8, "fact 1 is no contradiction");
    refused("contradiction 3\n", 8, "there is no fact 3 here");
    refused("sum 3: -1*1 gives -2*v0 - 4*v1 + 3 <= 0\n", 8, "these facts have no such sum");
    refused("sum 3: 1*1 / 2 gives v0 + 2*v1 - 2 <= 0\n", 8, "this gives another fact than the one stated");
    refused("sum 3: 1*1 / 4 gives v1 <= 0\n", 8, "the divisor does not divide the sum");
    refused("sum 3: 1*1 / 0 gives v1 <= 0\n", 8, "the divisor is not positive");
    refused("let 3: v2 = v2 + 1\n", 8, "a variable is defined by one that is not there");
    refused("split 3: v0 <= 4\ncase 3: v0 >= 5\n", 9, "the first of two cases does not end here");
    refused("split 3: v0 <= 4\ncase 3: v0 >= 6\n", 9, "`5` is expected in place of `6`");
    refused("close\n", 8, "no split is open");
    refused("interval 3: 1 by 1 gives v0 <= 0\n", 8, "there is no operator 1 here");
    refused("sum 3: 1*1 + 1*2 gives 0 <= 0\ncontradiction 3\n", 9, "fact 3 is no contradiction");
    refused("trust 3\n", 8, "`trust` is no step of a proof");
}

#[test]
fn models_are_checked() {
    let system = "variable v0 x\nvariable v1 y\nlet 1: v2 = 2*v0 - 1\nfact 2: v1 - 7 != 0\n\
                  operator 1: v1 = v2 / v0 in s32\nfeasible\n";
    let model = |x: i32, y: i32, z: i32| {
        verify(&certificate(&format!("{system}value v0 = {x}\nvalue v1 = {y}\nvalue v2 = {z}\n")))
    };
    assert_eq!(model(5, 1, 9), Ok(1));
    assert_eq!(model(5, 1, 10).unwrap_err().reason, "fact 1 does not hold");
    assert_eq!(model(5, 2, 9).unwrap_err().reason, "operator 1 does not have this value");
    assert_eq!(model(0, 0, -1).unwrap_err().reason, "operator 1 does not have this value");
}

#[test]
fn what_is_no_certificate_is_told() {
    for (text, line, reason) in [
        ("", 1, "the certificate is not complete"),
        ("int main() {}\n", 1, "a certificate begins with `focuscheck certificate 1`"),
        ("focuscheck certificate 1\nend 0 0000000000000000\n", 2, "the checksum does not fit the text"),
        ("focuscheck certificate 1\nend 1 0\n", 2, "`0` is expected in place of `1`"),
    ] {
        let invalid = verify(text).unwrap_err();
        assert_eq!((invalid.line, invalid.reason.as_str()), (line, reason), "{text}");
    }
}
