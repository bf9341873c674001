//! Threads with deep stacks: recursion over a program is as deep as the program.

use super::exit::CliError;
use focuscheck_base::options::Options;

/// Stack sizes of the worker threads in megabytes, the wanted one first. Address space may be limited, so smaller ones are tried too.
pub(super) const STACK_MEGABYTES: [usize; 3] = [256, 64, 16];

/// Does something on a thread with a deep stack.
pub(super) fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, CliError> {
    let (pool, _) = thread_pool(Some(1))?;
    Ok(pool.install(work))
}

/// The threads, and how many megabytes of stack each has.
pub(super) fn thread_pool(jobs: Option<u64>) -> Result<(rayon::ThreadPool, usize), CliError> {
    let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let threads = jobs.map_or_else(processors, |jobs| jobs as usize);
    let mut last = String::new();
    for megabytes in STACK_MEGABYTES {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(megabytes << 20).build() {
            Ok(pool) => return Ok((pool, megabytes)),
            Err(error) => last = error.to_string(),
        }
    }
    Err(CliError::Internal(format!("cannot start {threads} threads: {last}; try a smaller -j")))
}

/// Options for threads with stacks of so many megabytes.
pub(super) fn scaled(options: Options, megabytes: usize) -> Options {
    let max_height = options.max_height * megabytes as u32 / STACK_MEGABYTES[0] as u32;
    Options { max_height, ..options }
}
