//! Small random programs that fill, copy, cut and search texts. Most of what they do is in bounds; a run that leaves an array
//! ends there.

use std::fmt::Write as _;

use super::seeded::Random;

/// The arrays of characters, with how many there are.
const ARRAYS: [(&str, usize); 3] = [("a", 6), ("b", 8), ("g", 5)];

/// A program.
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::from(
        "#include <stdio.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n\
         extern char __VERIFIER_nondet_char(void);\nchar g[5] = \"xy\";\nint t[4];\n",
    );
    let _ = writeln!(text, "static int f(char *s, const char *u, int n) {{ int i = 0, k = 0; char c = 0;");
    body(&mut text, &mut random, &[("s", 5), ("u", 5)], 1);
    let _ = writeln!(text, "return i + k; }}");
    let declared = ["", " = \"\"", " = \"ab\"", " = {0}"];
    let (a, b) = (declared[random.below(4)], declared[random.below(4)]);
    let _ = writeln!(
        text,
        "int main(void) {{ char a[6]{a}; char b[8]{b}; int i = 0, k = 0; int n = __VERIFIER_nondet_int(); char c = 0;\n\
         if (n < 0 || n > 5) return 0;"
    );
    let statements = 3 + random.below(4);
    body(&mut text, &mut random, &ARRAYS, statements);
    let _ = writeln!(text, "return i; }}");
    text
}

fn body(text: &mut String, random: &mut Random, arrays: &[(&str, usize)], statements: usize) {
    for _ in 0..statements {
        let (one, size) = arrays[random.below(arrays.len())];
        let (other, _) = arrays[random.below(arrays.len())];
        let at = random.below(size);
        let reads_only = one == "u";
        let is_main = arrays.len() == ARRAYS.len();
        // What changes a text in one place, and what counts how far it goes then, says most.
        let which = match random.below(if reads_only { 6 } else { 34 }) {
            19..=22 => 7,
            23..=25 => 6,
            26..=28 => 8,
            17 => 0,
            29.. => 14,
            which => which,
        };
        let _ = match which {
            0 => writeln!(text, "i = (int)strlen({one});"),
            1 => writeln!(text, "for (i = 0; {one}[i] != 0; i++) k++;"),
            2 => writeln!(text, "for (i = 0; i < {at} && {one}[i] && {one}[i] != 'x'; i++) k = i;"),
            3 => writeln!(text, "c = {one}[{at}]; if (c) k = 1;"),
            4 => writeln!(text, "if (strcmp({one}, {other}) == 0) k = 2;"),
            5 => writeln!(text, "i = 0; while ({one}[i] && {one}[i] == {other}[i]) i++;"),
            6 => writeln!(text, "{one}[{at}] = {};", ["c", "'q'"][random.below(2)]),
            7 => writeln!(text, "{one}[{at}] = 0;"),
            8 | 9 => writeln!(text, "{one}[n] = {};", ["'q'", "0"][random.below(2)]),
            18 if is_main => writeln!(text, "if (fgets({one}, {size}, stdin)) k = 3; else k = 4;"),
            10 => {
                writeln!(text, "{{ char *p = {one}; const char *q = {other}; while ((*p++ = *q++)) k++; }}")
            }
            11 => writeln!(
                text,
                "for (i = 0; i < n && i < {size} - 1; i++) {one}[i] = __VERIFIER_nondet_char(); {one}[i] = 0;"
            ),
            12 => writeln!(text, "for (i = 0; i < 4; i++) t[i] = {one}[i] != 0; k = t[3];"),
            13 => writeln!(
                text,
                "{{ char *e = {one} + strlen({one}); while (e > {one} && e[-1] == 'x') e--; *e = 0; }}"
            ),
            14 if is_main => writeln!(text, "k = f({one}, {other}, n);"),
            15 => writeln!(text, "memset({one}, {}, {at});", ["0", "'z'"][random.below(2)]),
            16 => writeln!(text, "strncat({one}, {other}, {at});"),
            _ => writeln!(text, "{one}[0] = {other}[0];"),
        };
        if matches!(which, 6..=9 | 14) && random.below(2) == 0 {
            let _ = writeln!(text, "for (i = 0; {one}[i] != 0; i++) k++;");
        }
    }
}
