//! Floating-point numbers by their bits, as IEEE 754 has them.

use super::types::IntegerType;

/// A number as C reads it back: `0.5`, `-1e+300`, `inf`, `nan`.
pub fn float_text(ty: IntegerType, bits: i128) -> String {
    let text = match ty.width {
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
        assert_eq!([0.1, 16777216.0].map(single), ["0.1", "16777216.0"]);
    }
}
