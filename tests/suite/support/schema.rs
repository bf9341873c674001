//! Values against the schemas of the formats.

use std::fs;
use std::path::Path;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What a schema says against a value, the first few things.
pub fn violations(schema: &str, value: &Value) -> Vec<String> {
    let text = fs::read_to_string(Path::new(ROOT).join(schema)).expect("a schema");
    // The published schema of SARIF has a `]` too many in a pattern, which no strict reader of patterns takes.
    let text = text.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}?$");
    let schema = serde_json::from_str(&text).expect("a JSON schema");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    validator.iter_errors(value).take(5).map(|error| format!("{}: {error}", error.instance_path())).collect()
}
