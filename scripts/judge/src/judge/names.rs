//! How reports call inputs.

use std::collections::BTreeMap;

use serde_json::Value;

use super::program::Program;

/// The names that conditions may use, with the index of the input.
pub fn names(program: &Program) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for (index, input) in program.inputs.iter().enumerate() {
        let earlier = &program.inputs[..index];
        let before = earlier.iter().filter(|i| i.name == input.name && i.line == input.line).count();
        let numbered =
            if before == 0 { input.name.clone() } else { format!("{}#{}", input.name, before + 1) };
        names.insert(format!("{numbered}@{}", input.line), index);
        names.entry(numbered).or_insert(index);
    }
    names
}

/// The inputs of a report's explanation as entries of the program's: index, value, whether it is said to matter.
pub fn listed(program: &Program, explanation: &Value) -> Vec<(usize, i64, bool)> {
    let mut found = Vec::new();
    for input in explanation["inputs"].as_array().into_iter().flatten() {
        let (Some(name), Some(line)) = (input["name"].as_str(), input["line"].as_u64()) else { continue };
        // `x#2` is the second read of `x` at its line.
        let (name, number) = name.split_once('#').unwrap_or((name, "1"));
        let Ok(number) = number.parse::<usize>() else { continue };
        let same = program.inputs.iter().enumerate();
        let mut same =
            same.filter(|(_, i)| i.name == name && u64::from(i.line) == line).map(|(index, _)| index);
        let index = same.nth(number.saturating_sub(1));
        let value = input["value"].as_i64().or_else(|| input["value"].as_str()?.parse().ok());
        if let (Some(index), Some(value)) = (index, value) {
            found.push((index, value, input["matters"].as_bool().unwrap_or(true)));
        }
    }
    found
}

/// A vector with the listed values, and the first of the box for all others.
pub fn vector(program: &Program, listed: &[(usize, i64, bool)]) -> Vec<i64> {
    let mut vector: Vec<i64> =
        program.inputs.iter().map(|i| i.values.first().copied().unwrap_or(0)).collect();
    for (index, value, _) in listed {
        vector[*index] = *value;
    }
    vector
}

/// A vector in words.
pub fn shown(program: &Program, vector: &[i64]) -> String {
    let pair = |(input, value): (&super::program::Input, &i64)| format!("{} = {value}", input.name);
    program.inputs.iter().zip(vector).map(pair).collect::<Vec<_>>().join(", ")
}
