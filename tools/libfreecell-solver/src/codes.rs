//! The numbers that callers compare with: what searching, reading and presets return, rules, kinds of moves.

#![allow(missing_docs)]

use std::ffi::c_int;

pub const FCS_STATE_WAS_SOLVED: c_int = 0;
pub const FCS_STATE_IS_NOT_SOLVEABLE: c_int = 1;
pub const FCS_STATE_ALREADY_EXISTS: c_int = 2;
pub const FCS_STATE_EXCEEDS_MAX_NUM_TIMES: c_int = 3;
pub const FCS_STATE_BEGIN_SUSPEND_PROCESS: c_int = 4;
pub const FCS_STATE_SUSPEND_PROCESS: c_int = 5;
pub const FCS_STATE_EXCEEDS_MAX_DEPTH: c_int = 6;
pub const FCS_STATE_ORIGINAL_STATE_IS_NOT_SOLVEABLE: c_int = 7;
pub const FCS_STATE_INVALID_STATE: c_int = 8;
pub const FCS_STATE_NOT_BEGAN_YET: c_int = 9;
pub const FCS_STATE_DOES_NOT_EXIST: c_int = 10;
pub const FCS_STATE_OPTIMIZED: c_int = 11;
pub const FCS_STATE_FLARES_PLAN_ERROR: c_int = 12;
pub const FCS_STATE_SOFT_SUSPEND_PROCESS: c_int = 13;

pub const FCS_CMD_LINE_OK: c_int = 0;
pub const FCS_CMD_LINE_SKIP: c_int = 1;
pub const FCS_CMD_LINE_STOP: c_int = 2;
pub const FCS_CMD_LINE_UNRECOGNIZED_OPTION: c_int = 3;
pub const FCS_CMD_LINE_PARAM_WITH_NO_ARG: c_int = 4;
pub const FCS_CMD_LINE_ERROR_IN_ARG: c_int = 5;
pub const FCS_CMD_LINE_USER: c_int = 0x10000;

pub const FCS_PRESET_CODE_OK: c_int = 0;
pub const FCS_PRESET_CODE_NOT_FOUND: c_int = 1;
pub const FCS_PRESET_CODE_FREECELLS_EXCEED_MAX: c_int = 2;
pub const FCS_PRESET_CODE_STACKS_EXCEED_MAX: c_int = 3;
pub const FCS_PRESET_CODE_DECKS_EXCEED_MAX: c_int = 4;

pub const FCS_ES_FILLED_BY_ANY_CARD: c_int = 0;
pub const FCS_ES_FILLED_BY_KINGS_ONLY: c_int = 1;
pub const FCS_ES_FILLED_BY_NONE: c_int = 2;

pub const FCS_SEQ_BUILT_BY_ALTERNATE_COLOR: c_int = 0;
pub const FCS_SEQ_BUILT_BY_SUIT: c_int = 1;
pub const FCS_SEQ_BUILT_BY_RANK: c_int = 2;

pub const FC_SOLVE__STANDARD_NOTATION_NO: c_int = 0;
pub const FC_SOLVE__STANDARD_NOTATION_REGULAR: c_int = 1;
pub const FC_SOLVE__STANDARD_NOTATION_EXTENDED: c_int = 2;

pub const FCS_METHOD_HARD_DFS: c_int = 0;
pub const FCS_METHOD_SOFT_DFS: c_int = 1;
pub const FCS_METHOD_BFS: c_int = 2;
pub const FCS_METHOD_A_STAR: c_int = 3;
pub const FCS_METHOD_RANDOM_DFS: c_int = 5;
pub const FCS_METHOD_PATSOLVE: c_int = 6;
pub const FCS_NUM_BEFS_WEIGHTS: usize = 6;

pub const FCS_MOVE_TYPE_STACK_TO_STACK: u8 = 0;
pub const FCS_MOVE_TYPE_STACK_TO_FREECELL: u8 = 1;
pub const FCS_MOVE_TYPE_FREECELL_TO_STACK: u8 = 2;
pub const FCS_MOVE_TYPE_FREECELL_TO_FREECELL: u8 = 3;
pub const FCS_MOVE_TYPE_STACK_TO_FOUNDATION: u8 = 4;
pub const FCS_MOVE_TYPE_FREECELL_TO_FOUNDATION: u8 = 5;
pub const FCS_MOVE_TYPE_FLIP_CARD: u8 = 6;
pub const FCS_MOVE_TYPE_SEQ_TO_FOUNDATION: u8 = 11;
pub const FCS_MOVE_TYPE_CANONIZE: u8 = 12;
pub const FCS_MOVE_TYPE_SEPARATOR: u8 = 13;
pub const FCS_MOVE_TYPE_NULL: u8 = 14;
