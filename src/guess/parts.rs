//! What a run reads, in the parts in which a program reads it.

use focuscheck_base::reading::TextPart;
use focuscheck_cells::facts::cfg::{Graph, SiteId};
use focuscheck_cells::simulation::interpreter::InputRead;

/// A number, or a text with all its letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where the number is read, or how many letters there are.
    pub site: SiteId,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Number(i128),
    /// The letters, as far as the run has come; of a text without letters (that has ended, say) the length is a number.
    Text(Vec<i128>),
    /// Whatever is guessed.
    Open,
}

/// The parts of what was read.
pub fn parts(graph: &Graph, inputs: &[InputRead]) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    let mut missing = 0;
    for input in inputs {
        let text = graph.sites[input.site.index()].text;
        if text == Some(TextPart::Letter)
            && missing > 0
            && let Some(Part { content: Content::Text(letters), .. }) = found.last_mut()
        {
            letters.push(input.value);
            missing -= 1;
            continue;
        }
        let is_text = text == Some(TextPart::Count) && input.value > 0;
        missing = if is_text { input.value } else { 0 };
        let content = if is_text { Content::Text(Vec::new()) } else { Content::Number(input.value) };
        found.push(Part { site: input.site, content });
    }
    found
}
