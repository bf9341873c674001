//! The state in which a function begins in a model, as the machine takes it.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::addresses::starts;
use focuscheck_ir::program::graph::Bits;
use focuscheck_machine::{Beginning, Content, GivenBlock, RunInputs, Scalar, Target};
use focuscheck_smt::term::VariableId;
use focuscheck_smt::{Model, Prover};
use focuscheck_vc::condition::bytes;
use focuscheck_vc::condition::encoder::{FIRST_OWN, Origin};
use focuscheck_vc::condition::state::{Cell, Sort};
use focuscheck_vc::guarded::graph::BlockId;

use super::asked::Asked;

/// What a run starts from.
pub struct Start {
    /// The memory, and the parameters.
    pub beginning: Beginning,
    /// Values from outside, in the order of the path.
    pub given: RunInputs,
    /// Values of parts of variables that the program gives none, by name.
    pub bare: Vec<(String, i128)>,
}

/// Memory at the entry: what lies where.
#[derive(Default)]
struct Contents {
    integers: BTreeMap<(i128, i128), (i128, u64)>,
    pointers: BTreeMap<(i128, i128), (i128, i128)>,
    /// Bit-fields, by the block, the bit at which they begin, and their width.
    fields: BTreeMap<((i128, i128), u64), i128>,
}

impl Contents {
    /// The bit-fields in a block of so many bytes.
    fn fields_of(&self, block: i128, size: u64) -> impl Iterator<Item = Scalar> {
        self.fields.iter().filter_map(move |(&((at, first), width), &value)| {
            let bits = Bits { first: first.rem_euclid(8) as u64, width };
            let offset = first.div_euclid(8);
            let inside = at == block && 0 <= offset && offset + bytes(bits) <= i128::from(size);
            let content = Content::Bits { value, bits };
            inside.then_some(Scalar { offset: offset as u64, content })
        })
    }
}

