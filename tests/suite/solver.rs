//! The solver on random systems: answers known from another solver, and proofs that the checker accepts.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use focuscheck_certificate::parse::verify;
use focuscheck_certificate::text::Writer;
use focuscheck_lia::outcome::Outcome;
use focuscheck_lia::problem::Problem;
use focuscheck_lia::{ExactSolver, Solver};

use crate::support::random::Random;
use crate::support::systems::{FAMILIES, generate, read, smt, written};

/// Systems with known answers: a line of each has the family, the answer and the system.
fn frozen() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems.txt")
}

/// `Some(true)` for feasible; every answer must come with a certificate that survives being written.
fn decided(problem: &Problem) -> (Option<bool>, Duration) {
    let solver = ExactSolver::default();
    let start = Instant::now();
    let answer = solver.solve(problem);
    let time = start.elapsed();
    let feasible = match answer {
        Outcome::Undecided(_) => return (None, time),
        Outcome::Feasible(_) => true,
        Outcome::Infeasible(_) => false,
    };
    let decision = solver.certify(problem, &answer);
    let decision = decision.unwrap_or_else(|gap| panic!("{gap}: {}", written(problem)));
    let mut writer = Writer::new(&[]);
    writer.add(&decision);
    assert_eq!(verify(&writer.finish()), Ok(1), "{}", written(problem));
    (Some(feasible), time)
}

#[test]
fn frozen_systems_are_decided_rightly_and_proven() {
    let text = fs::read_to_string(frozen()).unwrap();
    assert_eq!(text.lines().count(), 300);
    for line in text.lines() {
        let mut parts = line.splitn(3, ' ');
        let (family, answer) = (parts.next().unwrap(), parts.next().unwrap());
        let problem = read(parts.next().unwrap()).unwrap_or_else(|| panic!("{line}"));
        assert!(FAMILIES.contains(&family) && ["sat", "unsat"].contains(&answer), "{line}");
        assert_eq!(decided(&problem).0, Some(answer == "sat"), "{line}");
    }
}

/// Another solver that is asked one question after the other.
struct Judge {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Judge {
    fn start() -> Option<Judge> {
        let mut child = Command::new("z3")
            .args(["-in", "-t:20000"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Judge { child, input, output })
    }

    fn ask(&mut self, problem: &Problem) -> (Option<bool>, Duration) {
        let question = format!("(push)\n{}(check-sat)\n(pop)\n", smt(problem));
        let start = Instant::now();
        self.input.write_all(question.as_bytes()).and_then(|()| self.input.flush()).unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        let answer = match answer.trim() {
            "sat" => Some(true),
            "unsat" => Some(false),
            "unknown" | "timeout" => None,
            other => panic!("{other}: {}", written(problem)),
        };
        (answer, start.elapsed())
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Default)]
struct Family {
    feasible: usize,
    infeasible: usize,
    undecided: usize,
    unjudged: usize,
    wrong: usize,
    times: [Vec<Duration>; 2],
}

fn quantile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    times.get(times.len() * percent / 100).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

#[test]
#[allow(clippy::print_stdout)]
#[ignore = "asks another solver about as many systems as one likes; see scripts/solver-against-z3.sh"]
fn answers_agree_with_z3() {
    let variable = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (count, first) = (variable("FOCUSCHECK_COUNT", 2_000), variable("FOCUSCHECK_FIRST_SEED", 0));
    let Some(mut judge) = Judge::start() else {
        println!("z3 is not installed: nothing is compared");
        return;
    };
    let mut families: Vec<Family> = FAMILIES.iter().map(|_| Family::default()).collect();
    let mut lines = String::new();
    for seed in first..first + count {
        let number = (seed % FAMILIES.len() as u64) as usize;
        let problem = generate(FAMILIES[number], &mut Random::new(seed));
        let ((own, time), (other, other_time)) = (decided(&problem), judge.ask(&problem));
        let family = &mut families[number];
        family.times[0].push(time);
        family.times[1].push(other_time);
        match own {
            Some(true) => family.feasible += 1,
            Some(false) => family.infeasible += 1,
            None => {
                family.undecided += 1;
                println!("undecided: {} {}", FAMILIES[number], written(&problem));
            }
        }
        family.unjudged += usize::from(other.is_none());
        if own.is_some() && other.is_some() && own != other {
            family.wrong += 1;
            println!("wrong: {} {own:?} {}", FAMILIES[number], written(&problem));
        }
        if let Some(answer) = other {
            let answer = if answer { "sat" } else { "unsat" };
            lines.push_str(&format!("{} {answer} {}\n", FAMILIES[number], written(&problem)));
        }
    }
    println!("{:<16} sat unsat undecided (z3) wrong      µs   95th      z3   95th", "family");
    for (name, family) in FAMILIES.iter().zip(&mut families) {
        let [own, other] = &mut family.times;
        let times = [quantile(own, 50), quantile(own, 95), quantile(other, 50), quantile(other, 95)];
        let times: String = times.iter().map(|time| format!(" {time:>7.0}")).collect();
        let Family { feasible, infeasible, undecided, unjudged, wrong, .. } = family;
        println!("{name:<16} {feasible:>3} {infeasible:>5} {undecided:>9} {unjudged:>4} {wrong:>5}{times}");
    }
    if let Some(file) = std::env::var_os("FOCUSCHECK_FREEZE") {
        fs::write(file, lines).unwrap();
    }
    assert!(families.iter().all(|family| family.wrong == 0), "answers differ");
}
