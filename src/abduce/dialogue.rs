//! The questions about one error, until it is discharged or validated (Figure 6).
//!
//! Beside the paper: several witnesses each by itself have to be possible with an obligation; an answer that nobody knows
//! keeps obligations from what it is about, and witnesses from what they are about, but not one from the other.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::Symbol;
use focuscheck_smt::eliminate::Cube;
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::{BoolId, FormulaId, HypothesisId};

use super::cost::{Cost, Side};
use super::obligation::{Clause, Eliminations};
use super::paths::paths;
use super::plan::{Case, Plan, Record, Step};
use super::question::{Ask, Kind, Offer, Reply};
use super::simplify;
use super::subsets::{Search, WeakestCondition};
use super::world::World;

impl World {
    /// What a question says that happens.
    fn asked(&mut self, ask: &Ask) -> FormulaId {
        let arrived = self.prover.terms.atom_formula(self.arrived);
        let happens = match ask.about.is_empty() {
            true => arrived,
            false => self.happens(&ask.atoms()),
        };
        if ask.reaching { self.prover.terms.and([happens, arrived]) } else { happens }
    }

    /// What holds in all runs: that something always does, or never happens.
    fn fact(&mut self, ask: &Ask) -> FormulaId {
        let atoms = ask.atoms();
        match ask.kind {
            Kind::Always => {
                let (reached, holds) = (self.reached(&atoms), self.cube(&atoms));
                self.prover.terms.implies(reached, holds)
            }
            Kind::Possible if ask.about.is_empty() => {
                let fails = self.prover.terms.atom_formula(self.fails);
                self.prover.terms.not(fails)
            }
            Kind::Possible => {
                let happens = self.asked(ask);
                self.prover.terms.not(happens)
            }
        }
    }

    /// What holds in some run: that something does not hold, or happens.
    fn witness(&mut self, ask: &Ask) -> FormulaId {
        let atoms = ask.atoms();
        match ask.kind {
            Kind::Always => {
                let (reached, holds) = (self.reached(&atoms), self.cube(&atoms));
                let fails = self.prover.terms.not(holds);
                self.prover.terms.and([reached, fails])
            }
            Kind::Possible => self.asked(ask),
        }
    }
}

/// How to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How questions are priced.
    pub cost: Cost,
    /// How many alternatives are offered beside a question.
    pub alternatives: usize,
}

/// How a dialogue ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The check cannot fail.
    Discharged,
    /// It fails in the runs of which this was said to be possible, by its number among the answers.
    Validated,
    /// Nothing is left to be asked.
    Open,
    /// What is known cannot be told apart within the limits.
    Undecided,
    /// The answers contradict each other, or what is known.
    Contradiction,
}

/// Of which runs something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Of all that come to where it is about.
    All,
    /// Of those that come to the line of the check.
    Checked,
}

/// The same unknowns in all runs, where the world of a dialogue leaves out those in which a value wraps.
pub enum Exact {
    /// It leaves out none.
    This,
    /// Those are told by another world.
    Other(Box<World>),
    /// Nobody tells.
    Unknown,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A question.
    Question(Offer),
    /// The end.
    End(End),
}

/// A dialogue.
pub struct Dialogue {
    world: World,
    exact: Exact,
    /// Whether the end holds only of runs in which no value wraps.
    rests_on_wraps: bool,
    settings: Settings,
    record: Record,
    plan: Option<(Plan, u64)>,
    alternatives: Vec<(Ask, u64)>,
    /// What was said to be possible: in some run each.
    witnesses: Vec<(FormulaId, Ask)>,
    /// What was said to hold in all runs.
    facts: Vec<(HypothesisId, Ask)>,
    /// Unknowns of which no sentence can speak together, by number.
    apart: BTreeMap<Symbol, usize>,
    /// What is known in runs that come to the check alone.
    known_there: BTreeSet<Atom>,
    /// The unknowns of which what is shown for one passage of their point is not so at the others.
    at_each_passage: BTreeSet<Symbol>,
    /// What the end rests on.
    basis: Vec<Ask>,
    /// Whether the run that is said to be possible may fail somewhere else.
    fails_elsewhere: bool,
    /// What an obligation has to leave possible.
    doubted: Vec<FormulaId>,
    /// What a witness has to leave possible.
    doubted_witnesses: Vec<FormulaId>,
    asked: [BTreeSet<Vec<Clause>>; 2],
    eliminations: Eliminations,
    /// Whether a question was left out because nobody found out within the limits whether it is one.
    has_gaps: bool,
    /// Whether something was learned since the last look at what it settles.
    has_news: bool,
    end: Option<End>,
}

