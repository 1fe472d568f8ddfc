//! The blocks of the file and the content in them, read one block at a time.
//!
//! Nothing that the file says is believed before its checksum is right, and no more than one block
//! is held. Numbers of the content are read strictly: a varint with more bytes than it needs, or
//! too large for its place, is refused.

use std::io::{self, Read};

use super::refusal::{Damage, Failure, Refusal, Unreadable};

const MAGIC: &[u8; 8] = b"STRATACT";
/// The formats that this program reads: the first is of FreeCell only, the second of every game.
pub const VERSIONS: [u32; 2] = [1, 2];
/// Plain bytes of a block.
const PLAIN_BYTES_MAX: usize = 1 << 20;
/// LZ4 makes incompressible bytes a little longer.
const STORED_BYTES_MAX: usize = PLAIN_BYTES_MAX + PLAIN_BYTES_MAX / 128 + 64;
const HEADER_BYTES: usize = 16;

/// The content of a certificate, byte after byte.
pub struct Reader<R> {
    input: R,
    version: u32,
    /// Bytes of the file that were read.
    offset: u64,
    /// The number of the block that comes next.
    next_block: u32,
    plain: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the file's first bytes.
    pub fn new(mut input: R) -> Result<Reader<R>, Failure> {
        let mut header = [0; HEADER_BYTES];
        let bytes = fill(&mut input, &mut header)?;
        if bytes < MAGIC.len() || header[..MAGIC.len()] != *MAGIC {
            return Err(Unreadable::NotACertificate.into());
        }
        if bytes < HEADER_BYTES {
            return Err(Damage::CutShort { byte: bytes as u64 }.into());
        }
        if crc32fast::hash(&header[..12]) != word(&header[12..]) {
            return Err(Damage::Header.into());
        }
        let found = word(&header[8..12]);
        if !VERSIONS.contains(&found) {
            return Err(Unreadable::OtherVersion { found }.into());
        }
        Ok(Reader {
            input,
            version: found,
            offset: HEADER_BYTES as u64,
            next_block: 0,
            plain: Vec::new(),
            at: 0,
            ended: false,
        })
    }

    /// The format version of the file.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The number of the block that the last byte came from.
    pub fn block(&self) -> u32 {
        self.next_block.saturating_sub(1)
    }

    /// A refusal of what the content says here.
    pub fn fault<T>(&self, what: impl Into<String>) -> Result<T, Failure> {
        Err(Refusal::Content { block: self.block(), what: what.into() }.into())
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Failure> {
        while self.at == self.plain.len() {
            if self.ended {
                return self.fault("the end block comes before the end of the content");
            }
            self.read_block()?;
        }
        self.at += 1;
        Ok(self.plain[self.at - 1])
    }

    /// The next eight bytes as a number.
    pub fn word(&mut self) -> Result<u64, Failure> {
        let mut bytes = [0; 8];
        for byte in &mut bytes {
            *byte = self.byte()?;
        }
        Ok(u64::from_le_bytes(bytes))
    }

    /// A varint that is at most `max`.
    pub fn varint(&mut self, max: u128, what: &str) -> Result<u128, Failure> {
        let mut value = 0_u128;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            let bits = u128::from(byte & 0x7f);
            if shift >= 128 || bits << shift >> shift != bits {
                return self.fault(format!("{what} has more than 128 bits"));
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return self.fault(format!("{what} is longer than it needs to be"));
                }
                break;
            }
        }
        if value > max {
            return self.fault(format!("{what} is {value}, more than {max}"));
        }
        Ok(value)
    }

    /// Checks that the content ends here, and the file with it.
    pub fn finish(&mut self) -> Result<(), Failure> {
        if self.at < self.plain.len() {
            return self.fault("bytes follow the end of the content");
        }
        if !self.ended {
            self.read_block()?;
        }
        if !self.ended {
            return self.fault("a block follows the end of the content");
        }
        match fill(&mut self.input, &mut [0])? {
            0 => Ok(()),
            _ => Err(Damage::Trailing { byte: self.offset }.into()),
        }
    }

    fn read_block(&mut self) -> Result<(), Failure> {
        let (block, start) = (self.next_block, self.offset);
        let mut header = [0; 12];
        self.read_exactly(&mut header)?;
        let number = word(&header[..4]);
        let stored_bytes = word(&header[4..8]) as usize;
        let plain_bytes = word(&header[8..]) as usize;
        if stored_bytes > STORED_BYTES_MAX || plain_bytes > PLAIN_BYTES_MAX {
            return Err(Damage::BlockSize { block, byte: start }.into());
        }
        let mut stored = vec![0; stored_bytes];
        self.read_exactly(&mut stored)?;
        let mut sum = [0; 4];
        self.read_exactly(&mut sum)?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&header);
        hasher.update(&stored);
        if hasher.finalize() != word(&sum) {
            return Err(Damage::Checksum { block, byte: start }.into());
        }
        if number != block {
            return Err(Damage::BlockNumber { block, found: number, byte: start }.into());
        }
        self.plain.resize(plain_bytes, 0);
        self.at = 0;
        self.next_block = block.saturating_add(1);
        match (stored_bytes, plain_bytes) {
            (0, 0) => self.ended = true,
            (0, _) | (_, 0) => return Err(Damage::BlockSize { block, byte: start }.into()),
            _ => {
                let unpacked = lz4_flex::block::decompress_into(&stored, &mut self.plain);
                if unpacked.ok() != Some(plain_bytes) {
                    return Err(Damage::Packing { block, byte: start }.into());
                }
            }
        }
        Ok(())
    }

    fn read_exactly(&mut self, bytes: &mut [u8]) -> Result<(), Failure> {
        let read = fill(&mut self.input, bytes)?;
        self.offset += read as u64;
        if read < bytes.len() {
            return Err(Damage::CutShort { byte: self.offset }.into());
        }
        Ok(())
    }
}

/// Reads until `bytes` is full or the input ends; says how many were read.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<usize, Failure> {
    let mut filled = 0;
    while filled < bytes.len() {
        match input.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Unreadable::Io(error).into()),
        }
    }
    Ok(filled)
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}
