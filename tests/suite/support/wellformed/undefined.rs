//! Programs with one statement whose behaviour is undefined.

use super::super::random::Random;
use super::{Features, Generator, WellFormed};

/// What is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Signed arithmetic leaves its range.
    Overflow,
    /// Division or remainder by zero.
    Division,
    /// A shift by a negative amount or by too much.
    ShiftAmount,
    /// A left shift of a negative value or out of range.
    ShiftBase,
    /// An index outside its array.
    Bounds,
}

/// A statement to be planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Globals that it needs.
    pub(super) declarations: Vec<String>,
    /// The statement, with what has to be around it. The line that holds `/*here*/` is undefined.
    pub(super) statements: Vec<String>,
}

/// The program of a seed with one undefined statement, on the line with this text.
pub const HERE: &str = "/*here*/";

/// A program that reaches a statement without defined behaviour, and the kind.
pub fn generate(seed: u64, features: Features) -> (WellFormed, Kind) {
    let mut generator = Generator::new(seed, features);
    let mut random = Random::new(seed ^ 0xDEAD);
    let kind = random.pick(&[
        Kind::Overflow,
        Kind::Overflow,
        Kind::Division,
        Kind::ShiftAmount,
        Kind::ShiftBase,
        Kind::Bounds,
    ]);
    let planted = planted(&mut random, kind, &generator.prefix);
    generator.program(Some(&planted));
    (WellFormed { text: generator.lines.join("\n") + "\n", prefix: generator.prefix }, kind)
}

fn planted(random: &mut Random, kind: Kind, prefix: &str) -> Planted {
    let (high, low, one, zero, many, array, sink) = (
        format!("{prefix}_high"),
        format!("{prefix}_low"),
        format!("{prefix}_one"),
        format!("{prefix}_zero"),
        format!("{prefix}_many"),
        format!("{prefix}_array"),
        format!("{prefix}_sink"),
    );
    // A signed type with its greatest value, and one as wide or narrower for small operands.
    let (ty, most) = random.pick(&[
        ("int", "2147483647"),
        ("int", "0x7fffffff"),
        ("long long", "9223372036854775807LL"),
        ("long long", "0x7fffffffffffffffLL"),
    ]);
    let small = random.pick(&["int", "short", "signed char", "char", "long"]);
    let small = if ty == "int" && small == "long" { "int" } else { small };
    let unsigned = random.pick(&["unsigned", "unsigned long", "unsigned char", "int", "long long"]);
    let declarations = vec![
        format!("{ty} {high} = {most};"),
        format!("{ty} {low} = -{most} - 1;"),
        format!("{small} {one} = 1;"),
        format!("{unsigned} {zero};"),
        format!("int {many} = {};", random.pick(&[64, 65, 100, -1, -64, 2_000_000_000])),
        format!("int {array}[3][5];"),
        format!("long long {sink};"),
    ];
    let forms = forms(kind, [&high, &low, &one, &zero, &many, &array, &sink]);
    let statement = format!("{} {HERE}", random.pick(&forms));
    let statements = match random.below(4) {
        0 => vec![statement],
        1 => vec![format!("if ({one}) {{"), statement, "}".to_owned()],
        2 => vec![
            format!("for (int {prefix}_r = 0; {prefix}_r < 3; {prefix}_r++) {{"),
            format!("if ({prefix}_r == 2)"),
            statement,
            "}".to_owned(),
        ],
        _ => vec![format!("switch ({one}) {{"), "case 1:;".to_owned(), statement, "}".to_owned()],
    };
    Planted { declarations, statements }
}

/// Statements that are undefined in one way, over variables with these names.
fn forms(kind: Kind, [high, low, one, zero, many, array, sink]: [&str; 7]) -> Vec<String> {
    match kind {
        Kind::Overflow => vec![
            format!("{sink} = {high} + {one};"),
            format!("{sink} = {one} + {high};"),
            format!("{sink} = {low} - {one};"),
            format!("{sink} = {high} * ({one} + 1);"),
            format!("{sink} = {high} * {high};"),
            format!("{sink} = {low} * -1;"),
            format!("{sink} = -{low};"),
            format!("{high} += {one};"),
            format!("{low} -= {one};"),
            format!("{high} *= {high};"),
            format!("{high}++;"),
            format!("++{high};"),
            format!("{low}--;"),
            format!("{sink} = --{low};"),
            format!("{sink} = {low} / -{one};"),
            format!("{low} /= -{one};"),
            format!("{sink} = ({high} - 5 + {one} * 6) > 3;"),
        ],
        Kind::Division => vec![
            format!("{sink} = {high} / {zero};"),
            format!("{sink} = {one} % {zero};"),
            format!("{high} /= {zero};"),
            format!("{one} %= {zero};"),
            format!("{sink} = 7 / ({zero} * 3);"),
            format!("{sink} = 1 && {high} / {zero};"),
        ],
        Kind::ShiftAmount => vec![
            format!("{sink} = {one} << {many};"),
            format!("{sink} = {high} >> {many};"),
            format!("{sink} = 1u << {many};"),
            format!("{one} <<= {many};"),
            format!("{high} >>= {many};"),
            format!("{sink} = {zero} >> ({many} | 64);"),
        ],
        Kind::ShiftBase => vec![
            format!("{sink} = {high} << 1;"),
            format!("{sink} = {low} << {one};"),
            format!("{sink} = -{one} << 3;"),
            format!("{high} <<= {one};"),
            format!("{sink} = 1 << (30 + {one});"),
            format!("{sink} = -{one} << 0;"),
        ],
        Kind::Bounds => vec![
            format!("{sink} = {array}[3 * {one}][1];"),
            format!("{array}[{one}][5 * {one}] = 4;"),
            format!("{array}[{one}][-{one}] += 4;"),
            format!("{array}[1][{many}]++;"),
            format!("{sink} = {array}[2][{one} + 4];"),
        ],
    }
}
