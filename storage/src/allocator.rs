//! The system's allocator, told to give memory back.
//!
//! glibc raises the size from which blocks are mapped one by one whenever such a block is freed, up to
//! 32 MiB, and keeps what is smaller in arenas, one for each thread, that seldom shrink. A run that
//! frees a table of 20 MiB in one thread would keep it there while another thread needs as much. With a
//! fixed size from which blocks are mapped, memory that is freed is free.

/// From now on blocks of this size and more go back to the system when they are freed, and this many
/// threads have arenas of their own. Where the allocator is another one, nothing happens.
pub fn return_large_blocks(bytes: u64, arenas: usize) {
    let bytes = bytes.clamp(BYTES_MIN, BYTES_MAX) as i32;
    let arenas = i32::try_from(arenas).unwrap_or(i32::MAX);
    #[cfg(target_env = "gnu")]
    // SAFETY: mallopt only sets parameters of the allocator; no memory is touched.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, bytes);
        libc::mallopt(libc::M_TRIM_THRESHOLD, bytes);
        libc::mallopt(libc::M_ARENA_MAX, arenas);
    }
    #[cfg(not(target_env = "gnu"))]
    let _ = (bytes, arenas);
}

/// Mapping smaller blocks one by one costs more time than it spares memory.
const BYTES_MIN: u64 = 512 << 10;
/// The most that glibc takes.
const BYTES_MAX: u64 = 32 << 20;
