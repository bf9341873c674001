//! How objects of a type are drawn: the rows of their cells, and where each cell lies.

use std::rc::Rc;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_check::types::{Field, Type, Types};
use focuscheck_ir::program::graph::Bits;
use focuscheck_report::memory::{Aim, Row};

/// An object has no more cells.
const MOST_CELLS: usize = 64;

/// Of an array of more elements the first ones are drawn, those that matter, and the last one.
const MOST_ELEMENTS: u64 = 16;
const FIRST_ELEMENTS: u64 = 5;
const OTHER_ELEMENTS: usize = 8;

/// Elements that are structures of so few cells are drawn as one row.
const CELLS_OF_ROW: usize = 6;

/// What a cell is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// An integer.
    Integer(IntegerType),
    /// A floating-point number whose bits are followed.
    Float(IntegerType),
    /// A pointer, with what it points to.
    Pointer(Rc<Type>),
    /// A bit-field.
    Bits(Bits, IntegerType),
    /// Letters.
    Text,
    /// Something of which only the size is known.
    Opaque,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its first byte.
    pub at: u64,
    /// How many bytes it has.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
}

/// How an object is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Its rows.
    pub rows: Vec<Row>,
    /// Their cells, one row after the other.
    pub cells: Vec<Cell>,
    /// For each row the bytes that it stands for.
    extents: Vec<(u64, u64)>,
    /// How many bytes the object has, as far as that is known.
    pub size: u64,
}

impl Shape {
    /// That of an object of a type with so many bytes, of which these matter more than others, the last ones most.
    pub fn of(types: &Types, ty: &Type, size: u64, matters: &[u64]) -> Shape {
        let mut drawer = Drawer { types, matters, shape: Shape { size, ..Shape::default() }, left_out: 0 };
        drawer.place(ty, 0, size, "");
        drawer.finish()
    }

    /// Whether it is more than a number.
    pub fn is_compound(&self) -> bool {
        let is_plain = |kind: &Kind| match kind {
            Kind::Integer(_) | Kind::Float(_) | Kind::Bits(..) | Kind::Opaque => true,
            Kind::Pointer(_) | Kind::Text => false,
        };
        self.cells.len() != 1 || !self.cells.iter().all(|cell| is_plain(&cell.kind))
    }

    /// Where a pointer leads that points to things of a size, so many bytes behind the start.
    pub fn aim(&self, at: i128, pointee: Option<u64>) -> Aim {
        let Ok(at) = u64::try_from(at) else { return Aim::Outside };
        if at == 0
            && (self.cells.len() <= 1 && !self.has_text() || pointee.is_none_or(|size| size >= self.size))
        {
            return Aim::Whole;
        }
        match at.cmp(&self.size) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => return Aim::End,
            std::cmp::Ordering::Greater => return Aim::Outside,
        }
        let is_row =
            |(first, end): &(u64, u64)| *first == at && pointee.is_none_or(|size| size == end - first);
        let row = self.extents.iter().zip(&self.rows).position(|(e, row)| row.cells.len() > 1 && is_row(e));
        if let Some(row) = row {
            return Aim::Row(row as u32);
        }
        let found = self.cells.iter().position(|cell| cell.at <= at && at < cell.at + cell.size);
        match found.map(|number| (number as u32, &self.cells[number])) {
            Some((number, cell)) if cell.kind == Kind::Text => Aim::Letter(number, at - cell.at),
            Some((number, cell)) if cell.at == at => Aim::Cell(number),
            Some(_) | None => Aim::Inside(at),
        }
    }

    fn has_text(&self) -> bool {
        self.cells.iter().any(|cell| cell.kind == Kind::Text)
    }
}

/// What a pointer points to that lies in an object of a type, so many bytes behind its start.
pub fn pointee(types: &Types, ty: &Type, at: u64) -> Option<Rc<Type>> {
    spend(1);
    match ty {
        Type::Pointer(to, _) => (at == 0).then(|| to.clone()),
        Type::Array(element, _) | Type::VariableArray(element) => {
            let (size, _) = types.layout(element).filter(|(size, _)| *size > 0)?;
            pointee(types, element, at % size)
        }
        Type::Record(id) => {
            let fields = types.records[*id].fields.iter().flatten().zip(types.positions(*id)?);
            let inside = fields.filter(|(field, (first, _))| {
                first / 8 <= at && field.bits.is_none() && types.holds_pointers(&field.ty)
            });
            let (field, (first, _)) = inside.last()?;
            pointee(types, &field.ty, at - first / 8)
        }
        Type::Void | Type::Integer(_) | Type::Float(_) | Type::Function(_) | Type::Opaque(_) => None,
    }
}

