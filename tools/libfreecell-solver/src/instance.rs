//! The instance behind a caller's pointer, and strings from and to C.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use strata::fc_solve::session::Session;

/// What a caller's pointer points to.
#[derive(Default)]
pub struct Instance {
    /// Taken while it works: a caller that is called back in the middle finds it taken.
    session: RefCell<Session>,
    /// Numbers that may be asked for in the middle.
    pub checked: Cell<u64>,
    /// States stored.
    pub stored: Cell<u64>,
    /// Weights, which come one by one.
    pub weights: Cell<[f64; crate::codes::FCS_NUM_BEFS_WEIGHTS]>,
    /// The last error, for as long as its pointer is good.
    error: RefCell<CString>,
}

/// The instance of a pointer.
///
/// # Safety
/// The pointer is null, or an instance that was allocated and is not freed.
pub unsafe fn instance_of<'a>(pointer: *mut c_void) -> Option<&'a Instance> {
    // SAFETY: the caller's promise.
    unsafe { pointer.cast::<Instance>().as_ref() }
}

/// Does something with the session of an instance. Without an instance, while it is busy, and after a panic the answer is
/// `otherwise`.
///
/// # Safety
/// As [`instance_of`].
pub unsafe fn with<T>(
    pointer: *mut c_void,
    otherwise: T,
    work: impl FnOnce(&mut Session) -> T,
) -> T {
    // SAFETY: the caller's promise.
    let Some(instance) = (unsafe { instance_of(pointer) }) else { return otherwise };
    let worked = catch_unwind(AssertUnwindSafe(|| {
        let mut session = instance.session.try_borrow_mut().ok()?;
        let answer = work(&mut session);
        instance.checked.set(session.checked());
        instance.stored.set(session.stored());
        Some(answer)
    }));
    worked.ok().flatten().unwrap_or(otherwise)
}

/// The same for functions that answer 0 when it worked and 1 when not.
///
/// # Safety
/// As [`instance_of`].
pub unsafe fn done(
    pointer: *mut c_void,
    work: impl FnOnce(&mut Session) -> Result<(), String>,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(pointer, 1, |session| c_int::from(work(session).is_err())) }
}

impl Instance {
    /// Keeps a text and gives a pointer to it, which is good until the next one.
    pub fn keep_error(&self, text: &str) -> *const c_char {
        let text = c_string(text);
        match self.error.try_borrow_mut() {
            Ok(mut kept) => {
                *kept = text;
                kept.as_ptr()
            }
            Err(_) => c"".as_ptr(),
        }
    }
}

/// A text without zero bytes.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// A string of the caller; null is an empty one.
///
/// # Safety
/// The pointer is null or points to a string that ends in a zero byte.
pub unsafe fn text_of(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// A copy that the caller gives back by `free`.
pub fn copied(text: &str) -> *mut c_char {
    let text = c_string(text);
    // SAFETY: strdup reads up to the zero byte at the end.
    unsafe { libc::strdup(text.as_ptr()) }
}

/// Writes a text and a zero byte to a caller's buffer.
///
/// # Safety
/// The pointer is null or has room for them.
pub unsafe fn write(text: &str, to: *mut c_char) {
    if !to.is_null() {
        let text = c_string(text);
        let bytes = text.as_bytes_with_nul();
        // SAFETY: the caller's promise; the two can't overlap, since one was just made.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), to, bytes.len()) };
    }
}

/// Tells an error at a caller's pointer, if there is one of both.
///
/// # Safety
/// The pointer is null or points to a place for a pointer.
pub unsafe fn tell_error(error: Option<&str>, to: *mut *mut c_char) {
    // SAFETY: the caller's promise.
    if let Some(to) = unsafe { to.as_mut() } {
        *to = error.map_or(std::ptr::null_mut(), copied);
    }
}
