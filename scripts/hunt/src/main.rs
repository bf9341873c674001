//! `hunt [--count N] [--first SEED] [--only TEXT] [--out DIR] [--seconds N] [--jobs N] [--show]`: see `scripts/hunt.sh`.

mod hunt;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hunt::compose::compose;
use hunt::tally::Tally;
use hunt::truth::Known;
use hunt::verdict::Tool;

struct Settings {
    count: u64,
    first: u64,
    only: String,
    out: PathBuf,
    seconds: u32,
    jobs: u64,
    show: bool,
    plain: bool,
}

fn settings() -> Result<Settings, String> {
    let mut settings = Settings {
        count: 2_000,
        first: 0,
        only: String::new(),
        out: std::env::temp_dir().join("hunt"),
        seconds: 2,
        jobs: std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
        show: false,
        plain: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--show" => settings.show = true,
            "--plain" => settings.plain = true,
            _ => {}
        }
        if matches!(word.as_str(), "--show" | "--plain") {
            continue;
        }
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{value} is no number"));
        match word.as_str() {
            "--count" => settings.count = number()?,
            "--first" => settings.first = number()?,
            "--seconds" => settings.seconds = number()? as u32,
            "--jobs" => settings.jobs = number()?,
            "--only" => settings.only = value,
            "--out" => settings.out = value.into(),
            _ => return Err(format!("{word} is not known")),
        }
    }
    Ok(settings)
}

/// Programs in one call of the compiler's linker and of FocusCheck.
const BATCH: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = settings()?;
    let mut tables = hunt::tables(&Path::new(env!("CARGO_MANIFEST_DIR")).join("constructs"))?;
    tables.constructs.retain(|c| c.name.contains(&settings.only));
    if settings.plain {
        tables.contexts.clear();
        tables.places.retain(|p| matches!(p.name.as_str(), "places/scalar" | "places/bit-field"));
    }
    let seeds: Vec<u64> = (settings.first..settings.first + settings.count).collect();
    if settings.show {
        for &seed in &seeds {
            let program = compose(&tables, seed);
            println!("// {seed} {} {}\n{}", program.construct, program.holds, program.text);
        }
        return Ok(());
    }
    let binary = std::env::var("FOCUSCHECK").map_err(|_| "FOCUSCHECK does not name the binary")?;
    let tool = Tool::new(binary.into(), settings.seconds);
    std::fs::create_dir_all(&settings.out)?;
    if !hunt::truth::available(&settings.out) {
        return Err("there is no gcc with address and undefined-behaviour sanitizers".into());
    }
    for kind in ["wrong", "broken"] {
        drop(std::fs::remove_dir_all(settings.out.join(kind)));
    }
    let known = settings.out.join("truths.tsv");
    let (total, next) = (Mutex::new(Tally::default()), AtomicU64::new(0));
    let batches: Vec<&[u64]> = seeds.chunks(BATCH).collect();
    std::thread::scope(|scope| {
        for job in 0..settings.jobs {
            let (total, next, batches, tool, tables) = (&total, &next, &batches, &tool, &tables);
            let out = &settings.out;
            let folder = out.join(format!("work-{job}"));
            let mut known = Known::open(known.clone());
            scope.spawn(move || {
                while let Some(seeds) = batches.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    drop(std::fs::remove_dir_all(&folder));
                    drop(std::fs::create_dir_all(&folder));
                    let tally = hunt::judged(tables, seeds, tool, &folder, &mut known);
                    if let Err(error) = tally.keep(out) {
                        eprintln!("{}: {error}", out.display());
                    }
                    let mut total = total.lock().expect("no thread has panicked");
                    total.plus(tally);
                    let row = total.total();
                    let decided = row.right.iter().sum::<u32>();
                    eprint!("\r{} programs, {decided} decided, {} wrong ", row.programs(), row.wrong);
                }
            });
        }
    });
    let total = total.into_inner()?;
    println!("\n{}", total.table());
    if !total.wrong.is_empty() || !total.broken.is_empty() {
        println!("see {}", settings.out.display());
    }
    Ok(())
}
