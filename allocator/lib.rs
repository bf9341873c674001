//! The system's allocator, counting what each thread holds.
//!
//! The counts are those of the thread, so that what one file needs can be told from what others need at the
//! same time, and is the same on any number of threads. Memory that one thread allocates and another one
//! releases is counted where it happens; so a count is only meaningful as a difference.
//!
//! The only unsafe code of the project. A program that does not install [`Counting`] as its global allocator
//! sees zeros.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Constant and without destructor: reading them allocates nothing and works in every thread's last moment.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator with counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

/// What the system's allocator takes for a piece, as far as it is known: a word of its own, in steps of two words.
const fn taken(size: usize) -> usize {
    let with_head = size.saturating_add(8 + 15) & !15;
    if with_head < 32 { 32 } else { with_head }
}

fn grow(size: usize) {
    let size = taken(size);
    let held = HELD.get().wrapping_add_unsigned(size);
    HELD.set(held);
    if held > PEAK.get() {
        PEAK.set(held);
    }
    if size > LARGEST.get() {
        LARGEST.set(size);
    }
}

fn shrink(size: usize) {
    let size = taken(size);
    HELD.set(HELD.get().wrapping_sub_unsigned(size));
    // Another piece of the same size may be left; the next one that is as large will count again.
    if size >= LARGEST.get() {
        LARGEST.set(0);
    }
}

// SAFETY: every call is passed on to the system's allocator unchanged, and the counts touch nothing else.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        shrink(layout.size());
        grow(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// How many bytes this thread holds: allocated by it less released by it, with what the allocator needs besides.
pub fn held() -> isize {
    HELD.get()
}

/// The largest piece that this thread holds, as far as it is known; never too large.
pub fn largest() -> usize {
    LARGEST.get()
}

/// The most bytes that this thread has held since [`restart_peak`].
pub fn peak() -> isize {
    PEAK.get()
}

/// Lets [`peak`] begin anew.
pub fn restart_peak() {
    PEAK.set(HELD.get());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    #[test]
    fn counts_what_a_thread_holds() {
        restart_peak();
        let before = held();
        let block = vec![0u8; 1 << 20];
        assert!(held() - before >= 1 << 20);
        assert!(largest() >= 1 << 20);
        drop(block);
        assert!(held() - before < 1 << 10);
        assert!(peak() - before >= 1 << 20);
        assert!(largest() < 1 << 20);
    }

    #[test]
    fn other_threads_do_not_count() {
        let before = held();
        let size = std::thread::spawn(|| {
            let before = held();
            let block = vec![1u8; 1 << 22];
            (held() - before, block)
        });
        let (there, block) = size.join().expect("the thread ends");
        assert!(there >= 1 << 22);
        assert!(held() - before < 1 << 20);
        drop(block);
    }
}
