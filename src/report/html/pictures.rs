//! What memory holds along a run, for the script that draws it (`memory.js`): as compact as steps are.

use serde::Serialize;
use serde_json::{Value, json};

use crate::input::quoted;
use crate::memory::{Aim, Behind, Call, Held, Memory, Moment, Named, Object, State};
use crate::style::Style;
use crate::words;

/// Memory along the run of an explanation.
#[derive(Serialize)]
pub struct Picture {
    /// The objects: kind, title, and rows of label, captions of cells, and what is left out before which of these.
    o: Vec<Value>,
    /// The globals among them.
    g: Vec<u32>,
    /// The moments: calls that are kept, further calls, states, values, objects that are not drawn.
    m: Vec<Value>,
    /// For each step of the trace its moment from 1, 0 for none; nothing if each has its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    t: Vec<u32>,
    /// The same for each step of the slice.
    s: Vec<u32>,
}

impl Picture {
    pub fn new(memory: &Memory, style: &Style) -> Self {
        let number = |moment: &Option<u32>| moment.map_or(0, |number| number + 1);
        let trace: Vec<u32> = memory.trace.iter().map(number).collect();
        let own = trace.iter().zip(1..).all(|(moment, at)| *moment == at);
        Picture {
            o: memory.objects.iter().map(|entry| object(entry, style)).collect(),
            g: memory.globals.clone(),
            m: memory.moments.iter().map(|entry| moment(entry, style)).collect(),
            t: if own { Vec::new() } else { trace },
            s: memory.slice.iter().map(number).collect(),
        }
    }
}

fn object(object: &Object, style: &Style) -> Value {
    let (kind, title) = match &object.named {
        Named::Variable(name) => ("v", style.clean(name)),
        Named::Block { number, line } => ("b", words::block(*number, *line)),
        Named::Literal => ("l", "string literal".to_owned()),
        Named::Given => ("b", "given at the start".to_owned()),
        Named::Other(name) => ("o", if name.is_empty() { "object".to_owned() } else { style.clean(name) }),
    };
    let rows = object.rows.iter().map(|row| {
        let cells: Vec<String> = row.cells.iter().map(|caption| style.clean(caption)).collect();
        json!([style.clean(&row.label), cells, row.left_out])
    });
    json!([kind, title, rows.collect::<Vec<_>>()])
}

fn moment(moment: &Moment, style: &Style) -> Value {
    let calls = moment.calls.iter().map(|call| match call {
        Call::Drawn { function, line, variables, hidden } => {
            json!([style.clean(function), line.unwrap_or(0), variables, hidden])
        }
        Call::Skipped(count) => json!(count),
    });
    let states = moment.states.iter().map(|(object, state)| json!([object, number(*state)]));
    let values = moment.values.iter().map(|(object, cell, held)| json!([object, cell, value(held, style)]));
    let (calls, states): (Vec<Value>, Vec<Value>) = (calls.collect(), states.collect());
    json!([moment.kept, calls, states, values.collect::<Vec<_>>(), moment.hidden])
}

fn number(state: State) -> u32 {
    match state {
        State::Absent => 0,
        State::There => 1,
        State::Ended => 2,
        State::Lost => 3,
    }
}

/// Null for no value, a text for what is shown as it is, 0 for a null pointer, and lists for what is drawn otherwise.
fn value(held: &Held, style: &Style) -> Value {
    match held {
        Held::Unset => Value::Null,
        Held::Number(text) => json!(text),
        Held::Text(letters, behind) => json!(text(letters, *behind)),
        Held::Null => json!(0),
        Held::Leads { object, aim } => match aim {
            Aim::Whole => json!([object]),
            Aim::Row(row) => json!([object, "r", row]),
            Aim::Cell(cell) => json!([object, "c", cell]),
            Aim::Letter(cell, 0) => json!([object, "c", cell]),
            Aim::Letter(cell, at) => json!([object, "c", cell, format!("[{at}]")]),
            Aim::Inside(bytes) => {
                json!([object, "i", 0, format!("+{}", words::count(*bytes as usize, "byte", "bytes"))])
            }
            Aim::End => json!([object, "e", 0, "end"]),
            Aim::Outside => json!([object, "e", 0, "outside"]),
        },
        Held::Hidden => json!(["h"]),
        Held::Function(name) => json!(format!("{}()", style.clean(name))),
        Held::Argument(number) => json!(format!("argument {number}")),
        Held::Unknown => json!(["u"]),
        Held::Outside => json!(["x"]),
    }
}

/// The letters of an array and what comes behind them: a question mark for what has no value.
fn text(letters: &[u8], behind: Behind) -> String {
    match behind {
        Behind::Zero => quoted(letters, ""),
        Behind::Unset => quoted(letters, "") + " ?…",
        Behind::Unknown => quoted(letters, "") + " …",
        Behind::Nothing => quoted(letters, "") + " no \\0",
        Behind::More => quoted(letters, "…"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Row;

    fn row(label: &str, cells: &[&str], left_out: &[(u32, u64)]) -> Row {
        let cells = cells.iter().map(|cell| (*cell).to_owned()).collect();
        Row { label: label.to_owned(), cells, left_out: left_out.to_vec() }
    }

    /// A variable that leads to a block with a text, which is freed, and an array of which a part is left out.
    fn sample() -> Memory {
        let named = |named, rows| Object { named, rows };
        let call = Call::Drawn { function: "main".to_owned(), line: None, variables: vec![0], hidden: 0 };
        Memory {
            objects: vec![
                named(Named::Variable("p\u{202e}<".to_owned()), vec![row("", &[""], &[])]),
                named(
                    Named::Block { number: 2, line: 12 },
                    vec![row("next", &[""], &[]), row("name", &[""], &[])],
                ),
                named(Named::Variable("table".to_owned()), vec![row("", &["[0]", "[9]"], &[(1, 8)])]),
            ],
            globals: vec![2],
            moments: vec![
                Moment {
                    calls: vec![call],
                    states: vec![(0, State::There), (1, State::There), (2, State::There)],
                    values: vec![
                        (0, 0, Held::Leads { object: 1, aim: Aim::Whole }),
                        (1, 0, Held::Null),
                        (1, 1, Held::Text(b"a\"b".to_vec(), Behind::Zero)),
                        (2, 0, Held::Number("-3".to_owned())),
                        (2, 1, Held::Unknown),
                    ],
                    ..Moment::default()
                },
                Moment { kept: 1, states: vec![(1, State::Ended)], hidden: 3, ..Moment::default() },
            ],
            trace: vec![None, Some(0), Some(1)],
            slice: vec![Some(1)],
        }
    }

    #[test]
    fn what_is_drawn_is_compact() {
        let picture = serde_json::to_string(&Picture::new(&sample(), &Style::default())).expect("JSON");
        insta::assert_snapshot!(picture.replace("],\"", "],\n\""));
    }

    #[test]
    fn texts_say_what_comes_behind_their_letters() {
        let shown = [Behind::Zero, Behind::Unset, Behind::Unknown, Behind::Nothing, Behind::More]
            .map(|behind| text(b"ab", behind));
        assert_eq!(shown, ["\"ab\"", "\"ab\" ?…", "\"ab\" …", "\"ab\" no \\0", "\"ab…\""]);
    }
}
