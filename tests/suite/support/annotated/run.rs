//! What a function does on given inputs, until the first thing fails that has to hold.
//!
//! Annotations are evaluated with three truth values: what reads outside of an array is not known, and then nothing is
//! claimed. Quantifiers are tried on the integers near zero, and on some far away.

use super::tree::{Clause, Does, Ex, Function, Location, Loop, Range, St};

/// What fails: `I` an access, `D` a division, `A` an assertion, `E` a postcondition, `i` and `m` a loop invariant at the
/// entry and later, `v` a variant, `S` an assignment; with the line of the clause or of the statement.
pub type Key = (char, u32);

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// What has to hold held.
    Holds,
    /// These fail, all in one evaluation: the clauses of one contract are judged each by itself.
    Fails(Vec<Key>),
    /// The inputs do not satisfy the precondition.
    NoRun,
    /// Nobody knows.
    Unknown,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Number(i64),
    /// A pointer into an array: its number, and at which element.
    Pointer(usize, i64),
}

#[derive(Clone, Debug, Default)]
struct State {
    /// Variables, the last one of a name counts; `None`: without a value.
    variables: Vec<(String, Option<i64>)>,
    /// Into which array a parameter points, and at which element.
    arrays: Vec<(String, usize, i64)>,
    contents: Vec<Vec<i64>>,
}

enum Stop {
    End(End),
    Return(Option<i64>),
    Break,
    Continue,
}

struct Run<'f> {
    function: &'f Function,
    state: State,
    entry: State,
    result: Option<i64>,
    /// What the loops around may assign, and how many variables there were before each.
    around: Vec<(&'f Loop, usize)>,
    steps: u32,
}

/// Runs a function.
pub fn run(function: &Function, inputs: &[Input], contents: &[Vec<i64>]) -> End {
    let mut state = State { contents: contents.to_vec(), ..State::default() };
    for ((name, _), input) in function.parameters.iter().zip(inputs) {
        match input {
            Input::Number(value) => state.variables.push((name.clone(), Some(*value))),
            Input::Pointer(number, at) => state.arrays.push((name.clone(), *number, *at)),
        }
    }
    let entry = state.clone();
    let mut run = Run { function, state, entry, result: None, around: Vec::new(), steps: 0 };
    for clause in &function.requires {
        match run.holds(&clause.says) {
            Some(true) => {}
            Some(false) => return End::NoRun,
            None => return End::Unknown,
        }
    }
    match run.block(&function.body) {
        Err(Stop::End(end)) => return end,
        Err(Stop::Return(value)) => run.result = value,
        _ if function.returns => return End::Unknown,
        _ => {}
    }
    // Postconditions speak of parameters as they were at the entry.
    run.state.variables.clone_from(&run.entry.variables);
    match run.judged('E', &function.ensures) {
        Err(end) => end,
        Ok(()) => End::Holds,
    }
}

impl State {
    fn variable(&self, name: &str) -> Option<i64> {
        self.variables.iter().rev().find(|(known, _)| known == name)?.1
    }

    /// An array, and which of its elements a pointer and an index mean.
    fn array(&self, name: &str, index: i64) -> Option<(usize, i64)> {
        let (_, number, at) = self.arrays.iter().find(|(known, ..)| known == name)?;
        Some((*number, at.checked_add(index)?))
    }

    fn element(&self, name: &str, index: i64) -> Option<i64> {
        let (number, index) = self.array(name, index)?;
        usize::try_from(index).ok().and_then(|index| self.contents[number].get(index)).copied()
    }
}

/// `left operator right`; nothing where C has nothing.
fn computed(operator: &str, left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        "+" => left.checked_add(right)?,
        "-" => left.checked_sub(right)?,
        "*" => left.checked_mul(right)?,
        "/" => left.checked_div(right)?,
        "%" => left.checked_rem(right)?,
        "<" => i64::from(left < right),
        "<=" => i64::from(left <= right),
        ">" => i64::from(left > right),
        ">=" => i64::from(left >= right),
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        _ => unreachable!("{operator}"),
    })
}

