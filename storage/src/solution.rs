//! The solution of a run: the file `solution` in its directory, with the number of moves to every FCC on
//! the way.
//!
//! Records of components have no number of moves: every entry of every search would have to carry it.
//! What is traced has it, and is kept here. Everything is plain values; FORMAT.md has the order.

use crate::frame::{FrameError, Kind, pack, unpack};
use serde::{Deserialize, Serialize};

/// The file in a run directory.
pub const SOLUTION: &str = "solution";
const KIND: Kind = Kind { magic: *b"STRATASO", version: 1 };

/// The moves of a solution and the FCCs it leads through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// Each with the card that is moved and the move in standard notation.
    pub moves: Vec<(String, String)>,
    pub stages: Vec<StoredStage>,
}

/// An FCC on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStage {
    pub depth: u32,
    /// As text.
    pub fingerprint: String,
    /// The name of its component.
    pub smallest: u128,
    /// The planes of the state it is entered by.
    pub entry: [u64; 2],
    /// Moves of single cards from the deal to that state.
    pub moves: u64,
}

impl Solution {
    pub fn to_bytes(&self) -> Vec<u8> {
        pack(KIND, self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Solution, FrameError> {
        unpack(KIND, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_bytes() {
        let stage = StoredStage {
            depth: 7,
            fingerprint: "eXl5eXl5eXl5eWw".into(),
            smallest: 300,
            entry: [1, 2],
            moves: 9,
        };
        let solution = Solution { moves: vec![("KS".into(), "1h".into())], stages: vec![stage] };
        let bytes = solution.to_bytes();
        assert_eq!(bytes[..12], *b"STRATASO\x01\0\0\0");
        assert_eq!(
            bytes[24..],
            *b"\x01\x02KS\x021h\x01\x07\x0feXl5eXl5eXl5eWw\xac\x02\x01\x02\x09"
        );
        assert_eq!(Solution::from_bytes(&bytes), Ok(solution));
        assert!(Solution::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    }
}
