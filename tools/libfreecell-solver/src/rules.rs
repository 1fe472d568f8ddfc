//! The rules of the next board.

use crate::codes::*;
use crate::instance::{done, text_of, with};
use std::ffi::{c_char, c_int, c_void};
use strata::Rules;
use strata::fc_solve::session::Session;

/// Takes the rules of a game by its name.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_apply_preset(
    instance: *mut c_void,
    preset_name: *const c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let name = text_of(preset_name);
        with(instance, FCS_PRESET_CODE_NOT_FOUND, |session| match session.set("-g", &name) {
            Ok(()) => FCS_PRESET_CODE_OK,
            Err(_) => FCS_PRESET_CODE_NOT_FOUND,
        })
    }
}

/// Sets an option of the command line to a word.
unsafe fn set(instance: *mut c_void, option: &str, word: &str) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { done(instance, |session| session.set(option, word)) }
}

/// Sets the number of freecells.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_num_freecells(
    user_instance: *mut c_void,
    freecells_num: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--freecells-num", &freecells_num.to_string()) }
}

/// Sets the number of columns.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_num_stacks(
    user_instance: *mut c_void,
    stacks_num: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--stacks-num", &stacks_num.to_string()) }
}

/// Sets the number of decks.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_num_decks(
    user_instance: *mut c_void,
    decks_num: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--decks-num", &decks_num.to_string()) }
}

/// The word of a number; none answers 1.
unsafe fn set_word(instance: *mut c_void, option: &str, words: &[&str], number: c_int) -> c_int {
    match usize::try_from(number).ok().and_then(|number| words.get(number)) {
        // SAFETY: the caller's promise.
        Some(word) => unsafe { set(instance, option, word) },
        None => 1,
    }
}

/// Sets what a card may be put on: `FCS_SEQ_BUILT_BY_...`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_sequences_are_built_by_type(
    user_instance: *mut c_void,
    sequences_are_built_by: c_int,
) -> c_int {
    let words = ["alternate_color", "suit", "rank"];
    // SAFETY: the caller's promise.
    unsafe { set_word(user_instance, "--sequences-are-built-by", &words, sequences_are_built_by) }
}

/// Sets what an empty column takes: `FCS_ES_FILLED_BY_...`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_empty_stacks_filled_by(
    user_instance: *mut c_void,
    es_fill: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        set_word(user_instance, "--empty-stacks-filled-by", &["all", "kings", "none"], es_fill)
    }
}

/// Sets whether sequences of any length move as one.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_sequence_move(
    user_instance: *mut c_void,
    unlimited_sequence_move: c_int,
) -> c_int {
    let word = if unlimited_sequence_move == 0 { "limited" } else { "unlimited" };
    // SAFETY: the caller's promise.
    unsafe { set(user_instance, "--sequence-move", word) }
}

/// Sets all rules at once. Returns 0, or the place of the first that is wrong, counted from 1.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_game(
    user_instance: *mut c_void,
    freecells_num: c_int,
    stacks_num: c_int,
    decks_num: c_int,
    sequences_are_built_by: c_int,
    unlimited_sequence_move: c_int,
    empty_stacks_fill: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    let set = unsafe {
        with(user_instance, (), Session::set_usual_rules);
        [
            freecell_solver_user_set_num_freecells(user_instance, freecells_num),
            freecell_solver_user_set_num_stacks(user_instance, stacks_num),
            freecell_solver_user_set_num_decks(user_instance, decks_num),
            freecell_solver_user_set_sequences_are_built_by_type(
                user_instance,
                sequences_are_built_by,
            ),
            freecell_solver_user_set_sequence_move(user_instance, unlimited_sequence_move),
            freecell_solver_user_set_empty_stacks_filled_by(user_instance, empty_stacks_fill),
        ]
    };
    set.iter().position(|&code| code != 0).map_or(0, |place| place as c_int + 1)
}

/// The most freecells that a board can have.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_get_max_num_freecells() -> c_int {
    Rules::FREECELLS_MAX.into()
}

/// The most columns.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_get_max_num_stacks() -> c_int {
    Rules::COLUMNS_MAX.into()
}

/// The most decks.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_get_max_num_decks() -> c_int {
    2
}
