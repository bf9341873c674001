//! The questions about one function, and what answers say.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use focuscheck_certificate::refutation::check_lines;
use focuscheck_certificate::text::Writer;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::addresses::starts;
use focuscheck_report::verify::model::{Hindrance, ObligationReport, ObligationVerdict, Place, TraceStep};
use focuscheck_report::verify::words;
use focuscheck_smt::{Answer, Model, Prover};
use focuscheck_vc::condition::encoder::Origin;
use focuscheck_vc::condition::passive::{Condition, Query};
use focuscheck_vc::guarded::graph::{BlockId, Command, Cut, Guarded, ObligationId, Property};

use super::ground::Ground;
use super::place::{place, place_of};
use super::shown::Shown;
use super::work::Work;

/// A pointer that a function gets.
struct Pointed<'p> {
    object: ObjectId,
    name: String,
    /// The block that it points into, and where.
    block: i128,
    offset: i128,
    pointee: &'p Type,
}

/// A function that is asked about.
pub struct Asked<'a> {
    /// What all functions share.
    pub ground: &'a Ground<'a>,
    /// Its guarded commands.
    pub guarded: &'a Guarded<'a>,
    /// Its verification conditions.
    pub condition: &'a Condition<'a>,
    /// Where proofs are written.
    pub certificate: Option<&'a RefCell<Writer>>,
}

