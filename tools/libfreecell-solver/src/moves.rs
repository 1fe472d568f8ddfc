//! Moves, one by one, and the positions that they lead to.

use crate::codes::*;
use crate::instance::{copied, with, write};
use std::ffi::{c_char, c_int, c_uchar, c_void};
use strata::fc_solve::session::{Form, Naming, Session, name, sentence};
use strata::fcc::notation::Spot;
use strata::format::fc_solve::Told;

/// A move: its kind, the places from 0 on that it leads from and to, and how many cards it moves.
#[repr(C)]
#[derive(Clone, Copy, Default)]
#[allow(non_camel_case_types)]
pub struct fcs_move_t {
    /// See `FCS_MOVE_TYPE` and what comes after it.
    pub c: [c_uchar; 4],
}

/// A list of moves.
#[repr(C)]
#[allow(non_camel_case_types)]
pub struct fcs_moves_sequence_t {
    /// How many.
    pub num_moves: c_int,
    /// To be given back by `free`.
    pub moves: *mut fcs_move_t,
}

fn move_of(one: &Told, foundation: Option<usize>) -> fcs_move_t {
    use Spot::{Cell, Column, Foundation};
    let place = |spot| match spot {
        Column(number) | Cell(number) => number,
        Foundation => foundation.unwrap_or_default(),
    };
    let kind = match (one.from, one.to) {
        (Column(_), Foundation) if one.cards > 1 => FCS_MOVE_TYPE_SEQ_TO_FOUNDATION,
        (Column(_), Column(_)) => FCS_MOVE_TYPE_STACK_TO_STACK,
        (Column(_), Cell(_)) => FCS_MOVE_TYPE_STACK_TO_FREECELL,
        (Cell(_), Column(_)) => FCS_MOVE_TYPE_FREECELL_TO_STACK,
        (Cell(_), Cell(_)) => FCS_MOVE_TYPE_FREECELL_TO_FREECELL,
        (Column(_), Foundation) => FCS_MOVE_TYPE_STACK_TO_FOUNDATION,
        (Cell(_), Foundation) => FCS_MOVE_TYPE_FREECELL_TO_FOUNDATION,
        (Foundation, _) => FCS_MOVE_TYPE_NULL,
    };
    fcs_move_t { c: [kind, place(one.from) as u8, place(one.to) as u8, one.cards as u8] }
}

/// What is told of a caller's move; nothing when it is of no kind that there is here.
fn told_of(one: fcs_move_t) -> Option<Told> {
    use Spot::{Cell, Column, Foundation};
    let [kind, from, to, cards] = one.c.map(usize::from);
    let (from, to) = match kind as u8 {
        FCS_MOVE_TYPE_STACK_TO_STACK => (Column(from), Column(to)),
        FCS_MOVE_TYPE_STACK_TO_FREECELL => (Column(from), Cell(to)),
        FCS_MOVE_TYPE_FREECELL_TO_STACK => (Cell(from), Column(to)),
        FCS_MOVE_TYPE_FREECELL_TO_FREECELL => (Cell(from), Cell(to)),
        FCS_MOVE_TYPE_STACK_TO_FOUNDATION | FCS_MOVE_TYPE_SEQ_TO_FOUNDATION => {
            (Column(from), Foundation)
        }
        FCS_MOVE_TYPE_FREECELL_TO_FOUNDATION => (Cell(from), Foundation),
        _ => return None,
    };
    let is_there = |spot| match spot {
        Cell(number) => number < usize::from(strata::Rules::FREECELLS_MAX),
        Column(number) => number < usize::from(strata::Rules::COLUMNS_MAX),
        Foundation => true,
    };
    let cards = match kind as u8 {
        FCS_MOVE_TYPE_STACK_TO_STACK => cards,
        FCS_MOVE_TYPE_SEQ_TO_FOUNDATION => 13,
        _ => 1,
    };
    (is_there(from) && is_there(to)).then_some(Told { from, to, cards, opens: false })
}

/// Takes the next move of the solution, or of the moves so far after a limit. Returns 0, or 1 when there is none.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_next_move(
    user_instance: *mut c_void,
    fcs_move: *mut fcs_move_t,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        let next = with(user_instance, None, Session::next_move);
        match (next, fcs_move.as_mut()) {
            (Some((told, foundation)), Some(place)) => {
                *place = move_of(&told, foundation);
                0
            }
            _ => 1,
        }
    }
}