/// Annotations.
impl Run<'_> {
    fn holds(&self, says: &Ex) -> Option<bool> {
        self.truth(says, &self.state, &mut Vec::new())
    }

    /// Whether clauses hold that are evaluated together.
    fn judged(&self, kind: char, clauses: &[Clause]) -> Result<(), End> {
        let truths: Vec<_> = clauses.iter().map(|clause| (clause.line, self.holds(&clause.says))).collect();
        let fails: Vec<Key> =
            truths.iter().filter(|(_, truth)| *truth == Some(false)).map(|(line, _)| (kind, *line)).collect();
        match (fails.is_empty(), truths.iter().all(|(_, truth)| truth.is_some())) {
            (false, _) => Err(End::Fails(fails)),
            (true, false) => Err(End::Unknown),
            (true, true) => Ok(()),
        }
    }

    fn truth(&self, says: &Ex, state: &State, bound: &mut Vec<(String, i64)>) -> Option<bool> {
        match says {
            Ex::Two(operator, left, right) => match &operator[..] {
                "&&" | "||" | "==>" | "<==>" => {
                    let (left, right) = (self.truth(left, state, bound), self.truth(right, state, bound));
                    match &operator[..] {
                        "<==>" => Some(left? == right?),
                        "&&" if left == Some(false) || right == Some(false) => Some(false),
                        "&&" => Some(left? && right?),
                        "||" if left == Some(true) || right == Some(true) => Some(true),
                        "||" => Some(left? || right?),
                        _ if left == Some(false) || right == Some(true) => Some(true),
                        _ => Some(!left? || right?),
                    }
                }
                _ => Some(self.integer(says, state, bound)? != 0),
            },
            Ex::Not(inner) => Some(!self.truth(inner, state, bound)?),
            Ex::Old(inner) => self.truth(inner, &self.entry, bound),
            Ex::Quantified(all, name, body) => {
                let mut result = Some(*all);
                for value in (-4..=8).chain([-1_000_000, -50, 50, 1_000_000]) {
                    bound.push((name.clone(), value));
                    let truth = self.truth(body, state, bound);
                    bound.pop();
                    match truth {
                        Some(truth) if truth != *all => return Some(truth),
                        Some(_) => {}
                        None => result = None,
                    }
                }
                result
            }
            Ex::Valid(range) => {
                let (number, first, last) = self.ends(range, state, bound)?;
                let length = state.contents[number].len() as i64;
                Some(first > last || 0 <= first && last < length)
            }
            Ex::Separated(one, other) => {
                let (array, first, last) = self.ends(one, state, bound)?;
                let (number, low, high) = self.ends(other, state, bound)?;
                Some(array != number || first > last || low > high || last < low || high < first)
            }
            _ => Some(self.integer(says, state, bound)? != 0),
        }
    }

    /// The array of a range, and the elements.
    fn ends(
        &self,
        range: &Range,
        state: &State,
        bound: &mut Vec<(String, i64)>,
    ) -> Option<(usize, i64, i64)> {
        let (number, first) = state.array(&range.array, self.integer(&range.first, state, bound)?)?;
        let (_, last) = state.array(&range.array, self.integer(&range.last, state, bound)?)?;
        Some((number, first, last))
    }

    fn integer(&self, term: &Ex, state: &State, bound: &mut Vec<(String, i64)>) -> Option<i64> {
        match term {
            Ex::Number(value) => Some(*value),
            Ex::Name(name) => match bound.iter().rev().find(|(known, _)| known == name) {
                Some((_, value)) => Some(*value),
                None => state.variable(name),
            },
            Ex::Result => self.result,
            Ex::Index(array, index) => {
                let index = self.integer(index, state, bound)?;
                state.element(array, index)
            }
            Ex::Minus(inner) => Some(-self.integer(inner, state, bound)?),
            Ex::Old(inner) => self.integer(inner, &self.entry, bound),
            Ex::Two(operator, left, right) if !matches!(&operator[..], "&&" | "||" | "==>" | "<==>") => {
                computed(operator, self.integer(left, state, bound)?, self.integer(right, state, bound)?)
            }
            _ => Some(i64::from(self.truth(term, state, bound)?)),
        }
    }
}

