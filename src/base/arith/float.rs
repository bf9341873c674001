//! Floating-point numbers by their bits, as IEEE 754 has them.

use super::types::IntegerType;

/// A number as C reads it back: `0.5`, `-1e+300`, `inf`, `nan`. In a signed type it is its key ([`IntegerType::key`]).
pub fn float_text(ty: IntegerType, value: i128) -> String {
    let (width, bits) = match (ty.signed, ty.width / 2) {
        (false, _) => (ty.width, value),
        (true, width) if value < 0 => (width, (1 << (width - 1)) - value),
        (true, width) => (width, value),
    };
    let text = match width {
        32 => format!("{:?}", f32::from_bits(bits as u32)),
        _ => format!("{:?}", f64::from_bits(bits as u64)),
    };
    match text.split_once('e') {
        _ if text == "NaN" => "nan".to_owned(),
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_so_that_c_reads_them_back() {
        let double = |value: f64| float_text(IntegerType::DOUBLE, value.to_bits().into());
        let single = |value: f32| float_text(IntegerType::FLOAT, value.to_bits().into());
        assert_eq!([0.5, -0.0, 1e300, -2.5e-30].map(double), ["0.5", "-0.0", "1e+300", "-2.5e-30"]);
        assert_eq!([f64::INFINITY, f64::NAN, 3.0].map(double), ["inf", "nan", "3.0"]);
        let key = |value| float_text(IntegerType::DOUBLE.key(), value);
        assert_eq!([0, 1, -1, 0x7ff1 << 48].map(key), ["0.0", "5e-324", "-5e-324", "nan"]);
        assert_eq!([0.1, 16777216.0].map(single), ["0.1", "16777216.0"]);
    }
}
