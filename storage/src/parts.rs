//! How far the groups are that are done in part: which of their entries have been reached.
//!
//! A file of a checkpoint, written once and named by its manifest. There is a bit for each entry of each
//! of these groups, which are as many as there are threads at most; the bits are written as they are and
//! never copied. FORMAT.md has the bytes.

use crate::error::StorageError;
use crate::files::Files;
use crate::live::{Holds, LiveFile};
use fcc::consumed::Consumed;
use fcc::fingerprint::Fingerprint;
use fcc::ports::GroupPart;
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"STRATAPA";
const VERSION: u32 = 1;
/// Magic, version, number of groups.
const HEAD_BYTES: usize = 16;
/// Name of a group and the number of its entries.
const GROUP_BYTES: usize = 24;
const CHECKSUM_BYTES: usize = 4;
/// Words that are written at once.
const CHUNK: usize = 8192;

/// Writes the parts of a layer to a new file, which is durable afterwards.
pub fn write(files: &Files, depth: u32, parts: &[GroupPart]) -> Result<LiveFile, StorageError> {
    let mut file = files.create_numbered(&format!("parts-{depth:03}"))?;
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = MAGIC.to_vec();
    buffer.extend(VERSION.to_le_bytes());
    buffer.extend((parts.len() as u32).to_le_bytes());
    let mut append = |buffer: &mut Vec<u8>| {
        hasher.update(buffer);
        let appended = file.append(buffer);
        buffer.clear();
        appended
    };
    for GroupPart { fingerprint, consumed } in parts {
        assert!(consumed.is_sound(), "a bit for each entry");
        for word in [fingerprint.stuck, fingerprint.founded, consumed.entries] {
            buffer.extend(word.to_le_bytes());
        }
        for words in consumed.bits.chunks(CHUNK) {
            buffer.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            append(&mut buffer)?;
        }
    }
    append(&mut buffer)?;
    let checksum = hasher.finalize();
    file.append(&checksum.to_le_bytes())?;
    let (bytes, entries) = (file.bytes(), parts.len() as u64);
    let name = file.keep();
    files.sync(&name)?;
    files.sync_folder()?;
    Ok(LiveFile { holds: Holds::Parts, depth, name, bytes, entries, checksum })
}

/// Reads a file of parts that a manifest names.
pub fn read(files: &Files, file: &LiveFile) -> Result<Vec<GroupPart>, StorageError> {
    let path = files.path(&file.name)?;
    let other = |found: &str| StorageError::other_live(&path, file, found);
    let map = files.map(&file.name).map_err(|error| error.of_live(&path, file))?;
    if map.len() as u64 != file.bytes {
        return Err(other(&format!("{} bytes", map.len())));
    }
    let Some(content) = map.len().checked_sub(CHECKSUM_BYTES) else {
        return Err(other("no checksum"));
    };
    let (content, checksum) = map.split_at(content);
    let expected = crc32fast::hash(content);
    let found = u32::from_le_bytes(*checksum.first_chunk().expect("four bytes"));
    if found != expected || found != file.checksum {
        return Err(other(&format!("checksum {expected:08x}")));
    }
    decode(content)
        .filter(|parts| parts.len() as u64 == file.entries)
        .ok_or_else(|| other("content of another form"))
}

/// The parts that bytes hold; nothing where they are not what [`write`] makes of some.
pub fn decode(content: &[u8]) -> Option<Vec<GroupPart>> {
    let (head, mut rest) = content.split_at_checked(HEAD_BYTES)?;
    let number = |at: usize| u32::from_le_bytes(*head[at..].first_chunk().expect("in the head"));
    if head[..8] != MAGIC || number(8) != VERSION {
        return None;
    }
    let mut parts = Vec::new();
    for _ in 0..number(12) {
        let (name, after) = rest.split_at_checked(GROUP_BYTES)?;
        let word = |at: usize| u64::from_le_bytes(*name[at..].first_chunk().expect("in the name"));
        let fingerprint = Fingerprint { stuck: word(0), founded: word(8) };
        let entries = word(16);
        let bytes = usize::try_from(entries.div_ceil(64)).ok()?.checked_mul(8)?;
        let (bits, after) = after.split_at_checked(bytes)?;
        let words = bits.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        let consumed = Consumed { entries, bits: Arc::new(words.collect()) };
        if !consumed.is_sound() {
            return None;
        }
        parts.push(GroupPart { fingerprint, consumed });
        rest = after;
    }
    let in_order = parts.is_sorted_by(|one, next| one.fingerprint < next.fingerprint);
    (rest.is_empty() && in_order).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(stuck: u64, entries: u64, fill: u64) -> GroupPart {
        let mut bits = vec![fill; entries.div_ceil(64) as usize];
        if let Some(last) = bits.last_mut().filter(|_| !entries.is_multiple_of(64)) {
            *last &= (1 << (entries % 64)) - 1;
        }
        let consumed = Consumed { entries, bits: Arc::new(bits) };
        GroupPart { fingerprint: Fingerprint { stuck, founded: 0 }, consumed }
    }

    proptest! {
        #[test]
        fn parts_are_read_back_and_no_damage_goes_unseen(
            sizes in prop::collection::vec(1u64..1_000_000, 0..4), fill: u64, place: usize, bit in 0u32..8,
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let files = Files::at(folder.path()).expect("a folder");
            let numbered = sizes.iter().enumerate();
            let parts: Vec<_> =
                numbered.map(|(stuck, &entries)| part(stuck as u64, entries, fill)).collect();
            let live = write(&files, 7, &parts).expect("room");
            prop_assert_eq!(read(&files, &live).expect("whole"), parts);
            let path = folder.path().join(&live.name);
            let mut bytes = std::fs::read(&path).expect("a file");
            prop_assert_eq!(bytes.len() as u64, live.bytes);
            let place = place % bytes.len();
            bytes[place] ^= 1u8 << bit;
            std::fs::write(&path, &bytes).expect("room");
            let error = read(&files, &live).expect_err("refused").to_string();
            prop_assert!(error.contains("how far groups of depth 7 are"), "{}", error);
            bytes.truncate(place);
            std::fs::write(&path, &bytes).expect("room");
            prop_assert!(read(&files, &live).is_err());
        }

        #[test]
        fn any_bytes_are_parts_or_refused(bytes: Vec<u8>, groups in 0u32..3) {
            decode(&bytes);
            let mut content = MAGIC.to_vec();
            content.extend(VERSION.to_le_bytes());
            content.extend(groups.to_le_bytes());
            content.extend(&bytes);
            decode(&content);
        }
    }

    #[test]
    fn golden_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = Files::at(folder.path()).expect("a folder");
        let live = write(&files, 3, &[part(5, 9, 0x1ff)]).expect("room");
        let bytes = std::fs::read(folder.path().join(&live.name)).expect("a file");
        let content = b"STRATAPA\x01\0\0\0\x01\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
            \x09\0\0\0\0\0\0\0\xff\x01\0\0\0\0\0\0";
        assert_eq!(bytes[..content.len()], content[..]);
        assert_eq!(bytes[content.len()..], crc32fast::hash(content).to_le_bytes());
        assert_eq!(live.checksum, crc32fast::hash(content));
    }
}