/// How well a type tells what a block of so many bytes holds whose start a pointer to it leads to; `None` if it does not.
pub fn fitness(types: &Types, ty: &Type, room: u64) -> Option<(u8, bool, u64)> {
    let (size, _) = types.layout(ty).filter(|(size, _)| *size > 0)?;
    let class = match ty {
        Type::Void | Type::Function(_) | Type::Opaque(_) => return None,
        Type::Integer(ty) if ty.width == 8 => 0,
        Type::Integer(_) | Type::Float(_) | Type::Pointer(..) | Type::Array(..) | Type::VariableArray(_) => 1,
        Type::Record(_) => 2,
    };
    Some((class, size <= room, size))
}

/// The type of a block of so many bytes that holds things of a type.
pub fn repeated(types: &Types, ty: &Type, room: u64) -> Type {
    let size = types.layout(ty).map_or(0, |(size, _)| size);
    let last = |id: usize| types.records[id].fields.iter().flatten().last();
    let has_open_end = matches!(ty, Type::Record(id) if last(*id).is_some_and(|last| matches!(last.ty, Type::Array(_, None))));
    match room.checked_div(size) {
        Some(count) if count > 1 && !has_open_end => Type::Array(Rc::new(ty.clone()), Some(count)),
        Some(_) | None => ty.clone(),
    }
}

fn is_scalar(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_) | Type::Float(_) | Type::Pointer(..))
}

struct Drawer<'a> {
    types: &'a Types,
    matters: &'a [u64],
    shape: Shape,
    /// Elements and members for which there is no room.
    left_out: u64,
}

