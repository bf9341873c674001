//! Whether what a run reads of the standard input is one text.

use crate::facts::cfg::{Graph, Site, SiteId};
use focuscheck_base::reading::{Drawn, Next};

use super::run::InputRead;

/// What is known of the standard input after some reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draws {
    next: Next,
    /// Whether the line that is read has fewer letters than there is room for.
    is_short: bool,
}

impl Draws {
    /// Whether a read can give a value.
    pub fn fits(self, site: &Site, value: i128) -> bool {
        let Some(drawn) = site.drawn else { return true };
        match (drawn, drawn.end()) {
            (_, Some(end)) if self.next == Next::Ended => value == end,
            (_, Some(end)) if value == end => true,
            (Drawn::Taken, _) => value != 0,
            (Drawn::Character | Drawn::Letter | Drawn::Last, _) => {
                self.next == Next::Ended
                    || self.next.letters().iter().any(|&(low, high)| (low..=high).contains(&value))
            }
            (Drawn::Filled | Drawn::Line | Drawn::Word | Drawn::Rest | Drawn::Number | Drawn::Other, _) => {
                true
            }
        }
    }

    /// A read gives a value.
    pub fn read(&mut self, site: &Site, value: i128) {
        let Some(drawn) = site.drawn else { return };
        let most = site.range.1;
        if self.next == Next::Ended && drawn.end().is_some() {
            return;
        }
        match drawn {
            _ if drawn.end() == Some(value) => self.next = Next::Ended,
            Drawn::Line => {
                self.is_short = value < most && Next::is_limit(most);
                // Of a line without letters only the end was read.
                if value == 0 {
                    self.next = Next::Open;
                }
            }
            Drawn::Last if self.is_short && value != i128::from(b'\n') => self.next = Next::Ended,
            Drawn::Other if self.next == Next::Ended => {}
            Drawn::Character
            | Drawn::Filled
            | Drawn::Taken
            | Drawn::Letter
            | Drawn::Last
            | Drawn::Word
            | Drawn::Rest
            | Drawn::Number
            | Drawn::Other => self.next = Next::behind(drawn, value, most),
        }
    }
}

/// The first read of a run that cannot give what it gives, behind what was read before; nothing if all is one text.
pub fn misfit(graph: &Graph, inputs: &[InputRead]) -> Option<SiteId> {
    let mut draws = Draws::default();
    for read in inputs {
        let site = &graph.sites[read.site.index()];
        if !draws.fits(site, read.value) {
            return Some(read.site);
        }
        draws.read(site, read.value);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_base::arith::IntegerType;
    use focuscheck_base::source::Span;

    /// Reads with their values: what each gives, the most that it may give, the value.
    fn fits(reads: &[(Drawn, i128, i128)]) -> bool {
        let site = |&(drawn, most, _): &(Drawn, i128, i128)| Site {
            drawn: Some(drawn),
            range: (-1, most),
            ..Site::new("x".to_owned(), IntegerType::INT, Span::default())
        };
        let graph = Graph { sites: reads.iter().map(site).collect(), ..Graph::default() };
        let read = |(at, &(.., value)): (usize, &(Drawn, i128, i128))| InputRead {
            site: SiteId(at as u32),
            occurrence: 0,
            value,
        };
        misfit(&graph, &reads.iter().enumerate().map(read).collect::<Vec<_>>()).is_none()
    }

    #[test]
    fn what_has_ended_stays_so() {
        let (end, letter) = ((Drawn::Character, 255, -1), (Drawn::Character, 255, 97));
        assert!(fits(&[letter, end, end, (Drawn::Filled, 1, -1), (Drawn::Line, 19, -1)]));
        for later in [letter, (Drawn::Filled, 1, 1), (Drawn::Filled, 1, 0), (Drawn::Line, 19, 3)] {
            assert!(!fits(&[end, later]), "{later:?}");
            assert!(!fits(&[(Drawn::Filled, 1, -1), later]), "{later:?}");
            assert!(!fits(&[(Drawn::Line, 19, -1), (Drawn::Other, 9, 1), later]), "{later:?}");
        }
    }

    #[test]
    fn what_takes_whatever_comes_takes_something() {
        assert!(!fits(&[(Drawn::Taken, 2, 0)]) && fits(&[(Drawn::Filled, 2, 0)]));
        assert!([-1, 1, 2].into_iter().all(|filled| fits(&[(Drawn::Taken, 2, filled)])));
    }

    #[test]
    fn a_short_line_without_an_end_is_the_last() {
        let line = |length, last| {
            let letters = [(Drawn::Line, 19, length), (Drawn::Last, 127, last), (Drawn::Character, 255, 97)];
            fits(&letters)
        };
        assert!(line(1, 10));
        assert!(!line(1, 97));
        // It may go on behind the room for it.
        assert!(line(19, 97));
    }

    #[test]
    fn numbers_and_words_end_where_what_is_none_of_them_comes() {
        let filled = (Drawn::Filled, 1, 1);
        let behind = |first, letter| fits(&[filled, first, (Drawn::Character, 255, letter)]);
        let (number, word, rest) = ((Drawn::Number, 1 << 31, 7), (Drawn::Word, 7, 3), (Drawn::Rest, 7, 3));
        let codes = |fits: &dyn Fn(i128) -> bool| -> String {
            (0..128).filter(|code| !fits(*code)).map(|code| code as u8 as char).collect()
        };
        assert_eq!(codes(&|letter| behind(number, letter)), "0123456789");
        let spaces = |letter: &i128| b"\t\n\x0b\x0c\r ".contains(&(*letter as u8));
        assert!((0..128).all(|letter| behind(word, letter) == spaces(&letter)));
        assert!((0..128).all(|letter| behind(rest, letter) == (letter == 10)));
        assert!([number, word, rest].into_iter().all(|first| behind(first, -1)));
        // As long as the limit says, it may go on.
        assert!(behind((Drawn::Word, 7, 7), 97));
        // An empty line has an end, behind which anything may come.
        assert!(fits(&[filled, number, (Drawn::Line, 9, 0), (Drawn::Character, 255, 48)]));
        // What is read in between is not known.
        assert!(fits(&[filled, number, (Drawn::Other, 9, 9), (Drawn::Character, 255, 48)]));
    }
}
