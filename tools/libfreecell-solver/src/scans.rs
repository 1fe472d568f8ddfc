//! The scans of the next board: the same settings as those of the command line, one by one.

use crate::codes::*;
use crate::instance::{done, instance_of, tell_error, text_of, with};
use std::ffi::{c_char, c_double, c_int, c_void};

/// Sets an option; the error, if there is one, is told.
unsafe fn set_or_tell(
    instance: *mut c_void,
    option: &str,
    value: &str,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let busy = Err("The instance can't be changed now.".to_owned());
        let set = with(instance, busy, |session| session.set(option, value));
        tell_error(set.as_ref().err().map(String::as_str), error_string);
        c_int::from(set.is_err())
    }
}

/// Sets an option.
unsafe fn set(instance: *mut c_void, option: &str, value: &str) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { done(instance, |session| session.set(option, value)) }
}

/// Sets the order of expansion: `FCS_METHOD_...`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_solving_method(
    user_instance: *mut c_void,
    method: c_int,
) {
    let name = match method {
        FCS_METHOD_BFS => "bfs",
        FCS_METHOD_A_STAR => "a-star",
        FCS_METHOD_RANDOM_DFS => "random-dfs",
        FCS_METHOD_PATSOLVE => "patsolve",
        _ => "soft-dfs",
    };
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-me", name) };
}

/// Sets the moves, in their order.
///
/// # Safety
/// See the crate; an error is given back by `free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_tests_order(
    user_instance: *mut c_void,
    moves_order: *const c_char,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set_or_tell(user_instance, "-to", &text_of(moves_order), error_string) }
}

/// The same from a depth on; scans here have one order, that of depth 0.
///
/// # Safety
/// As the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_depth_tests_order(
    user_instance: *mut c_void,
    min_depth: c_int,
    moves_order: *const c_char,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let value = format!("{},{}", min_depth.max(0), text_of(moves_order));
        set_or_tell(user_instance, "-dto2", &value, error_string)
    }
}

/// Solutions are made shorter by all moves: nothing is changed.
///
/// # Safety
/// As the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_optimization_scan_tests_order(
    user_instance: *mut c_void,
    moves_order: *const c_char,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set_or_tell(user_instance, "-opt-to", &text_of(moves_order), error_string) }
}

/// Safe cards go up at once in any case: the word is checked.
///
/// # Safety
/// As the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_pruning(
    user_instance: *mut c_void,
    pruning: *const c_char,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set_or_tell(user_instance, "-sp", &text_of(pruning), error_string) }
}

/// Sets one of the weights of a best-first scan. Returns 0, or another number when it is wrong.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_a_star_weight(
    user_instance: *mut c_void,
    my_index: c_int,
    weight: c_double,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(instance) = instance_of(user_instance) else { return 1 };
        let mut weights = instance.weights.get();
        let place = usize::try_from(my_index).ok().and_then(|at| weights.get_mut(at));
        match place {
            None => return 1,
            Some(_) if !(weight >= 0.0 && weight.is_finite()) => return 2,
            Some(place) => *place = weight,
        }
        instance.weights.set(weights);
        set(user_instance, "-asw", &weights.map(|weight| weight.to_string()).join(","))
    }
}

/// Sets the seed of a random scan.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_random_seed(
    user_instance: *mut c_void,
    seed: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-seed", &seed.to_string()) };
}

/// Sets whether solutions are made shorter.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_solution_optimization(
    user_instance: *mut c_void,
    optimize: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, (), |session| session.optimise(optimize != 0)) }
}

/// The same: the shortest way among the states that were seen.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_reparent_states(
    user_instance: *mut c_void,
    to_reparent_states: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { freecell_solver_user_set_solution_optimization(user_instance, to_reparent_states) }
}

/// Depths are true in any case: nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_set_calc_real_depth(
    _user_instance: *mut c_void,
    _calc_real_depth: c_int,
) {
}

/// Scans know nothing of each other: nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_set_scans_synergy(
    _user_instance: *mut c_void,
    _synergy: c_int,
) {
}

/// Begins another scan, which takes turns with those before.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_next_soft_thread(
    user_instance: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-nst", "") }
}

/// The same.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_next_hard_thread(
    user_instance: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-nht", "") }
}

/// The same.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_next_instance(user_instance: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-ni", "") }
}

/// Begins another flare, and a scan with it.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_next_flare(api_instance: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(api_instance, "-nf", "") }
}

/// Sets the iterations of a turn.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_soft_thread_step(
    user_instance: *mut c_void,
    checked_states_step: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-step", &checked_states_step.to_string()) };
}

/// Scans that were asked for.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_num_soft_threads_in_instance(
    user_instance: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, 0, |session| session.scans() as c_int) }
}

/// Names the scan.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_soft_thread_name(
    user_instance: *mut c_void,
    name: *const c_char,
) {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--st-name", &text_of(name)) };
}

/// Scans at work are not told apart by name: an empty one.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_get_current_soft_thread_name(
    _user_instance: *mut c_void,
) -> *const c_char {
    c"".as_ptr()
}

/// Names the flare.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_flare_name(
    user_instance: *mut c_void,
    name: *const c_char,
) {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--flare-name", &text_of(name)) };
}

/// Sets the order of the scans and their first turns.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_hard_thread_prelude(
    user_instance: *mut c_void,
    prelude: *const c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--prelude", &text_of(prelude)) }
}

/// Sets the order of the flares and their turns; null for no order.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_flares_plan(
    api_instance: *mut c_void,
    plan: *const c_char,
) -> c_int {
    if plan.is_null() {
        return 0;
    }
    // SAFETY: the caller's promise.
    unsafe { set(api_instance, "--flares-plan", &text_of(plan)) }
}

/// The first flare that wins counts: the word is checked.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_flares_choice(
    user_instance: *mut c_void,
    new_flares_choice_string: *const c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--flares-choice", &text_of(new_flares_choice_string)) }
}

/// Multiplies the turns of the flares.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_flares_iters_factor(
    user_instance: *mut c_void,
    new_factor: c_double,
) {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "-fif", &new_factor.to_string()) };
}

/// There is no cache to be limited: nothing is changed.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_set_cache_limit(
    _user_instance: *mut c_void,
    _limit: std::ffi::c_long,
) -> c_int {
    0
}

/// Parameters of another solver's estimate: the place is checked, and nothing is changed.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_patsolve_x_param(
    _api_instance: *mut c_void,
    position: c_int,
    _x_param_val: c_int,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { checked_place(position, 11, error_string) }
}

/// The same.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_patsolve_y_param(
    _api_instance: *mut c_void,
    position: c_int,
    _y_param_val: c_double,
    error_string: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { checked_place(position, 3, error_string) }
}

unsafe fn checked_place(position: c_int, end: c_int, error_string: *mut *mut c_char) -> c_int {
    let is_wrong = !(0..end).contains(&position);
    let error = format!("The position {position} is out of range.");
    // SAFETY: the caller's promise.
    unsafe { tell_error(is_wrong.then_some(&error), error_string) };
    c_int::from(is_wrong)
}
