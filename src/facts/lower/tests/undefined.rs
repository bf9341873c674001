//! Undefined behaviour as errors.

use super::*;

#[test]
fn checks_leave_out_what_cannot_happen() {
    let letter = IntegerType { width: 8, signed: true };
    let program = program_of(|[a, b, _], sample| {
        let c = sample.global("letter");
        sample.program.variables[c.0 as usize].cells[0].ty = letter;
        let place = crate::layout::program::Place { ty: letter, ..cell(c) };
        let wide = || {
            let read = typed(ExpressionKind::Read(place.clone()), letter);
            int(ExpressionKind::Convert(Box::new(read)))
        };
        vec![
            expression(assign(a, add(wide(), number(1)))),
            expression(assign(a, binary(BinaryOperator::Divide, wide(), number(3)))),
            expression(assign(a, binary(BinaryOperator::ShiftRight, read(b), number(3)))),
            expression(assign(a, binary(BinaryOperator::Divide, number(3), read(b)))),
            expression(assign(a, binary(BinaryOperator::ShiftRight, read(b), read(b)))),
        ]
    });
    let graph = lower_with(&program, &CheckKind::ASSUMED.into());
    let texts: Vec<_> = graph.errors.iter().map(|error| error.text.as_str()).collect();
    assert_eq!(texts, ["divisor b not zero", "shift amount b in 0..31"]);
    assert!(lower(&program).errors.is_empty());
}

#[test]
fn null_is_another_error_than_an_index_out_of_bounds() {
    let program = program_of(|[_, b, _], sample| {
        let long = IntegerType { width: 64, signed: true };
        let t = sample.array("t", Storage::Global, 3);
        let p = sample.global("p - t");
        sample.program.variables[p.0 as usize].cells[0].ty = long;
        let offset = crate::layout::program::Place { ty: long, ..cell(p) };
        let mut place = element(t, vec![(typed(ExpressionKind::Read(offset), long), 3, 1)]);
        place.indices[0].nullable = true;
        vec![expression(assign(b, int(ExpressionKind::Read(place))))]
    });
    let of = |kinds: &[CheckKind]| {
        let graph = lower_with(&program, &kinds.iter().copied().collect());
        graph.errors.iter().map(|error| (error.kind, error.text.clone())).collect::<Vec<_>>()
    };
    let null = (ErrorKind::Check(CheckKind::Pointer), "pointer p not null".to_owned());
    let outside = (ErrorKind::Check(CheckKind::Bounds), "index p - t in bounds of t[3]".to_owned());
    assert_eq!(of(&[CheckKind::Pointer, CheckKind::Bounds]), [null.clone(), outside.clone()]);
    assert_eq!((of(&[CheckKind::Pointer]), of(&[CheckKind::Bounds])), (vec![null], vec![outside]));
}