/// How many moves are left to be taken.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_moves_left(user_instance: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, 0, |session| session.moves_left() as c_int) }
}

/// How many moves the solution has, or those so far.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_current_depth(
    user_instance: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { with(user_instance, 0, |session| session.moves().len() as c_int) }
}

/// All moves that are left, taken at once. Returns 0, or 1 when there are none.
///
/// # Safety
/// See the crate; the list is given back by `free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_get_moves_sequence(
    user_instance: *mut c_void,
    moves_seq: *mut fcs_moves_sequence_t,
) -> c_int {
    // SAFETY: the caller's promise; what is allocated has room for the moves.
    unsafe {
        let Some(place) = moves_seq.as_mut() else { return 1 };
        let moves = with(user_instance, Vec::new(), |session| {
            let next = std::iter::from_fn(|| session.next_move());
            next.map(|(told, foundation)| move_of(&told, foundation)).collect::<Vec<_>>()
        });
        if moves.is_empty() {
            return 1;
        }
        let list: *mut fcs_move_t = libc::malloc(size_of_val(&moves[..])).cast();
        if list.is_null() {
            return 1;
        }
        std::ptr::copy_nonoverlapping(moves.as_ptr(), list, moves.len());
        (place.num_moves, place.moves) = (moves.len() as c_int, list);
        0
    }
}

/// A move in words or in standard notation.
fn text_of_move(told: Told, notation: c_int) -> String {
    match notation {
        FC_SOLVE__STANDARD_NOTATION_NO => sentence(&told),
        FC_SOLVE__STANDARD_NOTATION_EXTENDED => name(&told, Naming::Extended),
        _ => name(&told, Naming::Standard),
    }
}

/// The text of a move that was just taken.
fn text_after(session: &mut Session, one: fcs_move_t, notation: c_int) -> String {
    let Some(told) = told_of(one) else { return String::new() };
    let opens = match (told.to, session.current()) {
        (Spot::Column(column), Some(board)) => {
            board.columns().get(column).is_some_and(|cards| cards.len() == told.cards)
        }
        _ => false,
    };
    text_of_move(Told { opens, ..told }, notation)
}

/// A move as text, to be given back by `free`.
#[unsafe(no_mangle)]
pub extern "C" fn freecell_solver_user_move_to_string(
    fcs_move: fcs_move_t,
    standard_notation: c_int,
) -> *mut c_char {
    let text = told_of(fcs_move).map(|told| text_of_move(told, standard_notation));
    copied(&text.unwrap_or_default())
}

/// A move that was just taken as text, to be given back by `free`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_move_to_string_w_state(
    user_instance: *mut c_void,
    fcs_move: fcs_move_t,
    standard_notation: c_int,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    let text = unsafe {
        with(user_instance, String::new(), |session| {
            text_after(session, fcs_move, standard_notation)
        })
    };
    copied(&text)
}

/// Writes a move that was just taken to a buffer.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_stringify_move_w_state(
    user_instance: *mut c_void,
    output_string: *mut c_char,
    fcs_move: fcs_move_t,
    standard_notation: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let text = with(user_instance, String::new(), |session| {
            text_after(session, fcs_move, standard_notation)
        });
        write(&text, output_string);
    }
}

/// How a position is written.
pub fn form_of(parseable_output: c_int, display_10_as_t: c_int) -> Form {
    let whole = Form::whole(Naming::Words);
    Form { by_lines: parseable_output != 0, ten_as_t: display_10_as_t != 0, ..whole }
}

/// The position after the moves that were taken, to be given back by `free`.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_current_state_as_string(
    user_instance: *mut c_void,
    parseable_output: c_int,
    _canonized_order_output: c_int,
    display_10_as_t: c_int,
) -> *mut c_char {
    let form = form_of(parseable_output, display_10_as_t);
    // SAFETY: the caller's promise.
    let text = unsafe { with(user_instance, None, |session| session.position(form)) };
    copied(&text.unwrap_or_default())
}

/// Writes that position to a buffer.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_current_state_stringify(
    user_instance: *mut c_void,
    output_string: *mut c_char,
    parseable_output: c_int,
    _canonized_order_output: c_int,
    display_10_as_t: c_int,
) {
    let form = form_of(parseable_output, display_10_as_t);
    // SAFETY: the caller's promise.
    unsafe {
        let text = with(user_instance, None, |session| session.position(form));
        write(&text.unwrap_or_default(), output_string);
    }
}
