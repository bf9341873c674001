//! `judge [--count N] [--first SEED] [--out DIR] [--seconds N] [--jobs N] [--minutes N] [--only COMMAND] [--show] [--minimise]`: see `scripts/judge.sh`.

mod judge;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use judge::tally::Tally;
use judge::tool::Tool;

struct Settings {
    count: u64,
    first: u64,
    out: PathBuf,
    seconds: u32,
    jobs: u64,
    show: bool,
    minimise: bool,
    only: Option<String>,
    minutes: u64,
}

fn settings() -> Result<Settings, String> {
    let mut settings = Settings {
        count: 1_000,
        first: 0,
        out: std::env::temp_dir().join("judge"),
        seconds: 2,
        jobs: std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
        show: false,
        minimise: false,
        only: None,
        minutes: u64::MAX / 60,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--show" => settings.show = true,
            "--minimise" => settings.minimise = true,
            _ => {}
        }
        if matches!(word.as_str(), "--show" | "--minimise") {
            continue;
        }
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{value} is no number"));
        match word.as_str() {
            "--count" => settings.count = number()?,
            "--first" => settings.first = number()?,
            "--seconds" => settings.seconds = number()? as u32,
            "--jobs" => settings.jobs = number()?,
            "--minutes" => settings.minutes = number()?,
            "--only" => settings.only = Some(value),
            "--out" => settings.out = value.into(),
            _ => return Err(format!("{word} is not known")),
        }
    }
    Ok(settings)
}

/// Programs in one call of the compiler.
const BATCH: usize = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = settings()?;
    let seeds: Vec<u64> = (settings.first..settings.first + settings.count).collect();
    if settings.show {
        for &seed in &seeds {
            println!("// seed {seed}\n{}", judge::program(seed).tool_text());
        }
        return Ok(());
    }
    let binary = std::env::var("FOCUSCHECK").map_err(|_| "FOCUSCHECK does not name the binary")?;
    let tool = Tool::new(binary.into(), settings.seconds).only(settings.only.clone());
    std::fs::create_dir_all(&settings.out)?;
    if !judge::truth::available(&settings.out) {
        return Err("there is no gcc with an undefined-behaviour sanitizer".into());
    }
    for folder in ["wrong", "small"] {
        drop(std::fs::remove_dir_all(settings.out.join(folder)));
    }
    let (total, next) = (Mutex::new(Tally::default()), AtomicU64::new(0));
    let batches: Vec<&[u64]> = seeds.chunks(BATCH).collect();
    let (began, minutes) = (Instant::now(), settings.minutes);
    std::thread::scope(|scope| {
        for job in 0..settings.jobs {
            let (total, next, batches, tool, settings) = (&total, &next, &batches, &tool, &settings);
            let folder = settings.out.join(format!("work-{job}"));
            scope.spawn(move || {
                while began.elapsed().as_secs() / 60 < minutes
                    && let Some(seeds) = batches.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    drop(std::fs::remove_dir_all(&folder));
                    drop(std::fs::create_dir_all(&folder));
                    let tally = judge::judged(seeds, tool, &folder);
                    let mut total = total.lock().expect("no thread has panicked");
                    let is_new = !tally.wrong.is_empty();
                    total.plus(tally);
                    // A run that is cut off tells what it has found.
                    let table = std::fs::write(settings.out.join("table"), total.table());
                    let kept = if is_new { total.keep(&settings.out.join("wrong")) } else { Ok(()) };
                    if let Err(why) = table.and(kept) {
                        eprintln!("{}: {why}", settings.out.display());
                    }
                    eprint!("\r{} programs, {} false claims ", total.programs, total.wrong.len());
                }
            });
        }
    });
    let total = total.into_inner()?;
    println!("\n{}", total.table());
    if settings.minimise {
        minimise(&total, &tool, &settings.out)?;
    }
    if !total.wrong.is_empty() {
        println!("see {}/wrong", settings.out.display());
    }
    Ok(())
}

/// Writes the first finding of each kind with as little of its program as is needed.
fn minimise(total: &Tally, tool: &Tool, out: &Path) -> std::io::Result<()> {
    let mut small = Tally::default();
    let mut seen = BTreeSet::new();
    for finding in total.wrong.iter().filter(|f| seen.insert((f.kind, f.how))) {
        let program = judge::program(finding.seed);
        let (_, found) = judge::minimise::minimised(&program, finding, tool, &out.join("work-0"));
        small.wrong.push(found);
        small.keep(&out.join("small"))?;
    }
    Ok(())
}
