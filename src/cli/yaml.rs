//! YAML as far as task files and witnesses use it: one document of mappings, sequences and scalars.

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

/// Deeper nesting is not read.
const MAX_DEPTH: usize = 64;

/// The first document of a text. Aliases are refused: a short text could stand for more than memory holds.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut open: Vec<(Value, Option<String>)> = Vec::new();
    let mut document = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| format!("this is not YAML: {error}"))?;
        let line = span.start.line();
        let refuse = |what: &str| Err(format!("line {line}: {what}"));
        let value = match event {
            Event::Scalar(text, style, _, _) => scalar(&text, style),
            Event::Alias(_) => return refuse("aliases are not understood"),
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= MAX_DEPTH {
                    return refuse("this is nested too deeply");
                }
                let sequence = matches!(event, Event::SequenceStart(..));
                open.push((
                    if sequence { Value::Array(Vec::new()) } else { Value::Object(Map::new()) },
                    None,
                ));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((value, _)) => value,
                None => return refuse("something ends that has not begun"),
            },
            Event::DocumentEnd => break,
            _ => continue,
        };
        match open.last_mut() {
            None => document = Some(value),
            Some((Value::Array(items), _)) => items.push(value),
            Some((Value::Object(fields), key)) => match key.take() {
                Some(key) => {
                    if fields.insert(key, value).is_some() {
                        return refuse("a key is there twice");
                    }
                }
                None => match value {
                    Value::String(name) => *key = Some(name),
                    Value::Array(_) | Value::Object(_) => return refuse("a key must be a word"),
                    other => *key = Some(other.to_string()),
                },
            },
            Some(_) => return refuse("this is no sequence and no mapping"),
        }
    }
    document.ok_or_else(|| "the text is empty".to_owned())
}

/// What an unquoted word means depends on how it looks.
fn scalar(text: &str, style: ScalarStyle) -> Value {
    match text {
        _ if style != ScalarStyle::Plain => text.into(),
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        _ => text.parse::<i64>().map_or_else(|_| text.into(), Value::from),
    }
}

/// A scalar as text.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read() {
        let text = "a: 'x'\nb:\n  - 1\n  - {c: true, d: \"2\"}\n# note\ne: >\n  two\n  words\nf:\n";
        let expected = serde_json::json!({
            "a": "x", "b": [1, {"c": true, "d": "2"}], "e": "two words\n", "f": null
        });
        assert_eq!(parse(text), Ok(expected));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let bomb = "a: &a [x, x]\nb: [*a, *a]\n".to_owned();
        let deep = "[".repeat(10_000);
        for text in ["", "a: [", "a: 1\na: 2", "? [1]\n: 2", "a: 'b", &bomb, &deep] {
            assert!(parse(text).is_err(), "{text:.20}");
        }
    }
}
