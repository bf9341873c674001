//! The report for a browser: a page for each file and an index of the batch.
//!
//! A page needs nothing but itself: style, script and data are in it, and its policy forbids the browser to
//! load anything. What is known at the reduced level is in the page's text; its script adds the steps.

mod assumed;
mod code;
mod data;
mod index;
mod pictures;
mod warned;
mod view;

#[cfg(test)]
mod tests;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};

use super::model::{ErrorReport, FileReport, Status};
use super::style::Style;
use focuscheck_base::source::SourceFile;

pub use index::Entry;

/// The templates by their names; all of them escape what is put in.
const TEMPLATES: [(&str, &str); 3] = [
    ("head.html", include_str!("head.html")),
    ("page.html", include_str!("page.html")),
    ("index.html", include_str!("index.html")),
];

/// Styles and scripts by the names that templates know them by.
const ASSETS: [(&str, &str); 9] = [
    ("base_css", include_str!("base.css")),
    ("page_css", include_str!("page.css")),
    ("index_css", include_str!("index.css")),
    ("theme_js", include_str!("theme.js")),
    ("steps_js", include_str!("steps.js")),
    ("arrows_js", include_str!("arrows.js")),
    ("memory_js", include_str!("memory.js")),
    ("page_js", include_str!("page.js")),
    ("index_js", include_str!("index.js")),
];

/// Why a page could not be written: a mistake in this program.
#[derive(Debug, thiserror::Error)]
pub enum HtmlError {
    /// A template does not fit what it is given.
    #[error("a template failed: {0}")]
    Template(#[from] minijinja::Error),
    /// The steps cannot be written.
    #[error("the steps cannot be written: {0}")]
    Data(#[from] serde_json::Error),
}

/// Writes pages.
#[derive(Debug)]
pub struct Renderer {
    environment: Environment<'static>,
}

impl Renderer {
    /// Reads the templates.
    pub fn new() -> Result<Self, HtmlError> {
        let mut environment = Environment::new();
        environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        for (name, text) in ASSETS {
            environment.add_global(name, Value::from_safe_string(text.to_owned()));
        }
        environment.add_global("version", env!("CARGO_PKG_VERSION"));
        Ok(Renderer { environment })
    }

    /// The page of one file.
    pub fn page(&self, report: &FileReport, source: &SourceFile) -> Result<String, HtmlError> {
        let style = Style { parts: report.parts.clone(), ..Style::default() };
        let ordered = failures_first(report);
        let report = ordered.as_ref().unwrap_or(report);
        let page = Serde(view::Page::new(report, source));
        let data = data::embedded(&data::Data::new(report, &style))?;
        let template = self.environment.get_template("page.html")?;
        Ok(template.render(context! { page => page, data => Value::from_safe_string(data) })?)
    }

    /// The index of a batch.
    pub fn index(&self, files: &[Entry]) -> Result<String, HtmlError> {
        let template = self.environment.get_template("index.html")?;
        Ok(template.render(context! { index => Serde(index::Index::new(files)) })?)
    }
}

/// A report on functions with what fails before what is open, and that before what holds: a page opens on its first part.
fn failures_first(report: &FileReport) -> Option<FileReport> {
    let rank = |error: &ErrorReport| match error.status {
        Status::Reachable => 0,
        Status::Unknown => 1,
        Status::Unreachable => 2,
    };
    if report.functions.is_empty() || report.errors.is_sorted_by_key(rank) {
        return None;
    }
    let mut ordered = report.clone();
    ordered.errors.sort_by_key(rank);
    Some(ordered)
}