impl Asked<'_> {
    /// What is known of an obligation before it is asked.
    pub fn report(&self, id: ObligationId) -> ObligationReport {
        let obligation = &self.guarded.obligations[id.index()];
        let source = self.ground.source;
        let clause = obligation.clause.as_ref();
        ObligationReport {
            property: obligation.property,
            number: obligation.number,
            name: clause.and_then(|clause| clause.name).map(str::to_owned),
            place: place_of(source, obligation.at),
            clause: clause.map(|clause| clause.text.to_owned()),
            declared: clause.map(|clause| place(source, clause.span.start)),
            callee: obligation.callee.map(|id| self.ground.tree.functions[id.index()].name.clone()),
            verdict: ObligationVerdict::Valid,
            unrolled: false,
            trace: Vec::new(),
            inputs: Vec::new(),
            middle: Vec::new(),
            from: None,
            why: None,
            context: Vec::new(),
        }
    }

    /// Whether no state satisfies the precondition.
    pub fn is_contradictory(&self, prover: &mut Prover) -> bool {
        matches!(self.condition.begins(prover), Some(Answer::Refuted { .. }))
            && self.accepted(prover, "no state satisfies the precondition").is_ok()
    }

    /// Why not all paths are followed, unless it is shown that none gets there.
    pub fn cut(&self, work: &mut Work<'_, '_>) -> Option<Hindrance> {
        for query in &self.condition.queries {
            let Err(cut) = &query.about else { continue };
            let never = work.ask(|prover| match self.condition.ask(prover, query) {
                None => true,
                Some(Answer::Refuted { .. }) => {
                    self.accepted(prover, "no path leaves what is followed").is_ok()
                }
                Some(Answer::Satisfied(_) | Answer::Open(_)) => false,
            });
            if never != Ok(true) {
                return Some(match cut {
                    Cut::Unrolled(span) => Hindrance::Unrolled(place(self.ground.source, span.start)),
                    Cut::Unmodelled(what, span) => {
                        let at = place(self.ground.source, span.start);
                        Hindrance::Unmodelled(what.to_string(), at)
                    }
                });
            }
        }
        None
    }

    /// Whether the checker of certificates accepts the last refutation.
    fn accepted(&self, prover: &mut Prover, about: &str) -> Result<(), Hindrance> {
        let lines = prover.proof().map_err(Hindrance::Unproved)?;
        check_lines(&lines).map_err(|flaw| Hindrance::Unproved(flaw.reason))?;
        if let Some(writer) = &self.certificate {
            let function = &self.ground.tree.functions[self.guarded.function.index()].name;
            let mut writer = writer.borrow_mut();
            writer.note(&format!("{function}: {about}"));
            writer.add_refutation(&lines);
        }
        Ok(())
    }

    /// Whether an obligation holds without a question.
    pub fn is_trivial(&self, id: ObligationId) -> bool {
        let mut queries = self.condition.queries.iter().filter(|query| query.about == Ok(id));
        queries.all(|query| query.atom.is_none())
    }

    /// Asks on all paths: the first one on which it fails counts. `known` are obligations that hold on all paths that are
    /// followed.
    pub fn answer(
        &self,
        prover: &mut Prover,
        id: ObligationId,
        (cut, known): (Option<&Hindrance>, &mut BTreeSet<ObligationId>),
        found: &mut ObligationReport,
    ) {
        let mut open = None;
        for query in self.condition.queries.iter().filter(|query| query.about == Ok(id)) {
            match self.condition.ask_knowing(prover, query, known) {
                None => {}
                Some(Answer::Refuted { .. }) => {
                    let accepted = self.accepted(prover, &words::full_label(found));
                    accepted.err().into_iter().for_each(|why| _ = open.get_or_insert(why));
                }
                Some(Answer::Open(lack)) => _ = open.get_or_insert(Hindrance::Lack(lack)),
                Some(Answer::Satisfied(model)) => match self.failure(prover, &model, query, found) {
                    Ok(()) => return,
                    Err(why) => _ = open.get_or_insert(why),
                },
            }
        }
        if open.is_none() {
            known.insert(id);
        }
        // Where objects of different types overlap, maps that are apart prove nothing.
        if let Some(why) = open.or_else(|| cut.cloned()).or_else(|| self.overlap()) {
            found.verdict = ObligationVerdict::Unknown(why);
        }
    }

    /// Why objects of different types may overlap.
    fn overlap(&self) -> Option<Hindrance> {
        self.condition.encoder.reinterpreted.map(|span| {
            let what = "a pointer that becomes one to another type".to_owned();
            Hindrance::Unmodelled(what, place(self.ground.source, span.start))
        })
    }

    /// Whether a model is a counterexample; else why nobody knows.
    pub(super) fn failure(
        &self,
        prover: &Prover,
        model: &Model,
        query: &Query,
        found: &mut ObligationReport,
    ) -> Result<(), Hindrance> {
        let path = self.condition.path(prover, model, query);
        let model = &model.completed(&prover.terms);
        self.tell(prover, model, query, &path, found);
        let program = starts(self.ground.tree, self.ground.graph, self.guarded.function);
        if let Some(relied) = self.ground.invariant.filter(|_| !program) {
            let at = place(self.ground.source, relied.span.start);
            return Err(Hindrance::Unmodelled(relied.what.clone(), at));
        }
        let run = self.run(prover, model, &path, query, found);
        if run.is_ok() {
            found.verdict = ObligationVerdict::Run;
            found.middle.clear();
            return Ok(());
        }
        if let Some((what, span)) =
            path.iter().flat_map(|block| &self.condition.points[block.index()].unmodelled).next()
        {
            return Err(Hindrance::Unmodelled(what.to_string(), place(self.ground.source, span.start)));
        }
        match self.arbitrary(&path, query) {
            Some(_) if !model.complete => Err(Hindrance::Incomplete),
            // Where objects of different types overlap, a state of maps that are apart may be none.
            Some(_) if let Some(why) = self.overlap() => Err(why),
            Some(from) => {
                found.from = Some(from);
                found.verdict = ObligationVerdict::Step;
                Ok(())
            }
            None => Err(Hindrance::NotRun(run.err().unwrap_or_default())),
        }
    }

    /// Where the path to a question last comes to a state that only annotations describe.
    fn arbitrary(&self, path: &[BlockId], query: &Query) -> Option<Place> {
        let source = self.ground.source;
        for &block in path.iter().rev() {
            let commands = &self.guarded.blocks[block.index()].commands;
            let end = if block == query.block { query.command } else { commands.len() };
            for command in commands[..end].iter().rev() {
                match command {
                    Command::Havoc { span, .. } | Command::AnyResult(_, _, span) => {
                        return Some(place(source, span.start));
                    }
                    Command::Run { .. }
                    | Command::Assume(..)
                    | Command::Assert(..)
                    | Command::Remember(..)
                    | Command::Bind { .. }
                    | Command::Leave { .. }
                    | Command::Forget(..)
                    | Command::ForgetOne(_)
                    | Command::ForgetAll
                    | Command::ForgetLives
                    | Command::End(..)
                    | Command::Cut(_) => {}
                }
            }
        }
        None
    }

    /// The trace and the values of a model.
    fn tell(
        &self,
        prover: &Prover,
        model: &Model,
        query: &Query,
        path: &[BlockId],
        found: &mut ObligationReport,
    ) {
        let source = self.ground.source;
        let common = if self.ground.request.brief { self.common(query) } else { BTreeSet::new() };
        found.trace.clear();
        for &block in path {
            let Some(label) = self.guarded.blocks[block.index()].label else { continue };
            if common.contains(&block) {
                continue;
            }
            let place = place_of(source, label.at);
            found.trace.push(TraceStep { kind: label.kind, place, sequence: block.0 });
        }
        found.inputs.clear();
        found.middle.clear();
        let on_path: BTreeSet<BlockId> = path.iter().copied().collect();
        let mut told: BTreeMap<ObjectId, usize> = BTreeMap::new();
        let mut memory: Vec<Pointed<'_>> = Vec::new();
        for input in &self.condition.encoder.inputs {
            let passed = input.block.is_none_or(|block| on_path.contains(&block));
            let Some(&value) = model.integers.get(&input.variable).filter(|_| passed) else { continue };
            let name = prover.terms.variable_name(input.variable).to_owned();
            match &input.origin {
                // What is declared without a value has none here.
                Origin::Declared(..) if input.block.is_some() && found.property == Property::Uninit => {}
                Origin::Declared(object, _) => {
                    let ty = self.ground.tree.objects.get(object.index()).map(|object| &object.ty);
                    match ty {
                        // A pointer has two parts: the second one says where in its block it points.
                        Some(Type::Pointer(..)) if input.is_offset => {
                            if let Some(pointed) = memory.iter_mut().rfind(|p| p.object == *object) {
                                pointed.offset = value;
                            }
                        }
                        Some(Type::Pointer(pointee, _)) => {
                            memory.retain(|pointed| pointed.object != *object);
                            memory.push(Pointed { object: *object, name, block: value, offset: 0, pointee });
                        }
                        _ => found.inputs.push((name, value.to_string())),
                    }
                }
                Origin::Read(_) | Origin::Returned(..) => {
                    found.inputs.push((format!("{name}()"), value.to_string()))
                }
                Origin::Allocated(span) if value == 1 => {
                    found.inputs.push((self.text(*span), "NULL".to_owned()));
                }
                Origin::Allocated(_) => {}
                Origin::Arbitrary(object) => {
                    // The last one is the state from which it fails.
                    match told.get(object) {
                        Some(&at) => found.middle[at].1 = value.to_string(),
                        None => {
                            told.insert(*object, found.middle.len());
                            found.middle.push((name, value.to_string()));
                        }
                    }
                }
                Origin::Unmodelled | Origin::Operation => {}
            }
        }
        found.inputs.extend(self.pointers(model, &memory));
        found.inputs.extend(self.objects(model));
    }

    /// Pointers with what they point to; of several into one object only the first one, and how far from it the others are.
    fn pointers(&self, model: &Model, pointers: &[Pointed<'_>]) -> Vec<(String, String)> {
        let encoder = &self.condition.encoder;
        let mut told = Vec::new();
        for (number, pointed) in pointers.iter().enumerate() {
            let size = i128::from(encoder.size(pointed.pointee).unwrap_or(1));
            let other = pointers[..number].iter().find(|other| other.block == pointed.block);
            let declared = encoder.fixed.iter().find(|(_, block)| **block == pointed.block);
            let shown = match (other.filter(|_| pointed.block != 0), declared) {
                (Some(other), _) => {
                    format!("{}{}", other.name, words::behind(pointed.offset - other.offset, size))
                }
                (None, Some((object, _)))
                    if let Some(entry) = self.ground.tree.objects.get(object.index()) =>
                {
                    let sign = if matches!(entry.ty, Type::Array(..)) { "" } else { "&" };
                    format!("{sign}{}{}", entry.name, words::behind(pointed.offset, size))
                }
                (None, _) => {
                    let Some(shown) = self.pointed(model, pointed.block, pointed.pointee) else { continue };
                    shown + &words::behind(pointed.offset, size)
                }
            };
            told.push((pointed.name.clone(), shown));
        }
        told
    }

    /// What a pointer to the start of a block points to, for people: `NULL`, or the integers that matter.
    fn pointed(&self, model: &Model, block: i128, pointee: &Type) -> Option<String> {
        if block == 0 {
            return Some("NULL".to_owned());
        }
        let encoder = &self.condition.encoder;
        if let Some(shown) = Shown::new(encoder, model).pointed(block, pointee) {
            return Some(shown);
        }
        let Type::Integer(_) = pointee else { return None };
        let length = model.cells.get(&encoder.initial_lengths)?.get(&(block, 0))?;
        Some(match length {
            0.. => format!("({length} bytes)"),
            _ => "(no object)".to_owned(),
        })
    }

    /// The objects in memory that matter: those at file scope, and parameters.
    fn objects(&self, model: &Model) -> Vec<(String, String)> {
        let encoder = &self.condition.encoder;
        let objects = &self.ground.tree.objects;
        let shown = Shown::new(encoder, model);
        let fixed = encoder.fixed.iter().filter(|(_, block)| **block > encoder.constants);
        let made = encoder.made.iter().filter(|made| made.block.is_none());
        let all = fixed.map(|(object, block)| (*object, *block));
        let all = all.chain(made.map(|made| (made.object, made.number)));
        all.filter_map(|(object, block)| {
            let object = objects.get(object.index())?;
            Some((object.name.clone(), shown.object(block, 0, &object.ty)?))
        })
        .collect()
    }

    /// The blocks on all paths to a question.
    fn common(&self, query: &Query) -> BTreeSet<BlockId> {
        let points = &self.condition.points;
        let mut passed: Vec<Option<BTreeSet<BlockId>>> = Vec::with_capacity(points.len());
        for (number, point) in points.iter().enumerate() {
            let id = BlockId(number as u32);
            let mut common: Option<BTreeSet<BlockId>> = None;
            for (from, ..) in &point.incoming {
                let Some(before) = &passed[from.index()] else { continue };
                common = Some(match common {
                    Some(known) => known.intersection(before).copied().collect(),
                    None => before.clone(),
                });
            }
            let mut common = if number == 0 { Some(BTreeSet::new()) } else { common };
            common.iter_mut().for_each(|common| _ = common.insert(id));
            passed.push(common);
        }
        passed.get(query.block.index()).cloned().flatten().unwrap_or_default()
    }
}