impl Asked<'_> {
    /// The state in which the function begins in a model; else why there is none.
    pub fn start(&self, prover: &Prover, model: &Model, path: &[BlockId]) -> Result<Start, String> {
        let encoder = &self.condition.encoder;
        let contents = self.contents(model)?;
        let mut numbers = BTreeSet::new();
        let fields = contents.fields.keys().map(|(position, _)| position);
        for &(block, _) in contents.integers.keys().chain(contents.pointers.keys()).chain(fields) {
            numbers.insert(block);
        }
        numbers.extend(contents.pointers.values().map(|(block, _)| *block));
        for input in encoder.inputs.iter().filter(|input| input.block.is_none()) {
            if let Some(&value) = model.integers.get(&input.variable) {
                numbers.insert(value);
            }
        }
        let statics: BTreeMap<i128, ObjectId> =
            encoder.fixed.iter().map(|(object, block)| (*block, *object)).collect();
        let fresh: Vec<i128> = numbers
            .into_iter()
            .filter(|number| (1..FIRST_OWN).contains(number) && !statics.contains_key(number))
            .collect();
        let target = |(block, offset): (i128, i128)| {
            if block == 0 {
                return Target::Null;
            }
            if block < 0 {
                return Target::Function(FunctionId((-1 - block) as u32));
            }
            match (statics.get(&block), fresh.binary_search(&block)) {
                (Some(&object), _) => Target::Static(object, offset),
                (None, Ok(number)) => Target::Block(number, offset),
                (None, Err(_)) => Target::Null,
            }
        };
        let scalars = |block: i128, size: u64| {
            let mut scalars = Vec::new();
            for (&(at, offset), &(value, bytes)) in
                contents.integers.range((block, i128::MIN)..=(block, i128::MAX))
            {
                let inside = 0 <= offset && offset + i128::from(bytes) <= i128::from(size);
                if at == block && inside {
                    let content = Content::Integer { value, size: bytes };
                    scalars.push(Scalar { offset: offset as u64, content });
                }
            }
            for (&(_, offset), &to) in contents.pointers.range((block, i128::MIN)..=(block, i128::MAX)) {
                if 0 <= offset && offset + i128::from(self.ground.graph.word) <= i128::from(size) {
                    scalars.push(Scalar { offset: offset as u64, content: Content::Pointer(target(to)) });
                }
            }
            scalars.extend(contents.fields_of(block, size));
            scalars
        };
        let mut beginning = Beginning::default();
        for &block in &fresh {
            let length = model.cell(&prover.terms, encoder.initial_lengths, block, 0).unwrap_or(0);
            let size = u64::try_from(length.max(0)).unwrap_or(0);
            beginning.blocks.push(GivenBlock {
                size,
                heap: model.cell(&prover.terms, encoder.initial_lengths, block, 1) == Some(1),
                ended: length < 0,
                scalars: scalars(block, size),
            });
        }
        let main = starts(self.ground.tree, self.ground.graph, self.guarded.function);
        for (&block, &object) in statics
            .iter()
            .filter(|(_, object)| !main && !self.ground.graph.is_constant(self.ground.tree, **object))
        {
            let size = self.ground.graph.objects[object.index()].size.unwrap_or(0);
            beginning.statics.insert(object, scalars(block, size));
        }
        let mut given = RunInputs::default();
        let mut bare = Vec::new();
        self.inputs(prover, model, path, (main, &target, &scalars), (&mut beginning, &mut given, &mut bare));
        Ok(Start { beginning, given, bare })
    }

    fn contents(&self, model: &Model) -> Result<Contents, String> {
        let mut contents = Contents::default();
        let mut offsets = BTreeMap::new();
        for (sort, map) in self.condition.encoder.initial() {
            let Some(cells) = model.cells.get(&map) else { continue };
            for (&position, &value) in cells {
                match sort {
                    Sort::Integer(ty) => {
                        let size = u64::from(ty.width).div_ceil(8);
                        contents.integers.insert(position, (value, size));
                    }
                    Sort::Bits(ty) => {
                        contents.fields.insert((position, ty.width.into()), value);
                    }
                    Sort::Block => _ = contents.pointers.insert(position, (value, 0)),
                    Sort::Offset => _ = offsets.insert(position, value),
                    // All of it has values.
                    Sort::HasValue => {}
                }
            }
        }
        for (position, offset) in offsets {
            if let Some(pointer) = contents.pointers.get_mut(&position) {
                pointer.1 = offset;
            }
        }
        Ok(contents)
    }

    #[allow(clippy::type_complexity, reason = "what is made here is three things at once")]
    fn inputs(
        &self,
        prover: &Prover,
        model: &Model,
        path: &[BlockId],
        (main, target, scalars): (bool, &dyn Fn((i128, i128)) -> Target, &dyn Fn(i128, u64) -> Vec<Scalar>),
        (beginning, given, bare): (&mut Beginning, &mut RunInputs, &mut Vec<(String, i128)>),
    ) {
        let encoder = &self.condition.encoder;
        let (tree, graph) = (self.ground.tree, self.ground.graph);
        let value = |variable: VariableId| {
            let range = prover.terms.variable_range(variable);
            let nearest = range.map_or(0, |(low, high)| 0.clamp(low, high.max(low)));
            model.integers.get(&variable).copied().unwrap_or(nearest)
        };
        let mut known: BTreeMap<ObjectId, Vec<i128>> = BTreeMap::new();
        for input in encoder.inputs.iter().filter(|input| input.block.is_none()) {
            if let Origin::Declared(object, _) = input.origin {
                known.entry(object).or_default().push(value(input.variable));
            }
        }
        let content = |object: ObjectId| match (
            &tree.objects[object.index()].ty,
            known.get(&object).map(Vec::as_slice),
        ) {
            (Type::Integer(ty), Some(&[value, ..])) => {
                Some(Content::Integer { value, size: u64::from(ty.width).div_ceil(8) })
            }
            (Type::Pointer(..), Some(&[block, offset, ..])) => {
                Some(Content::Pointer(target((block, offset))))
            }
            _ => None,
        };
        let definition = tree.functions[self.guarded.function.index()].definition.as_ref();
        for &object in definition.iter().flat_map(|definition| &definition.parameters) {
            let scalar = content(object).map(|content| vec![Scalar { offset: 0, content }]);
            let whole = || {
                let cell = Cell::Object(Some(focuscheck_vc::guarded::graph::FrameId(0)), object);
                let block = encoder.own_block(&self.condition.entry, cell)?;
                let size = graph.objects[object.index()].size?;
                Some(scalars(block, size))
            };
            beginning.parameters.push(scalar.or_else(whole).unwrap_or_default());
        }
        let fixed = |object: &&ObjectId| !main && graph.objects[object.index()].fixed;
        for &object in known
            .keys()
            .filter(fixed)
            .filter(|object| !self.ground.graph.is_constant(self.ground.tree, **object))
        {
            if let Some(content) = content(object) {
                beginning.statics.insert(object, vec![Scalar { offset: 0, content }]);
            }
        }
        self.asked_for(model, path, &value, (given, bare), prover);
    }

    /// What a run asks for on its way: results of calls, and objects without a value.
    fn asked_for(
        &self,
        model: &Model,
        path: &[BlockId],
        value: &dyn Fn(VariableId) -> i128,
        (given, bare): (&mut RunInputs, &mut Vec<(String, i128)>),
        prover: &Prover,
    ) {
        let encoder = &self.condition.encoder;
        let graph = self.ground.graph;
        let passed = |block: Option<BlockId>| block.is_some_and(|block| path.contains(&block));
        for input in encoder.inputs.iter().filter(|input| passed(input.block)) {
            let name = prover.terms.variable_name(input.variable);
            match &input.origin {
                Origin::Read(span) | Origin::Returned(span, _) => {
                    given.add(*span, name, value(input.variable));
                }
                Origin::Allocated(span) => given.allocation(*span, value(input.variable) == 1),
                Origin::Declared(object, span) => {
                    let parts = graph.objects.get(object.index()).map_or(&[][..], |object| &object.parts);
                    for part in parts {
                        given.add(*span, &part.name, value(input.variable));
                    }
                }
                Origin::Arbitrary(_) | Origin::Unmodelled | Origin::Operation => {}
            }
        }
        for made in encoder.made.iter().filter(|made| passed(made.block)) {
            let entry = &graph.objects[made.object.index()];
            for part in &entry.parts {
                let sort = match part.bits {
                    Some(bits) => Sort::of_bits(part.ty, bits.width),
                    None => Sort::Integer(part.ty),
                };
                let map = encoder.initial().find(|(known, _)| *known == sort).map(|(_, map)| map);
                let scale = if part.bits.is_some() { 8 } else { 1 };
                let offset =
                    i128::from(part.offset) * scale + part.bits.map_or(0, |bits| i128::from(bits.first));
                let cell = map.and_then(|map| model.cells.get(&map)?.get(&(made.number, offset)).copied());
                given.add(entry.span, &part.name, cell.unwrap_or(0));
                bare.extend(cell.map(|value| (part.name.clone(), value)));
            }
        }
    }
}
