//! A generated program: one text for FocusCheck and one for the compiler.
//!
//! The text has marks: `OPEN compiler's MIDDLE tool's CLOSE`. The compiler gets what stands before the middle, the tool what
//! stands behind it; lines are the same in both.

/// Begins a mark.
pub const OPEN: char = '\u{1}';
/// Parts the compiler's text from the tool's.
pub const MIDDLE: char = '\u{2}';
/// Ends a mark.
pub const CLOSE: char = '\u{3}';

/// Different texts for the compiler and for the tool.
pub fn mark(compiler: &str, tool: &str) -> String {
    format!("{OPEN}{compiler}{MIDDLE}{tool}{CLOSE}")
}

/// Stands around the name of a moment in the compiler's text, where facts can be looked at.
pub const HOOK: char = '\u{4}';

/// Facts that are looked at, by moment: C texts.
pub type Hooks = std::collections::BTreeMap<String, Vec<String>>;

/// The mark of a moment, as an expression.
pub fn hook(moment: &str, line: u32) -> String {
    format!("{HOOK}{moment}:{line}{HOOK}")
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A parameter of the function where runs start.
    Parameter,
    /// What a global has when the function begins.
    Global,
    /// A value that the program reads.
    Read,
}

/// One input of a program.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name by which reports call it.
    pub name: String,
    /// The line at which it is read or declared.
    pub line: u32,
    /// Where it comes from.
    pub source: Source,
    /// The values that are tried.
    pub values: Vec<i64>,
}

/// A whole condition of the program.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Its line.
    pub line: u32,
    /// Its text as the tool sees it; `case 1` of a case.
    pub text: String,
    /// The function that it stands in.
    pub function: String,
}

/// A program with its box of inputs.
#[derive(Clone, Debug)]
pub struct Program {
    /// The seed that it was made from.
    pub seed: u64,
    /// The text with marks.
    pub marked: String,
    /// What is not fixed.
    pub inputs: Vec<Input>,
    /// The function of `--entry`.
    pub entry: Option<String>,
    /// Whole conditions by number.
    pub conditions: Vec<Condition>,
    /// Names that the compiler sees with the seed behind them.
    pub names: Vec<String>,
    /// Clauses `ensures` of the entry: line, text, and C text for the compiler over `result`.
    pub ensures: Vec<(u32, String, String)>,
    /// Globals with their initial values.
    pub globals: Vec<(String, i64)>,
    /// Global arrays.
    pub arrays: Vec<String>,
    /// Whether the program itself restricts all inputs to the box.
    pub bounded: bool,
}

impl Program {
    fn text(&self, compiler: bool) -> String {
        let mut text = String::new();
        // The sides of the marks around, from the outermost one on: the compiler's or the tool's.
        let mut sides: Vec<bool> = Vec::new();
        for c in self.marked.chars() {
            match c {
                OPEN => sides.push(true),
                MIDDLE => {
                    if let Some(side) = sides.last_mut() {
                        *side = false;
                    }
                }
                CLOSE => _ = sides.pop(),
                _ if sides.iter().all(|side| *side == compiler) => text.push(c),
                _ => {}
            }
        }
        text
    }

    /// What FocusCheck reads.
    pub fn tool_text(&self) -> String {
        self.text(false)
    }

    /// What the compiler reads, without directives.
    pub fn compiler_text(&self, hooks: &Hooks) -> String {
        let marked = self.text(true);
        let mut text = String::new();
        for (number, part) in marked.split(HOOK).enumerate() {
            match (number % 2, hooks.get(part)) {
                (0, _) => text += part,
                (_, None) => text += "(void)0",
                (_, Some(facts)) => text += &format!("({})", facts.join(", ")),
            }
        }
        text.lines().map(|l| if l.starts_with('#') { "\n".to_owned() } else { format!("{l}\n") }).collect()
    }

    /// Whether it computes with numbers near the limits of `int`.
    pub fn is_large(&self) -> bool {
        ["2147483", "00000"].iter().any(|number| self.marked.contains(number))
    }

    /// All vectors of the box.
    pub fn vectors(&self) -> Vec<Vec<i64>> {
        let mut vectors = vec![Vec::new()];
        for input in &self.inputs {
            let longer = |v: &Vec<i64>| {
                let v = v.clone();
                input.values.iter().map(move |value| [v.clone(), vec![*value]].concat()).collect::<Vec<_>>()
            };
            vectors = vectors.iter().flat_map(longer).collect();
        }
        vectors
    }

    /// Vectors beside the box, one input at a time: where the program restricts its inputs they end at once.
    pub fn neighbours(&self) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for end in [0, usize::MAX] {
            let at = |input: &Input| input.values.get(end.min(input.values.len().saturating_sub(1))).copied();
            let base: Vec<i64> = self.inputs.iter().map(|i| at(i).unwrap_or(0)).collect();
            for (index, input) in self.inputs.iter().enumerate() {
                let (least, most) = (input.values.iter().min(), input.values.iter().max());
                let below = least.filter(|v| (-100..0).contains(*v)).map(|v| v - 1);
                let above = most.filter(|v| **v < 100).map(|v| v + 1);
                for value in below.into_iter().chain(above) {
                    let mut vector = base.clone();
                    vector[index] = value;
                    found.push(vector);
                }
            }
        }
        found
    }

    /// The command line's options for `check`.
    pub fn options(&self) -> Vec<String> {
        self.entry.iter().flat_map(|entry| ["--entry".to_owned(), entry.clone()]).collect()
    }
}