impl Dialogue {
    /// Nothing asked so far.
    pub fn new(world: World, settings: Settings) -> Dialogue {
        Dialogue {
            world,
            exact: Exact::This,
            rests_on_wraps: false,
            settings,
            record: Record::new(),
            plan: None,
            alternatives: Vec::new(),
            witnesses: Vec::new(),
            facts: Vec::new(),
            apart: BTreeMap::new(),
            known_there: BTreeSet::new(),
            at_each_passage: BTreeSet::new(),
            basis: Vec::new(),
            fails_elsewhere: false,
            doubted: Vec::new(),
            doubted_witnesses: Vec::new(),
            asked: Default::default(),
            eliminations: Eliminations::default(),
            has_gaps: false,
            has_news: true,
            end: None,
        }
    }

    /// Says which unknowns are known in executions of functions that have to be told apart: facts about several are asked for
    /// one by one.
    pub fn tell_apart(&mut self, executions: BTreeMap<Symbol, usize>) {
        self.apart = executions;
    }

    /// Whether one sentence can speak of all that a conjunction says.
    fn is_one_sentence(&self, cube: &Cube) -> bool {
        let symbols = cube.iter().flat_map(|atom| atom.expression().symbols());
        let executions: BTreeSet<usize> =
            symbols.filter_map(|symbol| self.apart.get(&symbol)).copied().collect();
        cube.len() < 2 || executions.len() < 2
    }

    /// What is known of the unknowns: atoms that hold whenever a run comes to where they are about, and those that hold
    /// there only in runs that come to the check. `told` says of which of them something that is shown of an unknown may be
    /// said: if a run passes its point more than once, what is shown for one passage is not so at the others. `exact` has the
    /// same unknowns in all runs.
    pub fn known(&mut self, told: &dyn Fn(Symbol, Extent) -> bool, exact: Exact) -> Vec<(Atom, Extent)> {
        self.exact = exact;
        let unknowns = (0u32..).map(Symbol).take(self.world.unknowns.len());
        self.at_each_passage = unknowns.filter(|&symbol| !told(symbol, Extent::Checked)).collect();
        let mut atoms = BTreeSet::new();
        for kind in [self.world.fails, self.world.passes] {
            let Ok(cubes) = paths(&mut self.world, kind) else { return Vec::new() };
            atoms.extend(cubes.into_iter().flatten());
        }
        let world = match &mut self.exact {
            Exact::This => &mut self.world,
            Exact::Other(world) => world,
            Exact::Unknown => return Vec::new(),
        };
        let arrived = world.arrived;
        let mut known = Vec::new();
        for atom in atoms {
            let reached = world.reached([&atom]);
            let holds = world.formula(&atom);
            let fails = world.prover.terms.not(holds);
            let asked = world.prover.terms.and([reached, fails]);
            // Where no such run comes to the check everything would be known.
            if world.possible(&[arrived], reached) != Ok(true) {
                continue;
            }
            let is_told = |extent: Extent| atom.expression().symbols().all(|symbol| told(symbol, extent));
            if is_told(Extent::All) && world.excluded(&[], asked) {
                known.push((atom, Extent::All));
                continue;
            }
            // Who is told that something holds in every run that comes to the check takes it to happen in each.
            let comes = world.prover.terms.and([reached, holds]);
            let missed = world.prover.terms.not(comes);
            if is_told(Extent::Checked) && world.excluded(&[arrived], missed) {
                self.known_there.insert(atom.clone());
                known.push((atom, Extent::Checked));
            }
        }
        known
    }

    /// The next question, or the end.
    pub fn proceed(&mut self) -> Next {
        loop {
            spend(1);
            if let Some(end) = &self.end {
                return Next::End(end.clone());
            }
            if let Some(offer) = self.advance() {
                return Next::Question(offer);
            }
        }
    }

