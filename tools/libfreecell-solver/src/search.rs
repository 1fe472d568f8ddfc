//! Searching: boards, limits, and how far it is.

use crate::codes::*;
use crate::instance::{copied, instance_of, text_of, with, write};
use std::ffi::{c_char, c_int, c_void};
use strata::fc_solve::session::{Session, State};

/// A number of expansions or states; less than 0 is no limit.
#[allow(non_camel_case_types)]
pub type fcs_int_limit_t = isize;

/// What callers compare with.
fn code_of(state: State) -> c_int {
    match state {
        State::NotBegun => FCS_STATE_NOT_BEGAN_YET,
        State::Solved => FCS_STATE_WAS_SOLVED,
        State::Impossible => FCS_STATE_IS_NOT_SOLVEABLE,
        State::Suspended => FCS_STATE_SUSPEND_PROCESS,
        State::SoftlySuspended => FCS_STATE_SOFT_SUSPEND_PROCESS,
        State::InvalidBoard => FCS_STATE_INVALID_STATE,
    }
}

/// Reads a board and searches it within the limits: `FCS_STATE_...`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_solve_board(
    user_instance: *mut c_void,
    state_as_string: *const c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let text = text_of(state_as_string);
        with(user_instance, FCS_STATE_INVALID_STATE, |session| code_of(session.solve(&text)))
    }
}

/// Goes on with the board within the limits of now.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_resume_solution(user_instance: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, FCS_STATE_NOT_BEGAN_YET, |session| code_of(session.resume())) }
}

fn limit_of(number: fcs_int_limit_t) -> Option<u64> {
    u64::try_from(number).ok()
}

/// Limits the expansions for a board.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_limit_iterations_long(
    user_instance: *mut c_void,
    max_iters: fcs_int_limit_t,
) {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, (), |session| session.limit(limit_of(max_iters))) }
}

/// The same with a smaller number.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_limit_iterations(
    user_instance: *mut c_void,
    max_iters: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { freecell_solver_user_limit_iterations_long(user_instance, max_iters as isize) }
}

/// Suspends a search softly at this number of expansions (`FCS_STATE_SOFT_SUSPEND_PROCESS`).
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_soft_limit_iterations_long(
    user_instance: *mut c_void,
    max_iters: fcs_int_limit_t,
) {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, (), |session| session.limit_softly(limit_of(max_iters))) }
}

/// Instances of scans are turns here and have no limits of their own: nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_limit_current_instance_iterations(
    _user_instance: *mut c_void,
    _max_iters: c_int,
) {
}

/// Scans are not limited by depth: nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_limit_depth(_user_instance: *mut c_void, _max_depth: c_int) {
}

/// Limits the states that are stored.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_limit_num_states_in_collection_long(
    user_instance: *mut c_void,
    max_num_states: fcs_int_limit_t,
) {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, (), |session| session.limit_states(limit_of(max_num_states))) }
}

/// The same with a smaller number.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_limit_num_states_in_collection(
    user_instance: *mut c_void,
    max_num_states: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        freecell_solver_user_limit_num_states_in_collection_long(
            user_instance,
            max_num_states as isize,
        );
    }
}

/// States are never trimmed: nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_set_stored_states_trimming_limit(
    _user_instance: *mut c_void,
    _max_num_states: std::ffi::c_long,
) {
}

/// The expansions that were used for the board.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_num_times_long(
    user_instance: *mut c_void,
) -> fcs_int_limit_t {
    // SAFETY: the caller's promise.
    let checked = unsafe { instance_of(user_instance) }.map_or(0, |found| found.checked.get());
    isize::try_from(checked).unwrap_or(isize::MAX)
}

/// The same in a smaller number.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_num_times(user_instance: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    let checked = unsafe { freecell_solver_user_get_num_times_long(user_instance) };
    c_int::try_from(checked).unwrap_or(c_int::MAX)
}

/// The limit of expansions; -1 for none.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_limit_iterations(
    user_instance: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    let limit = unsafe { with(user_instance, None, |session| session.limited_to()) };
    limit.map_or(-1, |limit| c_int::try_from(limit).unwrap_or(c_int::MAX))
}

/// The states that are stored.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_num_states_in_collection_long(
    user_instance: *mut c_void,
) -> fcs_int_limit_t {
    // SAFETY: the caller's promise.
    let stored = unsafe { instance_of(user_instance) }.map_or(0, |found| found.stored.get());
    isize::try_from(stored).unwrap_or(isize::MAX)
}

/// The same in a smaller number.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_num_states_in_collection(
    user_instance: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    let stored = unsafe { freecell_solver_user_get_num_states_in_collection_long(user_instance) };
    c_int::try_from(stored).unwrap_or(c_int::MAX)
}

/// What is wrong with the board, or nothing.
fn invalid(session: &mut Session) -> String {
    match (session.state(), session.error()) {
        (State::InvalidBoard, Some(error)) => format!("{error}\n"),
        _ => String::new(),
    }
}

/// Writes what is wrong with the board to a buffer of at least 120 bytes.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_invalid_state_error_into_string(
    api_instance: *mut c_void,
    string: *mut c_char,
    _print_ts: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let text: String = with(api_instance, String::new(), invalid);
        let mut end = text.len().min(INVALID_BYTES_MAX);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        write(&text[..end], string);
    }
}

/// Callers have 120 bytes for it.
const INVALID_BYTES_MAX: usize = 119;

/// What is wrong with the board, to be given back by `free`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_invalid_state_error_string(
    user_instance: *mut c_void,
    _print_ts: c_int,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    copied(&unsafe { with(user_instance, String::new(), invalid) })
}
