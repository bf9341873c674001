//! Random state machines with an input loop, in the style of the RERS challenges: dozens of state variables,
//! hundreds of guarded cases, and errors of which it is known whether they can be reached.
//!
//! A machine consists of modules of a few variables, each with its own cases and inputs; some cases look at a
//! variable of another module too. An error is reachable because a walk through the machine reaches it that
//! passes no other error, or unreachable because no walk of its module does, even if the conditions on other
//! modules are left out.

use std::collections::BTreeSet;
use std::fmt::Write;

use fastrand::Rng;

/// Variables of a module.
const SIZE: usize = 5;
/// Inputs of a module.
const INPUTS: usize = 2;

/// A generated program.
pub struct Machine {
    /// Its text.
    pub text: String,
    /// Lines of the errors that can be reached.
    pub reachable: BTreeSet<u32>,
    /// Lines of the errors that cannot.
    pub unreachable: BTreeSet<u32>,
}

/// Values that some variables have.
type Values = Vec<(usize, usize)>;

struct Case {
    module: usize,
    input: usize,
    guard: Values,
    /// Conditions on other modules.
    outside: Values,
    effect: Values,
}

struct Plan {
    modules: usize,
    domains: Vec<usize>,
    start: Vec<usize>,
    cases: Vec<Case>,
}

fn holds(values: &Values, state: &[usize]) -> bool {
    values.iter().all(|&(variable, value)| state[variable] == value)
}

fn pick(random: &mut Rng, from: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    random.choose_multiple(from, count)
}

impl Plan {
    fn new(random: &mut Rng, modules: usize, cases: usize) -> Plan {
        let count = modules * SIZE;
        let domains: Vec<usize> = (0..count).map(|_| random.usize(3..=6)).collect();
        let start = domains.iter().map(|&domain| random.usize(..domain)).collect();
        let mut plan = Plan { modules, domains, start, cases: Vec::new() };
        for module in 0..modules {
            for _ in 0..cases {
                let case = plan.case(random, module);
                plan.cases.push(case);
            }
        }
        random.shuffle(&mut plan.cases);
        plan
    }

    fn own(module: usize) -> std::ops::Range<usize> {
        module * SIZE..(module + 1) * SIZE
    }

    fn values(&self, random: &mut Rng, variables: Vec<usize>) -> Values {
        variables.into_iter().map(|variable| (variable, random.usize(..self.domains[variable]))).collect()
    }

    fn case(&self, random: &mut Rng, module: usize) -> Case {
        let count = random.usize(1..=3);
        let guarded = pick(random, Self::own(module), count);
        let guard = self.values(random, guarded);
        let count = random.usize(1..=3);
        let changed = pick(random, Self::own(module), count);
        let effect = self.values(random, changed);
        let other = random.usize(..self.domains.len());
        let looks_outside = random.u32(..10) < 3 && !Self::own(module).contains(&other);
        let outside = if looks_outside { self.values(random, vec![other]) } else { Vec::new() };
        Case { module, input: module * INPUTS + random.usize(1..=INPUTS), guard, outside, effect }
    }

    fn inputs(&self) -> usize {
        self.modules * INPUTS
    }

    fn step(&self, state: &mut [usize], input: usize) {
        let fires =
            |case: &&Case| case.input == input && holds(&case.guard, state) && holds(&case.outside, state);
        if let Some(case) = self.cases.iter().find(fires) {
            for &(variable, value) in &case.effect {
                state[variable] = value;
            }
        }
    }

    /// The states of a walk, up to the first visit of its last one.
    fn walk(&self, random: &mut Rng) -> Vec<Vec<usize>> {
        let mut state = self.start.clone();
        let mut states = Vec::new();
        for _ in 0..random.usize(5..=60) {
            self.step(&mut state, random.usize(1..=self.inputs()));
            states.push(state.clone());
        }
        let end = states.iter().position(|visited| *visited == state).unwrap_or(0);
        states.truncate(end + 1);
        states
    }