    /// One step: an end, a plan, or a question.
    fn advance(&mut self) -> Option<Offer> {
        if std::mem::take(&mut self.has_news)
            && let Some(end) = self.concluded()
        {
            self.end = Some(end);
            return None;
        }
        if let Some((plan, cost)) = &self.plan {
            let cost = *cost;
            match plan.step(&self.world, &self.record) {
                Step::Ask(ask) => return Some(self.offer(ask, cost)),
                Step::Held | Step::Failed => self.plan = None,
            }
        }
        self.plan = self.planned();
        if self.plan.is_none() {
            self.end = Some(if self.has_gaps { End::Undecided } else { End::Open });
        }
        None
    }

    fn offer(&mut self, ask: Ask, cost: u64) -> Offer {
        let mut offer = {
            let mut record = self.record.clone();
            record.insert(ask.clone(), Reply::Yes);
            let held = |plan: &(Plan, u64)| plan.0.step(&self.world, &record) == Step::Held;
            let settles = self.plan.as_ref().is_some_and(held);
            Offer { asks: vec![ask], costs: vec![cost], settles, fails_elsewhere: false }
        };
        if let (true, Kind::Possible, Some(other)) = (offer.settles, offer.asks[0].kind, self.world.elsewhere)
        {
            let happens = self.world.asked(&offer.asks[0]);
            offer.fails_elsewhere = !self.world.excluded(&[other], happens);
        }
        for (other, cost) in &self.alternatives {
            if offer.asks[0].kind == Kind::Always
                && !self.record.contains_key(other)
                && !offer.asks.contains(other)
            {
                offer.asks.push(other.clone());
                offer.costs.push(*cost);
            }
        }
        offer
    }

    /// Whether what is known settles the error.
    fn concluded(&mut self) -> Option<End> {
        let all = self.world.prover.terms.constant(true);
        let (fails, passes) = (self.world.fails, self.world.passes);
        if let Some(needed) = self.world.refuted(&[fails], all) {
            self.basis = self.needed(&needed);
            self.rests_on_wraps = match &mut self.exact {
                Exact::This => false,
                Exact::Unknown => true,
                Exact::Other(world) => {
                    let (all, fails) = (world.prover.terms.constant(true), world.fails);
                    !world.excluded(&[fails], all)
                }
            };
            return Some(End::Discharged);
        }
        for (witness, ask) in self.witnesses.clone() {
            if let Some(needed) = self.world.refuted(&[passes], witness) {
                self.basis = self.needed(&needed);
                self.rests_on_wraps = match &mut self.exact {
                    Exact::This => false,
                    Exact::Unknown => true,
                    Exact::Other(world) => {
                        let (witness, passes) = (world.witness(&ask), world.passes);
                        !world.excluded(&[passes], witness)
                    }
                };
                self.basis.push(ask);
                let elsewhere = self.world.elsewhere;
                self.fails_elsewhere = elsewhere.is_some_and(|other| !self.world.excluded(&[other], witness));
                return Some(End::Validated);
            }
        }
        None
    }

    fn needed(&self, needed: &[HypothesisId]) -> Vec<Ask> {
        let facts = self.facts.iter().filter(|(hypothesis, _)| needed.contains(hypothesis));
        facts.map(|(_, ask)| ask.clone()).collect()
    }

    /// What the end rests on, of what was said.
    pub fn basis(&self) -> &[Ask] {
        &self.basis
    }

    /// Whether the end holds only of runs in which no value wraps.
    pub fn rests_on_wraps(&self) -> bool {
        self.rests_on_wraps
    }

    /// Whether the run that is said to be possible may fail somewhere else.
    pub fn fails_elsewhere(&self) -> bool {
        self.fails_elsewhere
    }

    /// Whether the run that is said to be possible may be one of which something else is true.
    pub fn may_fail(&mut self, error: BoolId) -> bool {
        let Some(last) = self.basis.last() else { return false };
        let Some((witness, _)) = self.witnesses.iter().find(|(_, ask)| ask == last) else { return false };
        let witness = *witness;
        !self.world.excluded(&[error], witness)
    }

