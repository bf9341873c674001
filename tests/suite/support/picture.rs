//! A screen as a picture.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// Width and height of a character.
const CELL: (f32, f32) = (8.4, 16.4);

/// Around the screen.
const MARGIN: f32 = 10.0;

/// The colours of a terminal.
pub struct Palette {
    pub background: &'static str,
    pub text: &'static str,
    pub faint: &'static str,
    pub frame: &'static str,
    pub red: &'static str,
    pub green: &'static str,
    pub yellow: &'static str,
    pub magenta: &'static str,
    pub cyan: &'static str,
}

pub const LIGHT: Palette = Palette {
    background: "#ffffff",
    text: "#1f2328",
    faint: "#818b98",
    frame: "#d1d9e0",
    red: "#cf222e",
    green: "#1a7f37",
    yellow: "#9a6700",
    magenta: "#8250df",
    cyan: "#1b7c83",
};

pub const DARK: Palette = Palette {
    background: "#0d1117",
    text: "#e6edf3",
    faint: "#768390",
    frame: "#30363d",
    red: "#ff7b72",
    green: "#3fb950",
    yellow: "#d29922",
    magenta: "#bc8cff",
    cyan: "#39c5cf",
};

impl Palette {
    fn of(&self, cell: &Cell) -> &'static str {
        match cell.fg {
            Color::Red => self.red,
            Color::Green => self.green,
            Color::Yellow => self.yellow,
            Color::Magenta => self.magenta,
            Color::Cyan => self.cyan,
            Color::Reset if cell.modifier.contains(Modifier::DIM) => self.faint,
            Color::Reset => self.text,
            other => panic!("no colour of the explorer: {other:?}"),
        }
    }
}

/// The screen as SVG.
pub fn svg(buffer: &Buffer, palette: &Palette) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let width = f32::from(columns) * CELL.0 + 2.0 * MARGIN;
    let height = f32::from(rows) * CELL.1 + 2.0 * MARGIN;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"14\">\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\" fill=\"{}\" stroke=\"{}\"/>\n",
        width - 1.0,
        height - 1.0,
        palette.background,
        palette.frame,
    );
    for y in 0..rows {
        let mut x = 0;
        while x < columns {
            let first = &buffer[(x, y)];
            let same = |cell: &Cell| (cell.fg, cell.modifier) == (first.fg, first.modifier);
            let end = (x..columns).find(|&other| !same(&buffer[(other, y)])).unwrap_or(columns);
            let run: String = (x..end).map(|x| buffer[(x, y)].symbol()).collect();
            piece(&mut text, palette, first, &run, (x, y));
            x = end;
        }
    }
    text + "</svg>\n"
}

/// Characters of one style beside each other.
fn piece(text: &mut String, palette: &Palette, style: &Cell, run: &str, (x, y): (u16, u16)) {
    let reversed = style.modifier.contains(Modifier::REVERSED);
    if run.trim().is_empty() && !reversed {
        return;
    }
    let length = run.chars().count() as f32 * CELL.0;
    let (left, top) = (MARGIN + f32::from(x) * CELL.0, MARGIN + f32::from(y) * CELL.1);
    let mut color = palette.of(style);
    if reversed {
        let _ = writeln!(
            text,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"{:.1}\" fill=\"{color}\"/>",
            CELL.1
        );
        color = palette.background;
    }
    let mut more = String::new();
    if style.modifier.contains(Modifier::BOLD) {
        more.push_str(" font-weight=\"bold\"");
    }
    if style.modifier.contains(Modifier::CROSSED_OUT) {
        more.push_str(" text-decoration=\"line-through\"");
    } else if style.modifier.contains(Modifier::UNDERLINED) {
        more.push_str(" text-decoration=\"underline\"");
    }
    let escaped = run.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        text,
        "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\" fill=\"{color}\"{more} xml:space=\"preserve\">{escaped}</text>",
        top + 13.0
    );
}