/// The program.
impl<'f> Run<'f> {
    fn value(&self, expression: &Ex, line: u32) -> Result<i64, Stop> {
        let unknown = || Stop::End(End::Unknown);
        match expression {
            Ex::Number(value) => Ok(*value),
            Ex::Name(name) => self.state.variable(name).ok_or_else(unknown),
            Ex::Index(array, index) => {
                let index = self.value(index, line)?;
                self.state.element(array, index).ok_or(Stop::End(End::Fails(vec![('I', line)])))
            }
            Ex::Not(inner) => Ok(i64::from(self.value(inner, line)? == 0)),
            Ex::Minus(inner) => Ok(-self.value(inner, line)?),
            Ex::Two(operator, left, right) => {
                let left = self.value(left, line)?;
                match &operator[..] {
                    "&&" if left == 0 => return Ok(0),
                    "||" if left != 0 => return Ok(1),
                    "&&" | "||" => return Ok(i64::from(self.value(right, line)? != 0)),
                    _ => {}
                }
                let right = self.value(right, line)?;
                if matches!(&operator[..], "/" | "%") && right == 0 {
                    return Err(Stop::End(End::Fails(vec![('D', line)])));
                }
                computed(operator, left, right).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }

    fn block(&mut self, statements: &'f [St]) -> Result<(), Stop> {
        let outer = self.state.variables.len();
        let end = statements.iter().try_for_each(|statement| self.statement(statement));
        self.state.variables.truncate(outer);
        end
    }

    fn statement(&mut self, statement: &'f St) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > 2_000 {
            return Err(Stop::End(End::Unknown));
        }
        let line = statement.line;
        match &statement.does {
            Does::Declare(name, value) => {
                let value = value.as_ref().map(|value| self.value(value, line)).transpose()?;
                self.state.variables.push((name.clone(), value));
                Ok(())
            }
            Does::Assign(place, value) => self.assign(place, value, line),
            Does::If(condition, yes, no) => match self.value(condition, line)? {
                0 => self.block(no),
                _ => self.block(yes),
            },
            Does::While(annotations, condition, body) => {
                self.rounds(annotations, (condition, line), None, body)
            }
            Does::For(annotations, first, condition, step, body) => {
                let outer = self.state.variables.len();
                self.statement(first)?;
                let end = self.rounds(annotations, (condition, line), Some(step), body);
                self.state.variables.truncate(outer);
                end
            }
            Does::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value, line)).transpose()?;
                Err(Stop::Return(value))
            }
            Does::Break => Err(Stop::Break),
            Does::Continue => Err(Stop::Continue),
            Does::Assert(clause) => self.judged('A', std::slice::from_ref(clause)).map_err(Stop::End),
        }
    }

    fn assign(&mut self, place: &Ex, value: &Ex, line: u32) -> Result<(), Stop> {
        match place {
            Ex::Name(name) => {
                let value = self.value(value, line)?;
                let position = self.state.variables.iter().rposition(|(known, _)| known == name);
                let position = position.ok_or(Stop::End(End::Unknown))?;
                for (annotations, before) in self.around.iter().rev() {
                    let Some(assigns) = &annotations.assigns else { continue };
                    let named =
                        assigns.iter().any(|place| matches!(place, Location::Name(known) if known == name));
                    if position < *before && !named {
                        return Err(Stop::End(End::Fails(vec![('S', line)])));
                    }
                }
                self.state.variables[position].1 = Some(value);
                Ok(())
            }
            Ex::Index(array, index) => {
                let value = self.value(value, line)?;
                let index = self.value(index, line)?;
                self.state.element(array, index).ok_or(Stop::End(End::Fails(vec![('I', line)])))?;
                let own = self.function.assigns.as_ref().map(|assigns| (assigns, &self.entry));
                let loops = self.around.iter().filter_map(|(annotations, _)| annotations.assigns.as_ref());
                for (assigns, state) in loops.map(|assigns| (assigns, &self.state)).chain(own) {
                    match self.may_assign(assigns, state, array, index) {
                        Some(true) => {}
                        Some(false) => return Err(Stop::End(End::Fails(vec![('S', line)]))),
                        None => return Err(Stop::End(End::Unknown)),
                    }
                }
                let (number, index) = self.state.array(array, index).ok_or(Stop::End(End::Unknown))?;
                self.state.contents[number][index as usize] = value;
                Ok(())
            }
            _ => Err(Stop::End(End::Unknown)),
        }
    }

    fn may_assign(&self, assigns: &[Location], state: &State, array: &str, index: i64) -> Option<bool> {
        let (number, index) = state.array(array, index)?;
        for location in assigns {
            let Location::Range(range) = location else { continue };
            let (other, first, last) = self.ends(range, state, &mut Vec::new())?;
            if other == number && first <= index && index <= last {
                return Some(true);
            }
        }
        Some(false)
    }

    fn rounds(
        &mut self,
        annotations: &'f Loop,
        (condition, line): (&Ex, u32),
        step: Option<&'f St>,
        body: &'f [St],
    ) -> Result<(), Stop> {
        self.judged('i', &annotations.invariants).map_err(Stop::End)?;
        loop {
            let before = match &annotations.variant {
                Some(clause) => {
                    let value = self.integer(&clause.says, &self.state, &mut Vec::new());
                    Some((clause, value.ok_or(Stop::End(End::Unknown))?))
                }
                None => None,
            };
            self.around.push((annotations, self.state.variables.len()));
            let is_over = self.round((condition, line), step, body);
            self.around.pop();
            if is_over? {
                return Ok(());
            }
            let invariants = self.judged('m', &annotations.invariants);
            let variant = before.map_or(Ok(()), |(clause, before)| {
                match self.integer(&clause.says, &self.state, &mut Vec::new()) {
                    Some(after) if after < before && before >= 0 => Ok(()),
                    Some(_) => Err(End::Fails(vec![('v', clause.line)])),
                    None => Err(End::Unknown),
                }
            });
            match (invariants, variant) {
                (Err(End::Fails(mut fails)), Err(End::Fails(more))) => {
                    fails.extend(more);
                    return Err(Stop::End(End::Fails(fails)));
                }
                (Err(end @ End::Fails(_)), _)
                | (_, Err(end @ End::Fails(_)))
                | (Err(end), _)
                | (_, Err(end)) => {
                    return Err(Stop::End(end));
                }
                (Ok(()), Ok(())) => {}
            }
        }
    }

    /// One round of a loop; whether it is left.
    fn round(
        &mut self,
        (condition, line): (&Ex, u32),
        step: Option<&'f St>,
        body: &'f [St],
    ) -> Result<bool, Stop> {
        if self.value(condition, line)? == 0 {
            return Ok(true);
        }
        match self.block(body) {
            Err(Stop::Break) => return Ok(true),
            Ok(()) | Err(Stop::Continue) => {}
            Err(stop) => return Err(stop),
        }
        step.map_or(Ok(()), |step| self.statement(step))?;
        Ok(false)
    }
}