impl Drawer<'_> {
    fn finish(mut self) -> Shape {
        if self.left_out > 0 {
            self.gap(self.left_out);
        }
        self.shape
    }

    fn gap(&mut self, count: u64) {
        self.shape.rows.push(Row { left_out: vec![(0, count)], ..Row::default() });
        self.shape.extents.push((u64::MAX, u64::MAX));
    }

    fn is_full(&self) -> bool {
        self.shape.cells.len() >= MOST_CELLS
    }

    /// What is drawn of a type of so many bytes.
    fn place(&mut self, ty: &Type, at: u64, room: u64, label: &str) {
        spend(1);
        if self.is_full() {
            self.left_out += 1;
            return;
        }
        match ty {
            Type::Record(id) => self.members(*id, at, room, label),
            Type::Array(element, length) => self.elements(element, *length, at, room, label),
            Type::VariableArray(element) => self.elements(element, None, at, room, label),
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Function(_)
            | Type::Opaque(_) => {
                let cell = self.scalar(ty, at, room);
                self.row(label, vec![(String::new(), cell)], Vec::new());
            }
        }
    }

    fn row(&mut self, label: &str, cells: Vec<(String, Cell)>, left_out: Vec<(u32, u64)>) {
        let first = cells.first().map_or(0, |(_, cell)| cell.at);
        let end = cells.last().map_or(0, |(_, cell)| cell.at + cell.size);
        let (captions, cells): (Vec<String>, Vec<Cell>) = cells.into_iter().unzip();
        self.shape.cells.extend(cells);
        self.shape.extents.push((first, end));
        self.shape.rows.push(Row { label: label.to_owned(), cells: captions, left_out });
    }

    fn scalar(&self, ty: &Type, at: u64, room: u64) -> Cell {
        let size = self.types.layout(ty).map_or(room, |(size, _)| size);
        let kind = match ty {
            Type::Integer(ty) => Kind::Integer(*ty),
            Type::Float(_) => self.types.float_bits(ty).map_or(Kind::Opaque, Kind::Float),
            Type::Pointer(to, _) => Kind::Pointer(to.clone()),
            Type::Void
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => Kind::Opaque,
        };
        Cell { at, size, kind }
    }

    fn members(&mut self, id: usize, at: u64, room: u64, label: &str) {
        let record = &self.types.records[id];
        let (Some(fields), Some(positions)) = (&record.fields, self.types.positions(id)) else {
            let cell = Cell { at, size: room, kind: Kind::Opaque };
            return self.row(label, vec![(String::new(), cell)], Vec::new());
        };
        for (field, (first, end)) in fields.iter().zip(positions) {
            let name = match &field.name {
                Some(name) if label.is_empty() => name.clone(),
                Some(name) => format!("{label}.{name}"),
                // Padding.
                None if field.bits.is_some() => continue,
                None => label.to_owned(),
            };
            match (field.bits, field.ty.integer()) {
                (Some(_), Some(ty)) => {
                    let bits = Bits { first: first % 8, width: end - first };
                    let size = (bits.first + bits.width).div_ceil(8);
                    let cell = Cell { at: at + first / 8, size, kind: Kind::Bits(bits, ty) };
                    self.row(&name, vec![(String::new(), cell)], Vec::new());
                }
                (Some(_), None) => {}
                (None, _) => {
                    self.place(&field.ty, at + first / 8, room.saturating_sub(first / 8), &name);
                }
            }
        }
    }

    /// The elements of an array that are drawn, with how many are left out before each.
    fn chosen(&self, at: u64, size: u64, length: u64) -> Vec<u64> {
        if length <= MOST_ELEMENTS {
            return (0..length).collect();
        }
        let mut chosen: Vec<u64> = Vec::new();
        for offset in self.matters.iter().rev() {
            let element = offset.checked_sub(at).map(|behind| behind / size);
            if let Some(element) = element.filter(|element| *element < length)
                && !chosen.contains(&element)
            {
                chosen.push(element);
            }
            if chosen.len() == OTHER_ELEMENTS {
                break;
            }
        }
        chosen.extend(0..FIRST_ELEMENTS);
        chosen.push(length - 1);
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    fn elements(&mut self, element: &Type, length: Option<u64>, at: u64, room: u64, label: &str) {
        let size = self.types.layout(element).map_or(0, |(size, _)| size);
        let fits = room.checked_div(size).unwrap_or(0);
        let length = length.unwrap_or(fits);
        if length == 0 {
            return;
        }
        if matches!(element, Type::Integer(ty) if ty.width == 8 && ty.signed) {
            let cell = Cell { at, size: length, kind: Kind::Text };
            return self.row(label, vec![(String::new(), cell)], Vec::new());
        }
        let chosen = self.chosen(at, size, length);
        let mut next = 0;
        if is_scalar(element) {
            let (mut cells, mut left_out) = (Vec::new(), Vec::new());
            for element_number in chosen {
                if element_number > next {
                    left_out.push((cells.len() as u32, element_number - next));
                }
                next = element_number + 1;
                let cell = self.scalar(element, at + element_number * size, size);
                cells.push((format!("[{element_number}]"), cell));
            }
            return self.row(label, cells, left_out);
        }
        for element_number in chosen {
            if element_number > next {
                self.gap(element_number - next);
            }
            next = element_number + 1;
            self.element(element, at + element_number * size, size, &format!("{label}[{element_number}]"));
        }
    }

    /// An element that is no scalar: on one row if it is a structure of few scalars.
    fn element(&mut self, element: &Type, at: u64, size: u64, label: &str) {
        match self.scalars(element, at) {
            Some(cells) if !self.is_full() => self.row(label, cells, Vec::new()),
            Some(_) | None => self.place(element, at, size, label),
        }
    }

    /// The members of a structure that has a few scalars, with their names.
    fn scalars(&self, ty: &Type, at: u64) -> Option<Vec<(String, Cell)>> {
        let Type::Record(id) = ty else { return None };
        let fields = self.types.records[*id].fields.as_ref()?;
        if !(2..=CELLS_OF_ROW).contains(&fields.len()) {
            return None;
        }
        let member = |(field, (first, _)): (&Field, (u64, u64))| {
            let is_plain = is_scalar(&field.ty) && field.bits.is_none();
            let name = field.name.clone().filter(|_| is_plain)?;
            Some((name, self.scalar(&field.ty, at + first / 8, 0)))
        };
        fields.iter().zip(self.types.positions(*id)?).map(member).collect()
    }
}
