//! Writing a certificate: the components of all groups as one compressed, checksummed file.
//!
//! docs/certificate.md has every byte and what they prove. The file is read by the independent checker,
//! which has its own reader; there is none here.

use crate::leb128;
use crate::manifest::Identity;
use fcc::bits::gather;
use fcc::fingerprint::Fingerprint;
use fcc::gf2::Vector;
use fcc::ports::ComponentRecord;
use fcc::tally::GroupTally;
use std::io::{self, Write};

const MAGIC: &[u8; 8] = b"STRATACT";
/// The version of FreeCell's files, with `freecells` and `columns` in their heads.
const FREECELL_VERSION: u32 = 1;
/// The version of other games' files, with `rules` instead.
const GAME_VERSION: u32 = 2;
/// Plain bytes of a block. The format allows four times as many.
const BLOCK_BYTES: usize = 1 << 18;
const GROUP: u8 = 1;
const END: u8 = 0;

/// What the head of a certificate says of the board.
pub struct Certified<'a> {
    /// The deal's name, if it has one.
    pub deal: Option<String>,
    /// The rules as text, where they are not FreeCell's.
    pub rules: Option<String>,
    pub identity: &'a Identity,
    pub layers: usize,
}

impl Certified<'_> {
    fn version(&self) -> u32 {
        if self.rules.is_some() { GAME_VERSION } else { FREECELL_VERSION }
    }
}

/// The head of a certificate: a line for each fact of a run that ended as impossible, then its board.
fn head(certified: &Certified<'_>, total: &GroupTally, components: u64) -> String {
    let identity = certified.identity;
    let symmetry = if identity.symmetry { "on" } else { "off" };
    let rules = match &certified.rules {
        Some(rules) => vec![("rules", rules.clone())],
        None => vec![
            ("freecells", identity.freecells.to_string()),
            ("columns", identity.columns.to_string()),
        ],
    };
    let mut lines = vec![
        ("strata-certificate", certified.version().to_string()),
        ("deal", certified.deal.clone().unwrap_or_else(|| "-".to_owned())),
    ];
    lines.extend(rules);
    lines.extend([
        ("prune", identity.prune.clone()),
        ("symmetry", symmetry.to_owned()),
        ("verdict", "impossible".to_owned()),
        ("layers", certified.layers.to_string()),
        ("groups", total.groups.to_string()),
        ("components", components.to_string()),
        ("classes", total.classes.to_string()),
        ("fccs", total.fccs.to_string()),
        ("states", total.states.to_string()),
        ("digest", total.digest.to_string()),
    ]);
    let lines: String =
        lines.into_iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    lines + "board:\n" + identity.board.trim_end() + "\n"
}

/// A certificate being written.
pub struct CertificateWriter<W> {
    out: W,
    /// Content that is in no block yet.
    plain: Vec<u8>,
    stored: Vec<u8>,
    blocks: u32,
    components: u64,
}

impl<W: Write> CertificateWriter<W> {
    /// Begins with the head of a run with these sums.
    pub fn new(
        out: W,
        certified: &Certified<'_>,
        total: &GroupTally,
        components: u64,
    ) -> io::Result<CertificateWriter<W>> {
        CertificateWriter::begin(out, certified.version(), &head(certified, total, components))
    }

    fn begin(mut out: W, version: u32, head: &str) -> io::Result<CertificateWriter<W>> {
        let mut preamble = MAGIC.to_vec();
        preamble.extend(version.to_le_bytes());
        preamble.extend(crc32fast::hash(&preamble).to_le_bytes());
        out.write_all(&preamble)?;
        let mut plain = Vec::new();
        leb128::put(head.len() as u128, &mut plain);
        plain.extend(head.as_bytes());
        Ok(CertificateWriter { out, plain, stored: Vec::new(), blocks: 0, components: 0 })
    }