    /// The cheaper of the cheapest obligation and the cheapest witness.
    fn planned(&mut self) -> Option<(Plan, u64)> {
        let (fails, passes) = (self.world.fails, self.world.passes);
        self.has_gaps = false;
        let failing = paths(&mut self.world, fails);
        let passing = paths(&mut self.world, passes);
        let (Ok(failing), Ok(passing)) = (failing, passing) else {
            self.has_gaps = true;
            return None;
        };
        let obligations = self.search(Side::Obligation, &failing, &passing);
        let witnesses = self.search(Side::Witness, &passing, &failing);
        let witness = witnesses.into_iter().next();
        let most = witness.as_ref().map(|witness| witness.cost);
        let mut affordable =
            obligations.into_iter().filter(|found| most.is_none_or(|most| found.cost <= most));
        self.alternatives.clear();
        if let Some(found) = affordable.next() {
            let (cubes, clauses) = self.simplified(&found);
            if matches!(&clauses[..], [clause] if clause.len() == 1) {
                for other in affordable {
                    self.add_alternative(&other);
                }
            }
            self.asked[0].insert(found.clauses);
            let apart = cubes.iter().any(|cube| !self.is_one_sentence(cube));
            let cubes = cubes.into_iter().filter(|cube| self.is_one_sentence(cube)).collect();
            return Some((Plan::prove(&self.world, cubes, clauses, apart), found.cost));
        }
        let found = witness?;
        let cubes = self.cubes(&found);
        let cases: Vec<Case> = cubes.into_iter().map(|cube| self.without_known(cube)).collect();
        self.asked[1].insert(found.clauses);
        Some((Plan::witness(&self.world, cases), found.cost))
    }

    fn add_alternative(&mut self, found: &WeakestCondition) {
        let (cubes, clauses) = self.simplified(found);
        if let ([cube], [clause]) = (&cubes[..], &clauses[..])
            && clause.len() == 1
        {
            self.alternatives.push((Ask::always(cube.clone()), found.cost));
        }
    }

    fn search(&mut self, side: Side, excluded: &[Cube], others: &[Cube]) -> Vec<WeakestCondition> {
        let (kept, allowed, asked, wanted) = match side {
            Side::Obligation => {
                let allowed: Vec<FormulaId> = {
                    let witnesses = self.witnesses.iter().map(|(witness, _)| witness);
                    witnesses.chain(&self.doubted).copied().collect()
                };
                (self.world.passes, allowed, &self.asked[0], 1 + self.settings.alternatives)
            }
            Side::Witness => (self.world.fails, self.doubted_witnesses.clone(), &self.asked[1], 1),
        };
        let mut search = Search {
            world: &mut self.world,
            eliminations: &mut self.eliminations,
            excluded,
            others,
            kept,
            side,
            cost: self.settings.cost,
            allowed: &allowed,
            ruled_out: asked,
            has_gaps: false,
        };
        let found = search.cheapest(wanted);
        self.has_gaps |= search.has_gaps;
        found
    }

    /// An obligation in the context of runs that come to the check and to all that it is about, and the conjunctions that are
    /// possible there. What is left, and each conjunction by itself, excludes all failing runs.
    fn simplified(&mut self, found: &WeakestCondition) -> (Vec<Cube>, Vec<Clause>) {
        let (checked, fails) = (self.world.checked, self.world.fails);
        let valid = |world: &mut World, clauses: &[Clause]| {
            let claims = world.claims(clauses);
            world.excluded(&[fails], claims)
        };
        let clauses = simplify::clauses(&mut self.world, found.clauses.clone(), &[checked], &valid);
        let valid = |world: &mut World, cube: &[Atom]| {
            let (reached, holds) = (world.reached(cube), world.cube(cube));
            let claim = world.prover.terms.implies(reached, holds);
            world.excluded(&[fails], claim)
        };
        (simplify::sufficient(&mut self.world, &clauses, &[checked], &valid), clauses)
    }

