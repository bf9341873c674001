//! Repetition: rounds of a loop are said once.

/// Longest block whose repetition is looked for.
const MAX_PERIOD: usize = 40;

/// Items that a repetition must cover to be worth folding.
const LEAST_COVERED: usize = 6;

/// A stretch of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// One item, by its position.
    One(usize),
    /// A block that starts at `start` and is there `times` times in a row.
    Repeat {
        /// Position of the first item.
        start: usize,
        /// Items of one round.
        length: usize,
        /// How many rounds.
        times: usize,
    },
}

/// Cuts a sequence into single items and repeated blocks; a block's own repetitions are left to a second
/// call on the block.
pub fn fold<T: PartialEq>(items: &[T]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = 0;
    while start < items.len() {
        let best = (1..=MAX_PERIOD.min((items.len() - start) / 2))
            .map(|length| (length, rounds(&items[start..], length)))
            .filter(|&(length, times)| times > 1 && length * times >= LEAST_COVERED)
            // The shortest block wins among those that cover as much.
            .max_by_key(|&(length, times)| (length * times, std::cmp::Reverse(length)));
        match best {
            Some((length, times)) => {
                parts.push(Part::Repeat { start, length, times });
                start += length * times;
            }
            None => {
                parts.push(Part::One(start));
                start += 1;
            }
        }
    }
    parts
}

/// How often the first `length` items are repeated from the start of the sequence.
fn rounds<T: PartialEq>(items: &[T], length: usize) -> usize {
    let block = &items[..length];
    items.chunks_exact(length).take_while(|chunk| *chunk == block).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_folded() {
        let items: Vec<u8> = b"a".iter().chain(b"bcd".repeat(200).iter()).chain(b"bx").copied().collect();
        assert_eq!(
            fold(&items),
            [Part::One(0), Part::Repeat { start: 1, length: 3, times: 200 }, Part::One(601), Part::One(602)]
        );
        assert_eq!(fold(b"abab"), [Part::One(0), Part::One(1), Part::One(2), Part::One(3)]);
        assert_eq!(fold(b"aaaaaa"), [Part::Repeat { start: 0, length: 1, times: 6 }]);
        assert_eq!(fold::<u8>(&[]), []);
    }
}
