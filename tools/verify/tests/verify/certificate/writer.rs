//! A small writer of certificates, from plain values that a test can change first.

use strata_verify::rules::Rules;

/// A certificate as plain values.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The format version of the preamble.
    pub version: u32,
    /// The lines of the head before `board:`, name and value.
    pub head: Vec<(String, String)>,
    pub board: String,
    pub groups: Vec<PlainGroup>,
}

#[derive(Clone, Debug)]
pub struct PlainGroup {
    pub stuck: u64,
    pub founded: u64,
    pub components: Vec<PlainComponent>,
}

#[derive(Clone, Debug)]
pub struct PlainComponent {
    pub key: u128,
    /// Offset and basis of each piece; not written with `symmetry: off`.
    pub pieces: Vec<(u32, Vec<u32>)>,
}

impl Plain {
    /// Changes a value of the head.
    pub fn set(&mut self, name: &str, value: &str) {
        let line = self.head.iter_mut().find(|line| line.0 == name).expect("a name of the head");
        line.1 = value.to_owned();
    }

    /// A value of the head.
    pub fn get(&self, name: &str) -> &str {
        &self.head.iter().find(|line| line.0 == name).expect("a name of the head").1
    }

    /// The content of all blocks together.
    pub fn content(&self) -> Vec<u8> {
        let mut head: String =
            self.head.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        head.push_str("board:\n");
        head.push_str(&self.board);
        let mut content = Vec::new();
        varint(&mut content, head.len() as u128);
        content.extend(head.as_bytes());
        for group in &self.groups {
            content.push(1);
            content.extend(group.stuck.to_le_bytes());
            content.extend(group.founded.to_le_bytes());
            varint(&mut content, group.components.len() as u128);
            let mut before = 0;
            for component in &group.components {
                varint(&mut content, component.key.wrapping_sub(before));
                before = component.key;
                if self.get("symmetry") == "off" {
                    continue;
                }
                varint(&mut content, component.pieces.len() as u128);
                for (offset, basis) in &component.pieces {
                    varint(&mut content, u128::from(*offset));
                    varint(&mut content, basis.len() as u128);
                    basis.iter().for_each(|&vector| varint(&mut content, u128::from(vector)));
                }
            }
        }
        content.push(0);
        content
    }

    /// The file, with blocks of at most `block_bytes` plain bytes.
    pub fn file(&self, block_bytes: usize) -> Vec<u8> {
        file_of(self.version, &self.content(), block_bytes)
    }

    /// The same certificate in format version 2, if the text of its board tells all its rules.
    pub fn in_version_2(mut self, rules: Rules) -> Plain {
        self.version = 2;
        self.set("strata-certificate", "2");
        self.head.retain(|(name, _)| name != "freecells" && name != "columns");
        self.head.insert(2, ("rules".to_owned(), rules.to_string()));
        self
    }
}

/// A varint of the content.
pub fn varint(bytes: &mut Vec<u8>, mut value: u128) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// A file of version 1 with this content.
pub fn file(content: &[u8], block_bytes: usize) -> Vec<u8> {
    file_of(1, content, block_bytes)
}

fn file_of(version: u32, content: &[u8], block_bytes: usize) -> Vec<u8> {
    let mut bytes = header(version);
    let mut number = 0;
    for plain in content.chunks(block_bytes) {
        bytes.extend(block(number, plain));
        number += 1;
    }
    bytes.extend(block(number, &[]));
    bytes
}

/// The first bytes of a file of a format version.
pub fn header(version: u32) -> Vec<u8> {
    let mut bytes = b"STRATACT".to_vec();
    bytes.extend(version.to_le_bytes());
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A block; without plain bytes it is the end block.
pub fn block(number: u32, plain: &[u8]) -> Vec<u8> {
    let stored = if plain.is_empty() { Vec::new() } else { lz4_flex::block::compress(plain) };
    let mut bytes = Vec::new();
    for word in [number, stored.len() as u32, plain.len() as u32] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(stored);
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}