    /// Adds a group with all its components, by name. `pairs` are those of the group; a certificate
    /// without symmetry has components without suit sets.
    ///
    /// # Panics
    /// When there is no component, or they are not in order: a bug of the caller.
    pub fn group(
        &mut self,
        fingerprint: Fingerprint,
        pairs: Vector,
        components: &[ComponentRecord],
    ) -> io::Result<()> {
        assert!(!components.is_empty(), "a group has a component");
        self.plain.push(GROUP);
        self.plain.extend(fingerprint.stuck.to_le_bytes());
        self.plain.extend(fingerprint.founded.to_le_bytes());
        leb128::put(components.len() as u128, &mut self.plain);
        let mut before = None;
        for component in components {
            let key = component.smallest;
            assert!(before.is_none_or(|before| before < key), "components by name");
            leb128::put(key - before.unwrap_or(0), &mut self.plain);
            before = Some(key);
            if let Some(suits) = &component.suits {
                let pieces = suits.reached.pieces();
                leb128::put(pieces.len() as u128, &mut self.plain);
                for piece in pieces {
                    let basis = piece.space().basis();
                    put_vector(piece.offset(), pairs, &mut self.plain);
                    leb128::put(basis.len() as u128, &mut self.plain);
                    basis.iter().for_each(|&vector| put_vector(vector, pairs, &mut self.plain));
                }
            }
            self.components += 1;
            self.write_full_blocks()?;
        }
        Ok(())
    }

    /// Components so far.
    pub fn components(&self) -> u64 {
        self.components
    }

    /// Ends the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.plain.push(END);
        self.write_full_blocks()?;
        let rest = std::mem::take(&mut self.plain);
        if !rest.is_empty() {
            self.write_block(&rest)?;
        }
        self.write_block(&[])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_full_blocks(&mut self) -> io::Result<()> {
        if self.plain.len() < BLOCK_BYTES {
            return Ok(());
        }
        let plain = std::mem::take(&mut self.plain);
        let mut blocks = plain.chunks_exact(BLOCK_BYTES);
        blocks.by_ref().try_for_each(|block| self.write_block(block))?;
        self.plain.extend_from_slice(blocks.remainder());
        Ok(())
    }

    /// Writes a block; the empty one is the end.
    fn write_block(&mut self, plain: &[u8]) -> io::Result<()> {
        let packed = if plain.is_empty() { Vec::new() } else { lz4_flex::block::compress(plain) };
        self.stored.clear();
        for number in [self.blocks as usize, packed.len(), plain.len()] {
            self.stored.extend((number as u32).to_le_bytes());
        }
        self.stored.extend(packed);
        let checksum = crc32fast::hash(&self.stored);
        self.stored.extend(checksum.to_le_bytes());
        self.blocks += 1;
        self.out.write_all(&self.stored)
    }
}

fn put_vector(vector: Vector, pairs: Vector, into: &mut Vec<u8>) {
    leb128::put(gather(vector, pairs).into(), into);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::gf2::Subspace;
    use fcc::ports::SuitRecord;
    use fcc::suitset::{Piece, SuitSet};

    #[test]
    fn golden_bytes() {
        let pairs = 0b0101_0100;
        let set = |piece| SuitSet::new([piece]);
        let reached = set(Piece::new(0b0100_0000, Subspace::span([0b0001_0100])));
        let suits = SuitRecord { k: Subspace::ZERO, reached };
        let component = |smallest, suits: Option<SuitRecord>| ComponentRecord {
            suits: suits.map(Box::new),
            ..ComponentRecord::of_fcc(smallest, smallest, 1)
        };
        let mut writer =
            CertificateWriter::begin(Vec::new(), FREECELL_VERSION, "a: b\n").expect("memory");
        let fingerprint = Fingerprint { stuck: 0x0102, founded: 3 };
        let components = [component(7, Some(suits)), component(300, None)];
        writer.group(fingerprint, pairs, &components).expect("memory");
        assert_eq!(writer.components(), 2);
        let bytes = writer.finish().expect("memory");
        assert_eq!(bytes[..12], *b"STRATACT\x01\0\0\0");
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        assert_eq!(word(12), crc32fast::hash(&bytes[..12]));
        let (number, stored, plain) = (word(16), word(20) as usize, word(24) as usize);
        assert_eq!(number, 0);
        let content = lz4_flex::block::decompress(&bytes[28..28 + stored], plain).expect("LZ4");
        let mut expected = b"\x05a: b\n\x01\x02\x01\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x02".to_vec();
        expected.extend(b"\x07\x01\x04\x01\x03\xa5\x02\x00");
        assert_eq!(content, expected);
        let end = 28 + stored;
        assert_eq!(word(end), crc32fast::hash(&bytes[16..end]));
        assert_eq!((word(end + 4), word(end + 8), word(end + 12)), (1, 0, 0));
        assert_eq!(bytes.len(), end + 20);
    }
}
