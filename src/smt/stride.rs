//! How far a search goes on before the solver is asked.

/// Levels between two questions on the way, at most, where there are few levels.
const LONGEST: u32 = 32;

/// Where there are many, the part of them that may lie between two questions: each question looks at all levels before, so
/// that questions at equal distances would cost the square of the length of a path.
const PART: u32 = 8;

/// When the solver is asked next: soon after a contradiction, and more rarely the longer there is none.
#[derive(Default)]
pub struct Stride {
    next: u32,
    length: u32,
}

impl Stride {
    /// Whether it is time to ask at a level.
    pub fn is_due(&mut self, level: u32) -> bool {
        self.next = self.next.min(level + self.length);
        level >= self.next
    }

    /// It was asked, and the search goes on from a level; whether it found a contradiction.
    pub fn asked(&mut self, level: u32, contradicted: bool) {
        let longest = LONGEST.max(level / PART);
        self.length = if contradicted { 0 } else { (2 * self.length).clamp(1, longest) };
        self.next = level + self.length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often the solver is asked on a path of so many decisions, without a contradiction.
    fn questions(levels: u32) -> usize {
        let mut stride = Stride::default();
        let mut asked = 0;
        for level in 0..levels {
            if stride.is_due(level) {
                asked += 1;
                stride.asked(level, false);
            }
        }
        asked
    }

    /// A path that is ten times as long takes a few questions more, not ten times as many.
    #[test]
    fn long_paths() {
        let (short, long) = (questions(1_000), questions(10_000));
        assert!(long <= short + 30, "{short}, {long}");
    }
}
