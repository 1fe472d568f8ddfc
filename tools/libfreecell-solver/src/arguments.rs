//! Arguments of a command line, and presets of scans.

use crate::codes::*;
use crate::instance::{tell_error, text_of, with};
use std::ffi::{CString, c_char, c_int, c_void};
use strata::fc_solve::arguments::{Change, Ended, Files, Heard, read, read_preset};

/// Called with the arguments and a place in them when a word of `known_parameters` stands there. It answers
/// `FCS_CMD_LINE_SKIP` with the number of words that it took, `FCS_CMD_LINE_STOP` with what the reading is to return,
/// or `FCS_CMD_LINE_OK`.
#[allow(non_camel_case_types)]
pub type freecell_solver_user_cmd_line_known_commands_callback_t = Option<
    unsafe extern "C" fn(
        instance: *mut c_void,
        argc: c_int,
        argv: *mut *const c_char,
        arg_index: c_int,
        num_to_skip: *mut c_int,
        ret: *mut c_int,
        context: *mut c_void,
    ) -> c_int,
>;

/// A string of the caller, as the headers of the original name it.
#[allow(non_camel_case_types)]
pub type freecell_solver_str_t = *const c_char;

/// Reads arguments from `start_arg` on. Returns `FCS_CMD_LINE_OK`, or what is wrong with the word at `last_arg`; a text
/// at `error_string` is given back by `free`.
///
/// # Safety
/// See the crate; `argv` has `argc` strings, `known_parameters` is null or a list of strings that ends in null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_cmd_line_parse_args(
    instance: *mut c_void,
    argc: c_int,
    argv: *mut freecell_solver_str_t,
    start_arg: c_int,
    known_parameters: *mut freecell_solver_str_t,
    callback: freecell_solver_user_cmd_line_known_commands_callback_t,
    callback_context: *mut c_void,
    error_string: *mut *mut c_char,
    last_arg: *mut c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        freecell_solver_user_cmd_line_parse_args_with_file_nesting_count(
            instance,
            argc,
            argv,
            start_arg,
            known_parameters,
            callback,
            callback_context,
            error_string,
            last_arg,
            -1,
            std::ptr::null(),
        )
    }
}

/// The same, with how deep files may name others (less than 0: as deep as they like), and what their names begin with.
///
/// # Safety
/// As the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_cmd_line_parse_args_with_file_nesting_count(
    instance: *mut c_void,
    argc: c_int,
    argv: *mut freecell_solver_str_t,
    start_arg: c_int,
    known_parameters: *mut freecell_solver_str_t,
    callback: freecell_solver_user_cmd_line_known_commands_callback_t,
    callback_context: *mut c_void,
    error_string: *mut *mut c_char,
    last_arg: *mut c_int,
    file_nesting_count: c_int,
    opened_files_dir: freecell_solver_str_t,
) -> c_int {
    let number = usize::try_from(argc).unwrap_or(0);
    // SAFETY: the caller's promise.
    let (words, known, files) = unsafe {
        tell_error(None, error_string);
        let words: Vec<String> = (0..number).map(|at| text_of(*argv.add(at))).collect();
        (words, list_of(known_parameters), files_of(file_nesting_count, opened_files_dir))
    };
    let mut hearer = |list: &[String], at: usize, depth: u32| {
        let Some(callback) = callback.filter(|_| known.contains(&list[at])) else {
            return Heard::Other;
        };
        let own: Vec<CString> =
            list.iter().map(|word| CString::new(word.as_str()).unwrap_or_default()).collect();
        let mut own: Vec<*const c_char> = own.iter().map(|word| word.as_ptr()).collect();
        let argv = if depth == 0 { argv } else { own.as_mut_ptr() };
        let (mut skip, mut ret) = (0, 0);
        // SAFETY: the caller's own function, with the list that it gave or one of ours.
        let answer = unsafe {
            let (argc, at) = (list.len() as c_int, at as c_int);
            callback(instance, argc, argv, at, &mut skip, &mut ret, callback_context)
        };
        match answer {
            FCS_CMD_LINE_SKIP => Heard::Skip(usize::try_from(skip).unwrap_or(1)),
            FCS_CMD_LINE_STOP => Heard::Stop(ret),
            _ => Heard::Other,
        }
    };
    let start = usize::try_from(start_arg).unwrap_or(0).min(number);
    // SAFETY: the caller's promise.
    unsafe {
        let (at, ended) = read(&words, start, &files, &mut hearer, &mut changer(instance));
        if let Some(last_arg) = last_arg.as_mut() {
            *last_arg = at as c_int;
        }
        told(&ended, error_string)
    }
}

/// Loads a preset of scans.
///
/// # Safety
/// See the crate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freecell_solver_user_cmd_line_read_cmd_line_preset(
    instance: *mut c_void,
    preset_name: *const c_char,
    _known_parameters: *mut freecell_solver_str_t,
    error_string: *mut *mut c_char,
    file_nesting_count: c_int,
    opened_files_dir: freecell_solver_str_t,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        tell_error(None, error_string);
        let (name, files) = (text_of(preset_name), files_of(file_nesting_count, opened_files_dir));
        told(&read_preset(&name, &files, &mut changer(instance)), error_string)
    }
}

/// Makes changes one by one: a caller that is called back between two of them may make its own.
unsafe fn changer(instance: *mut c_void) -> impl FnMut(Change<'_>) -> Result<(), String> {
    // SAFETY: the caller's promise.
    move |change| unsafe {
        let busy = Err("The instance can't be changed now.".to_owned());
        with(instance, busy, |session| session.change(change))
    }
}

/// The strings up to null.
unsafe fn list_of(pointer: *mut freecell_solver_str_t) -> Vec<String> {
    let mut list = Vec::new();
    // SAFETY: the list ends in null.
    unsafe {
        while !pointer.is_null() && !(*pointer.add(list.len())).is_null() {
            list.push(text_of(*pointer.add(list.len())));
        }
    }
    list
}

unsafe fn files_of(nesting: c_int, folder: freecell_solver_str_t) -> Files {
    let usual = Files::default();
    let nested_max = u32::try_from(nesting).unwrap_or(usual.nested_max).min(usual.nested_max);
    // SAFETY: the caller's promise.
    Files { nested_max, folder: unsafe { text_of(folder) } }
}

unsafe fn told(ended: &Ended, error_string: *mut *mut c_char) -> c_int {
    match ended {
        Ended::Done => FCS_CMD_LINE_OK,
        Ended::Unknown => FCS_CMD_LINE_UNRECOGNIZED_OPTION,
        Ended::NoValue => FCS_CMD_LINE_PARAM_WITH_NO_ARG,
        Ended::ByCaller(code) => *code,
        Ended::Wrong(why) => {
            // SAFETY: the caller's promise.
            unsafe { tell_error(Some(&format!("{why}\n")), error_string) };
            FCS_CMD_LINE_ERROR_IN_ARG
        }
    }
}
