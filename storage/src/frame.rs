//! The frame around every small file of ours: which kind it is, which version, how long, a checksum.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | the kind, eight ASCII characters |
//! | 8 | 4 | format version |
//! | 12 | 8 | length of the content |
//! | 20 | 4 | CRC-32 of all bytes before this one and of the content |
//! | 24 | | the content |
//!
//! Numbers are little-endian. The frame is the same in every version, so that a file of another version
//! is told from a damaged one.

use std::fmt;

const VERSION: usize = 8;
const LENGTH: usize = VERSION + size_of::<u32>();
const CHECKSUM: usize = LENGTH + size_of::<u64>();
/// Bytes before the content.
pub(crate) const FRAME_BYTES: usize = CHECKSUM + size_of::<u32>();

/// A kind of file, and the version that this program writes and reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub magic: [u8; 8],
    pub version: u32,
}

/// Bytes that are no file of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    Short {
        found: usize,
    },
    Magic {
        expected: [u8; 8],
        found: [u8; 8],
    },
    Length {
        expected: u64,
        found: u64,
    },
    Checksum {
        expected: u32,
        found: u32,
    },
    Version {
        expected: u32,
        found: u32,
    },
    /// The content is not what this version writes.
    Content,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Short { found } => {
                write!(f, "it has {found} bytes, and {FRAME_BYTES} come before the content")
            }
            FrameError::Magic { expected, found } => {
                let (expected, found) = (expected.escape_ascii(), found.escape_ascii());
                write!(f, "it starts with `{found}` and should with `{expected}`")
            }
            FrameError::Length { expected, found } => {
                write!(f, "its content has {found} bytes and should have {expected}")
            }
            FrameError::Checksum { expected, found } => {
                write!(f, "its checksum is {found:08x} and should be {expected:08x}")
            }
            FrameError::Version { expected, found } => {
                write!(f, "it has format version {found}, and this program reads {expected}")
            }
            FrameError::Content => f.write_str("its content can't be read"),
        }
    }
}

impl std::error::Error for FrameError {}

/// The bytes of a file with this content.
pub fn pack<T: serde::Serialize>(kind: Kind, content: &T) -> Vec<u8> {
    pack_content(kind, &postcard::to_stdvec(content).expect("plain values have a form"))
}

/// The frame around content that is bytes already.
pub(crate) fn pack_content(kind: Kind, content: &[u8]) -> Vec<u8> {
    let mut bytes = kind.magic.to_vec();
    bytes.extend(kind.version.to_le_bytes());
    bytes.extend((content.len() as u64).to_le_bytes());
    let checksum = checksum(&bytes, content);
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(content);
    bytes
}

/// The content of a file of this kind.
pub fn unpack<T: serde::de::DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T, FrameError> {
    let (head, content) =
        bytes.split_at_checked(FRAME_BYTES).ok_or(FrameError::Short { found: bytes.len() })?;
    let magic = *head.first_chunk().expect("within the frame");
    if magic != kind.magic {
        return Err(FrameError::Magic { expected: kind.magic, found: magic });
    }
    let length = u64::from_le_bytes(*head[LENGTH..].first_chunk().expect("within the frame"));
    if length != content.len() as u64 {
        return Err(FrameError::Length { expected: length, found: content.len() as u64 });
    }
    let word = |at: usize| u32::from_le_bytes(*head[at..].first_chunk().expect("within the frame"));
    let expected = checksum(&head[..CHECKSUM], content);
    if word(CHECKSUM) != expected {
        return Err(FrameError::Checksum { expected, found: word(CHECKSUM) });
    }
    if word(VERSION) != kind.version {
        return Err(FrameError::Version { expected: kind.version, found: word(VERSION) });
    }
    match postcard::take_from_bytes(content) {
        Ok((content, [])) => Ok(content),
        _ => Err(FrameError::Content),
    }
}

fn checksum(head: &[u8], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(content);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { magic: *b"STRATEST", version: 3 };

    #[test]
    fn content_is_read_back_and_no_damage_goes_unseen() {
        let content = (7u64, String::from("text"));
        let bytes = pack(KIND, &content);
        assert_eq!(unpack(KIND, &bytes), Ok(content));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                assert!(
                    unpack::<(u64, String)>(KIND, &damaged).is_err(),
                    "byte {place}, bit {bit}"
                );
            }
            assert!(unpack::<(u64, String)>(KIND, &bytes[..place]).is_err(), "cut at {place}");
        }
    }

    #[test]
    fn another_version_is_not_taken_for_damage() {
        let bytes = pack(Kind { version: 4, ..KIND }, &7u64);
        let error = unpack::<u64>(KIND, &bytes).expect_err("refused");
        assert_eq!(error, FrameError::Version { expected: 3, found: 4 });
        let error = unpack::<(u64, u64)>(KIND, &pack(KIND, &7u64)).expect_err("refused");
        assert_eq!(error, FrameError::Content);
    }

    #[test]
    fn golden_bytes() {
        let bytes = pack(KIND, &(300u64, String::from("ab")));
        let golden = b"STRATEST\x03\0\0\0\x05\0\0\0\0\0\0\0\x23\x49\x40\x67\xac\x02\x02ab";
        assert_eq!(bytes.escape_ascii().to_string(), golden.escape_ascii().to_string());
    }
}
