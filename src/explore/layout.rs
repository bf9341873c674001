//! Where the panes are.

use ratatui::layout::Rect;

use focuscheck_base::options::Level;

use super::state::{Explorer, Focus};

/// From this many columns and rows on, all panes are on the screen, with frames.
const WIDE: (u16, u16) = (76, 18);

/// The places of the panes; those that are not there are not on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Areas {
    pub header: Option<Rect>,
    pub footer: Option<Rect>,
    pub list: Option<Rect>,
    pub steps: Option<Rect>,
    pub source: Option<Rect>,
    pub details: Option<Rect>,
    pub assumptions: Option<Rect>,
    /// Whether panes have frames; else only a title.
    pub framed: bool,
}

impl Areas {
    /// How many rows and columns a pane has inside its frame.
    pub fn inside(&self, pane: Option<Rect>) -> (usize, usize) {
        let pane = pane.unwrap_or_default();
        let (rows, columns) = if self.framed { (2, 2) } else { (1, 0) };
        (pane.height.saturating_sub(rows) as usize, pane.width.saturating_sub(columns) as usize)
    }
}

/// Cuts `rows` rows off the top.
fn cut(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    (Rect { height: rows, ..area }, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

impl Explorer {
    pub(super) fn areas(&self) -> Areas {
        let (columns, rows) = self.size;
        let screen = Rect::new(0, 0, columns, rows);
        let mut areas = Areas::default();
        // The last rows to go are those that say what there is to see.
        let (header, body) = cut(screen, u16::from(rows >= 4));
        let (body, footer) = cut(body, body.height - u16::from(rows >= 6));
        areas.header = Some(header).filter(|area| area.height > 0);
        areas.footer = Some(footer).filter(|area| area.height > 0);
        if columns >= WIDE.0 && rows >= WIDE.1 {
            self.all_panes(&mut areas, body);
        } else {
            match self.focus {
                Focus::List => areas.list = Some(body),
                Focus::Assumptions => areas.assumptions = Some(body),
                Focus::Source | Focus::Details => {
                    let (source, details) = cut(body, body.height.div_ceil(2));
                    areas.source = Some(source);
                    areas.details = Some(details).filter(|area| area.height > 1);
                }
            }
        }
        areas
    }

    fn all_panes(&self, areas: &mut Areas, body: Rect) {
        areas.framed = true;
        let left_columns = (body.width * 36 / 100).clamp(28, 56);
        let left = Rect { width: left_columns, ..body };
        let right = Rect { x: left_columns, width: body.width - left_columns, ..body };
        let assumptions =
            self.error().map_or(0, |error| super::assumptions::listed(error, self.explanation()).len());
        let most = left.height * if self.level == Level::Reduced { 40 } else { 26 } / 100;
        let assumptions = (assumptions as u16).saturating_add(2).min(most.max(4));
        let (upper, assumptions) = cut(left, left.height - if assumptions > 2 { assumptions } else { 0 });
        areas.assumptions = Some(assumptions).filter(|area| area.height > 0);
        if self.level == Level::Reduced || self.explanation().is_none() {
            areas.list = Some(upper);
        } else {
            let wanted = self.rows().len() as u16 + 2;
            let (list, steps) = cut(upper, wanted.clamp(4, upper.height * 40 / 100));
            areas.list = Some(list);
            areas.steps = Some(steps);
        }
        let (source, details) = cut(right, right.height * 56 / 100);
        areas.source = Some(source);
        areas.details = Some(details);
    }
}
