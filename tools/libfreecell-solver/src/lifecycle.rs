//! Instances: from the first to the last call.

use crate::instance::{Instance, instance_of, with};
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use strata::fc_solve::session::Session;

/// A new instance; null when there is none to be had.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_alloc() -> *mut c_void {
    catch_unwind(|| Box::into_raw(Box::<Instance>::default()).cast())
        .unwrap_or(std::ptr::null_mut())
}

/// Gives an instance back.
///
/// # Safety
/// See the crate. It is not used after this, nor freed while it calls back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_free(user_instance: *mut c_void) {
    if !user_instance.is_null() {
        // SAFETY: it was made by `alloc`, and nobody else has it.
        let instance = unsafe { Box::from_raw(user_instance.cast::<Instance>()) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(instance)));
    }
}

/// Makes an instance ready for another board; settings stay.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_recycle(user_instance: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, (), Session::recycle) }
}

/// Makes an instance as it was when it was allocated.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_reset(user_instance: *mut c_void) -> std::ffi::c_int {
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(instance) = instance_of(user_instance) {
            instance.weights.take();
        }
        with(user_instance, 1, |session| {
            session.reset();
            0
        })
    }
}

/// The version of the original that this stands in for.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_get_lib_version(
    _user_instance: *mut c_void,
) -> *const c_char {
    c"5.0.0".as_ptr()
}

/// What was wrong last; good until it is asked for again.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_last_error_string(
    api_instance: *mut c_void,
) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe {
        let error = with(api_instance, None, |session| session.error().map(str::to_owned));
        match instance_of(api_instance) {
            Some(instance) => instance.keep_error(&error.unwrap_or_default()),
            None => c"".as_ptr(),
        }
    }
}