    /// A witness in the same context, as conjunctions each of which excludes all passing runs.
    fn cubes(&mut self, found: &WeakestCondition) -> Vec<Cube> {
        let (checked, passes) = (self.world.checked, self.world.passes);
        let valid = |world: &mut World, clauses: &[Clause]| {
            let reached = world.reached(clauses.iter().flatten());
            let holds = world.clauses(clauses);
            let happens = world.prover.terms.and([reached, holds]);
            world.excluded(&[passes], happens)
        };
        let clauses = simplify::clauses(&mut self.world, found.clauses.clone(), &[checked], &valid);
        let valid = |world: &mut World, cube: &[Atom]| {
            let happens = world.happens(cube);
            world.excluded(&[passes], happens)
        };
        simplify::cubes(&mut self.world, &clauses, &[checked], &valid)
    }

    /// A witness without what is known of all runs that come to the check: of those it is asked then, unless a run may come
    /// there from one passage of a point, and what is asked may happen at another.
    fn without_known(&mut self, cube: Cube) -> Case {
        let repeats = |atom: &Atom| atom.expression().symbols().any(|s| self.at_each_passage.contains(&s));
        if cube.iter().any(repeats) {
            return Case { atoms: cube, reaching: false };
        }
        let rest: Cube = cube.iter().filter(|atom| !self.known_there.contains(atom)).cloned().collect();
        let (arrived, passes) = (self.world.arrived, self.world.passes);
        let happens = self.world.happens(&rest);
        if rest.len() < cube.len() && self.world.excluded(&[arrived, passes], happens) {
            return Case { atoms: rest, reaching: true };
        }
        Case { atoms: cube, reaching: false }
    }

    /// Values of the unknowns in a run as the last question that the end rests on says that there is one, as far as that is
    /// known.
    pub fn example(&mut self) -> Vec<(Symbol, i128)> {
        let Some(last) = self.basis.last() else { return Vec::new() };
        let witness = self.witnesses.iter().find(|(_, ask)| ask == last).map(|(witness, _)| *witness);
        let Some(witness) = witness else { return Vec::new() };
        let (selector, fails) = (self.world.selector(witness), self.world.fails);
        let Ok(Some(model)) = self.world.model(&[fails, selector]) else { return Vec::new() };
        let unknowns = (0u32..).map(Symbol).zip(&self.world.unknowns);
        let value = |term| model.term(&self.world.prover.terms, term);
        unknowns.filter_map(|(symbol, unknown)| Some((symbol, value(unknown.term)?))).collect()
    }

    /// Takes what is said to one question.
    pub fn tell(&mut self, ask: &Ask, reply: Reply) {
        let proving = matches!(self.plan, Some((Plan::Prove { .. }, _)));
        self.learn(ask, reply, proving);
        // Another condition than the one that was planned.
        if reply == Reply::Yes && self.alternatives.iter().any(|(other, _)| other == ask) {
            self.plan = None;
        }
        self.check_consistency();
    }

    /// Keeps what an answer says.
    fn learn(&mut self, ask: &Ask, reply: Reply, proving: bool) {
        self.record.insert(ask.clone(), reply);
        self.has_news = true;
        match (ask.kind, reply) {
            (Kind::Always, Reply::Yes) | (Kind::Possible, Reply::No) => self.suppose(ask),
            (Kind::Always, Reply::No) | (Kind::Possible, Reply::Yes) => {
                let witness = self.world.witness(ask);
                self.witnesses.push((witness, ask.clone()));
            }
            (Kind::Always, Reply::Unknown) => {
                let holds = self.world.cube(&ask.atoms());
                let fails = self.world.prover.terms.not(holds);
                self.doubted.push(fails);
            }
            (Kind::Possible, Reply::Unknown) if proving => {
                let happens = self.world.asked(ask);
                self.doubted.push(happens);
            }
            (Kind::Possible, Reply::Unknown) => {
                let never = self.world.fact(ask);
                self.doubted_witnesses.push(never);
            }
        }
    }

    fn suppose(&mut self, ask: &Ask) {
        if let Exact::Other(world) = &mut self.exact {
            let fact = world.fact(ask);
            world.prover.suppose(fact);
        }
        let fact = self.world.fact(ask);
        let hypothesis = self.world.prover.suppose(fact);
        self.facts.push((hypothesis, ask.clone()));
    }

    /// Answers may contradict each other.
    fn check_consistency(&mut self) {
        for (witness, _) in self.witnesses.clone() {
            if self.world.possible(&[], witness) == Ok(false) {
                self.end = Some(End::Contradiction);
            }
        }
    }
}
