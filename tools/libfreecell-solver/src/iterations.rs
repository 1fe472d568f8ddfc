//! Callers that hear of every iteration.

use crate::instance::{copied, instance_of, with, write};
use crate::moves::form_of;
use crate::search::fcs_int_limit_t;
use std::ffi::{c_char, c_int, c_void};
use strata::Board;
use strata::fc_solve::session::Form;
use strata::format::fc_solve::position;
use strata::solver::Iteration;

/// Called before each iteration, with its number, the depth of the position found last, that position for as long as the
/// call lasts, and -1: nobody knows the iteration that it comes from.
#[allow(non_camel_case_types)]
pub type freecell_solver_user_long_iter_handler_t = Option<
    unsafe extern "C" fn(
        user_instance: *mut c_void,
        iter_num: fcs_int_limit_t,
        depth: c_int,
        ptr_state: *mut c_void,
        parent_iter_num: fcs_int_limit_t,
        context: *mut c_void,
    ),
>;

/// The same with smaller numbers.
#[allow(non_camel_case_types)]
pub type freecell_solver_user_iter_handler_t = Option<
    unsafe extern "C" fn(
        user_instance: *mut c_void,
        iter_num: c_int,
        depth: c_int,
        ptr_state: *mut c_void,
        parent_iter_num: c_int,
        context: *mut c_void,
    ),
>;

#[derive(Clone, Copy)]
enum Handler {
    Long(freecell_solver_user_long_iter_handler_t),
    Int(freecell_solver_user_iter_handler_t),
}

/// What a handler is called with. Pointers of the caller, given back to the caller only.
#[derive(Clone, Copy)]
struct Caller {
    handler: Handler,
    instance: *mut c_void,
    context: *mut c_void,
}

// SAFETY: scans, which tell of iterations, run on the thread that has called the library, and only there.
unsafe impl Send for Caller {}

impl Caller {
    fn hear(&self, told: &Iteration) {
        let depth = told.way.moves().len() as c_int;
        let state = std::ptr::from_ref(told.way.end()).cast_mut().cast();
        // SAFETY: the instance lives while it searches; the handler is the caller's, with the caller's context.
        unsafe {
            if let Some(instance) = instance_of(self.instance) {
                instance.checked.set(told.number);
                instance.stored.set(told.stored);
            }
            match self.handler {
                Handler::Long(Some(handler)) => {
                    handler(self.instance, told.number as isize, depth, state, -1, self.context);
                }
                Handler::Int(Some(handler)) => {
                    handler(self.instance, told.number as c_int, depth, state, -1, self.context);
                }
                Handler::Long(None) | Handler::Int(None) => {}
            }
        }
    }
}

unsafe fn set_handler(instance: *mut c_void, handler: Handler, context: *mut c_void) {
    let is_none = matches!(handler, Handler::Long(None) | Handler::Int(None));
    let caller = Caller { handler, instance, context };
    // SAFETY: the caller's promise.
    unsafe {
        with(instance, (), |session| match is_none {
            true => session.on_iteration(None),
            false => session.on_iteration(Some(Box::new(move || {
                let caller = caller;
                Box::new(move |told| {
                    let caller = caller;
                    caller.hear(told);
                })
            }))),
        });
    }
}

/// Sets who hears of every iteration; null for nobody.
///
/// # Safety
/// See the crate. The handler returns, and does not search with the same instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_iter_handler_long(
    user_instance: *mut c_void,
    iter_handler: freecell_solver_user_long_iter_handler_t,
    iter_handler_context: *mut c_void,
) {
    // SAFETY: the caller's promise.
    unsafe { set_handler(user_instance, Handler::Long(iter_handler), iter_handler_context) }
}

/// The same for a handler with smaller numbers.
///
/// # Safety
/// As the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_set_iter_handler(
    user_instance: *mut c_void,
    iter_handler: freecell_solver_user_iter_handler_t,
    iter_handler_context: *mut c_void,
) {
    // SAFETY: the caller's promise.
    unsafe { set_handler(user_instance, Handler::Int(iter_handler), iter_handler_context) }
}

/// The text of a position that a handler was called with.
unsafe fn text_of_state(state: *mut c_void, form: Form) -> String {
    // SAFETY: it is null, or the board of the call that is under way.
    unsafe { state.cast::<Board>().as_ref() }.map(|board| position(board, form)).unwrap_or_default()
}

/// A position that a handler was called with, to be given back by `free`.
///
/// # Safety
/// See the crate; `ptr_state` is what the handler got, and it has not returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_iter_state_as_string(
    _user_instance: *mut c_void,
    ptr_state: *mut c_void,
    parseable_output: c_int,
    _canonized_order_output: c_int,
    display_10_as_t: c_int,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    copied(&unsafe { text_of_state(ptr_state, form_of(parseable_output, display_10_as_t)) })
}

/// Writes such a position to a buffer.
///
/// # Safety
/// As the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_iter_state_stringify(
    _user_instance: *mut c_void,
    output_string: *mut c_char,
    ptr_state: *mut c_void,
    parseable_output: c_int,
    _canonized_order_output: c_int,
    display_10_as_t: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let text = text_of_state(ptr_state, form_of(parseable_output, display_10_as_t));
        write(&text, output_string);
    }
}