    /// All states of a module's variables that could be reached if the other modules were in any state.
    fn module_states(&self, module: usize) -> BTreeSet<Vec<usize>> {
        let first = module * SIZE;
        let start = self.start[Self::own(module)].to_vec();
        let mut seen = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            for case in self.cases.iter().filter(|case| case.module == module) {
                if case.guard.iter().all(|&(variable, value)| state[variable - first] == value) {
                    let mut next = state.clone();
                    case.effect.iter().for_each(|&(variable, value)| next[variable - first] = value);
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        seen
    }

    fn reachable_errors(&self, random: &mut Rng, count: usize) -> Vec<Values> {
        let mut errors: Vec<Values> = Vec::new();
        let mut witnesses: Vec<Vec<Vec<usize>>> = Vec::new();
        for _ in 0..100_000 {
            if errors.len() == count {
                break;
            }
            let walk = self.walk(random);
            let Some((last, before)) = walk.split_last() else { continue };
            let module = random.usize(..self.modules);
            let mut variables = pick(random, Self::own(module), 3);
            let more = random.usize(1..=5);
            variables.extend(pick(random, 0..self.domains.len(), more));
            variables.sort_unstable();
            variables.dedup();
            let error: Values = variables.into_iter().map(|variable| (variable, last[variable])).collect();
            let blocked = before.iter().any(|state| holds(&error, state))
                || walk.iter().any(|state| errors.iter().any(|known| holds(known, state)))
                || witnesses.iter().flatten().any(|state| holds(&error, state));
            if !blocked {
                errors.push(error);
                witnesses.push(walk);
            }
        }
        errors
    }

    fn unreachable_errors(&self, random: &mut Rng, count: usize) -> Vec<Values> {
        let states: Vec<_> = (0..self.modules).map(|module| self.module_states(module)).collect();
        let mut errors = Vec::new();
        for _ in 0..100_000 {
            if errors.len() == count {
                break;
            }
            let module = random.usize(..self.modules);
            let size = random.usize(2..=3);
            let variables = pick(random, Self::own(module), size);
            let error = self.values(random, variables);
            let local: Values =
                error.iter().map(|&(variable, value)| (variable - module * SIZE, value)).collect();
            if !states[module].iter().any(|state| holds(&local, state)) {
                errors.push(error);
            }
        }
        errors
    }
}

fn condition(values: &[(usize, usize)]) -> String {
    let tests: Vec<String> =
        values.iter().map(|(variable, value)| format!("a{variable} == {value}")).collect();
    tests.join(" && ")
}

/// The machine of a seed, with so many modules of five variables, cases per module, and errors of each kind.
pub fn machine(seed: u64, modules: usize, cases: usize, errors: usize) -> Machine {
    let mut random = Rng::with_seed(seed);
    let plan = Plan::new(&mut random, modules, cases);
    let mut all: Vec<(Values, bool)> =
        plan.reachable_errors(&mut random, errors).into_iter().map(|values| (values, true)).collect();
    all.extend(plan.unreachable_errors(&mut random, errors).into_iter().map(|values| (values, false)));
    random.shuffle(&mut all);
    let mut text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n".to_owned();
    for (variable, value) in plan.start.iter().enumerate() {
        let _ = writeln!(text, "int a{variable} = {value};");
    }
    text.push_str("void react(int input) {\n");
    for (number, case) in plan.cases.iter().enumerate() {
        let tests = [case.guard.clone(), case.outside.clone()].concat();
        let effects: Vec<String> =
            case.effect.iter().map(|(variable, value)| format!("a{variable} = {value};")).collect();
        let otherwise = if number == 0 { "" } else { "else " };
        let (input, tests, effects) = (case.input, condition(&tests), effects.join(" "));
        let _ = writeln!(text, "  {otherwise}if (input == {input} && {tests}) {{ {effects} }}");
    }
    let (mut reachable, mut unreachable) = (BTreeSet::new(), BTreeSet::new());
    for (values, can_be) in &all {
        let line = text.lines().count() as u32 + 1;
        if *can_be { &mut reachable } else { &mut unreachable }.insert(line);
        let _ = writeln!(text, "  if ({}) reach_error();", condition(values));
    }
    let inputs = plan.inputs();
    let _ = write!(
        text,
        "}}\nint main(void) {{\n  while (1) {{\n    int input = __VERIFIER_nondet_int();\n    \
         if (input < 1 || input > {inputs}) return 0;\n    react(input);\n  }}\n}}\n"
    );
    Machine { text, reachable, unreachable }
}
