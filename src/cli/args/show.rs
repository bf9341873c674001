//! Arguments of `show`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::shared::ColorChoice;
use focuscheck_base::options::{Format, Level};

/// The forms that a saved report can be shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// For people.
    #[default]
    Text,
    /// JSON, schema `focuscheck/2`.
    Json,
    /// SARIF 2.1.0, for code-scanning services.
    Sarif,
    /// JUnit XML, for continuous integration.
    Junit,
    /// For browsers: a folder with a page for each file and an index.
    Html,
}

impl ShowFormat {
    /// The same among the forms of `check`.
    pub fn format(self) -> Format {
        match self {
            ShowFormat::Text => Format::Text,
            ShowFormat::Json => Format::Json,
            ShowFormat::Sarif => Format::Sarif,
            ShowFormat::Junit => Format::Junit,
            ShowFormat::Html => Format::Html,
        }
    }
}

/// Arguments of `show`.
#[derive(Clone, Debug, Args)]
pub struct ShowArguments {
    /// A report of `check --format json` (a name that ends in .json) [default: the last batch], and what to show of it
    /// [default: all]
    #[arg(value_name = "REPORT | PLACE", num_args = 0..=2)]
    pub words: Vec<String>,

    /// How much of each explanation to show
    #[arg(long, value_enum, default_value = "reduced")]
    pub level: Level,

    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub format: ShowFormat,

    /// Write the output to FILE, or the pages to a folder, instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show each step of the reduction of explanations
    #[arg(long)]
    pub explain_reduce: bool,

    /// Use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Write only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long)]
    pub ascii: bool,
}
