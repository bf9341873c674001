//! How far a search goes on before the solver is asked.

/// Levels between two questions on the way, at most.
const LONGEST: u32 = 32;

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
        self.length = if contradicted { 0 } else { (2 * self.length).clamp(1, LONGEST) };
        self.next = level + self.length;
    }
}
