//! Diagnostics of the front end, as compilers print them: one line that tools can parse, then an excerpt.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::style::{Role, Style};
use super::words;
use focuscheck_base::source::SourceFile;
use focuscheck_syntax::error::{Diagnostic, Severity};

/// At most this many diagnostics are shown for one file.
const MAX_SHOWN: usize = 20;

/// Characters of a line that are shown on either side of the marked text.
const REACH: usize = 120;

/// All diagnostics of a file, in their order.
pub fn render(source: &SourceFile, diagnostics: &[Diagnostic], style: &Style) -> String {
    let mut output = String::new();
    for diagnostic in diagnostics.iter().take(MAX_SHOWN) {
        render_one(source, diagnostic, style, &mut output);
    }
    if diagnostics.len() > MAX_SHOWN {
        let path = style.clean(source.path());
        let hidden = words::count(diagnostics.len() - MAX_SHOWN, "more message", "more messages");
        output.push_str(&format!("{path}: {hidden} not shown\n"));
    }
    output
}

/// The place and text of a diagnostic on one line: `12:3: error: expected ';'`.
pub fn one_line(source: &SourceFile, diagnostic: &Diagnostic) -> String {
    let severity = severity(diagnostic.severity);
    match diagnostic.span {
        Some(span) => {
            let (path, place) = source.presumed_position(span.start);
            let file = if path == source.path() { String::new() } else { format!("{path}:") };
            format!("{file}{}:{}: {severity}: {}", place.line, place.column, diagnostic.message)
        }
        None => format!("{severity}: {}", diagnostic.message),
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn render_one(source: &SourceFile, diagnostic: &Diagnostic, style: &Style, output: &mut String) {
    let (role, level) = match diagnostic.severity {
        Severity::Error => (Role::Failure, Level::ERROR),
        Severity::Warning => (Role::Doubt, Level::WARNING),
        Severity::Note => (Role::Title, Level::NOTE),
    };
    let place = diagnostic.span.map(|span| source.presumed_position(span.start));
    let path = style.clean(place.map_or(source.path(), |(path, _)| path));
    let place = place.map_or(String::new(), |(_, place)| format!("{}:{}:", place.line, place.column));
    let severity = style.paint(role, &format!("{}:", severity(diagnostic.severity)));
    let message = style.paint(Role::Title, &style.clean(&diagnostic.message));
    output.push_str(&format!("{path}:{place} {severity} {message}\n"));

    let Some(span) = diagnostic.span else { return };
    let position = source.position(span.start);
    let line = source.line(position.line);
    let line_start = span.start as usize - byte_of_column(line, position.column);
    let end = (span.end as usize).saturating_sub(line_start);
    let (text, marked) = window(line, byte_of_column(line, position.column)..end, style);
    let mut annotation = AnnotationKind::Primary.span(marked);
    let label = diagnostic.label.as_ref().map(|label| style.clean(label));
    if let Some(label) = &label {
        annotation = annotation.label(label.as_str());
    }
    let shown = source.presumed_position(span.start).1.line as usize;
    let snippet = Snippet::source(text).line_start(shown).annotation(annotation);
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() }
        .decor_style(if style.ascii { DecorStyle::Ascii } else { DecorStyle::Unicode })
        .term_width(style.width);
    for line in renderer.render(&[Group::with_level(level).element(snippet)]).lines() {
        output.push_str(line.trim_end());
        output.push('\n');
    }
}

/// The byte offset of a column (counted in characters from 1) of a line.
fn byte_of_column(line: &str, column: u32) -> usize {
    line.char_indices().nth(column as usize - 1).map_or(line.len(), |(byte, _)| byte)
}

/// The part of a line that is worth showing around the marked bytes, cleaned, and where the mark is in it.
/// The renderer would otherwise lay out the whole line, however long it is.
fn window(line: &str, marked: Range<usize>, style: &Style) -> (String, Range<usize>) {
    let start = marked.start.min(line.len());
    let end = marked.end.clamp(start, line.len());
    let before: String = {
        let tail: Vec<char> = line[..start].chars().rev().take(REACH).collect();
        tail.into_iter().rev().collect()
    };
    let inside: String = line[start..].chars().take(line[start..end].chars().count().min(REACH)).collect();
    let after: String = line[end..].chars().take(REACH).collect();
    let (before, inside) = (style.clean(&before), style.clean(&inside));
    let mark = before.len()..before.len() + inside.len();
    (format!("{before}{inside}{}", style.clean(&after)), mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_base::source::Span;

    fn file() -> SourceFile {
        SourceFile::new("a/b.c", "int main(void) {\n\tint é = 1\n\treturn x;\n}\n")
    }

    #[test]
    fn an_error_with_its_excerpt() {
        let source = file();
        let start = source.text().find("x;").expect("the sample contains x") as u32;
        let mut diagnostic = Diagnostic::error(Span::new(start, start + 1), "'x' undeclared");
        diagnostic.label = Some("not found in this scope".to_owned());
        let ascii = Style { ascii: true, ..Style::default() };
        insta::assert_snapshot!(render(&source, &[diagnostic], &ascii), @r#"
        a/b.c:3:9: error: 'x' undeclared
          |
        3 |     return x;
          |            ^ not found in this scope
        "#);
    }

    #[test]
    fn spans_at_the_edges_do_not_panic() {
        let source = file();
        let length = source.size() as u32;
        for (start, end) in
            [(0, 0), (0, length), (length, length), (length + 7, length + 9), (16, 17), (17, 40)]
        {
            let text =
                render(&source, &[Diagnostic::warning(Span::new(start, end), "odd")], &Style::default());
            assert!(text.contains("warning: odd"), "{text}");
        }
        let empty = SourceFile::new("e.c", "");
        assert!(
            render(&empty, &[Diagnostic::error(Span::new(0, 0), "empty")], &Style::default())
                .contains("e.c:1:1: error")
        );
    }

    #[test]
    fn long_lines_and_many_messages_are_cut() {
        let source = SourceFile::new("long.c", "(".repeat(100_000));
        let diagnostics: Vec<Diagnostic> = (0..30)
            .map(|i| Diagnostic::error(Span::new(50_000 + i, 50_001 + i), "nesting too deep"))
            .collect();
        let text = render(&source, &diagnostics, &Style::default());
        assert!(text.len() < 20_000, "{}", text.len());
        assert!(text.ends_with("long.c: 10 more messages not shown\n"), "{text}");
        let whole = Diagnostic { span: None, ..diagnostics[0].clone() };
        assert_eq!(one_line(&source, &whole), "error: nesting too deep");
        assert_eq!(render(&source, &[whole], &Style::default()), "long.c: error: nesting too deep\n");
    }
}
