//! Certificates: made by the program, checked by the independent checker, tampered with and refused.

use crate::support::strata;
use std::path::{Path, PathBuf};
use strata_verify::certificate::command::{self as checker, CertificateArgs};
use tempfile::TempDir;

/// Proves a deal, exports its certificate, and returns the file in its folder.
fn certificate(deal: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let (dir, file) = (folder.path().join("run"), folder.path().join("proof.cert"));
    let ran = strata(&format!("prove {deal} --dir {}", dir.display()));
    assert_eq!(ran.code, 1, "prove {deal}: {}{}", ran.out, ran.err);
    assert!(ran.out.contains("strata-verify certificate"), "{}", ran.out);
    let ran = strata(&format!("certificate export {} {} --json", dir.display(), file.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let bytes = std::fs::metadata(&file).expect("it is there").len();
    assert_eq!(ran.json()["bytes"], bytes);
    (folder, file)
}

/// What the checker says about a file: its exit code, and all it prints.
pub fn verify(file: &Path, sample: Option<u64>) -> (i32, String) {
    let seed = sample.map(|_| 7);
    let args = CertificateArgs { file: file.to_owned(), sample, seed, json: false };
    match checker::run(&args) {
        Ok(outcome) if outcome.valid => (0, outcome.report),
        Ok(outcome) => (1, outcome.report),
        Err(message) => (2, message),
    }
}

fn check(deal: &str) {
    let (_folder, file) = certificate(deal);
    let (code, text) = verify(&file, None);
    assert_eq!(code, 0, "{deal}: {text}");
    assert!(text.starts_with("accepted: "), "{text}");
    let (code, text) = verify(&file, Some(200));
    assert_eq!(code, 0, "{deal}: {text}");
    assert!(text.contains("95") && text.contains("200"), "{text}");
}

#[test]
fn certificates_of_all_kinds_are_accepted() {
    for deal in [
        "11982",
        "11982 --symmetry off",
        "11982 --prune none",
        "1 --freecells 2",
        "982 --freecells 2 --memory 64MiB",
        "11982 --freecells 2 --columns 7",
        "5 --freecells 0 --prune none --symmetry off",
    ] {
        check(deal);
    }
}

/// The deals that are impossible with four freecells, twenty with two and three, and two large ones.
#[test]
#[ignore = "minutes"]
fn certificates_of_many_deals_are_accepted() {
    let known = std::fs::read_to_string("tests/data/impossible_4_freecells.txt").expect("it");
    let four = known.lines().filter(|line| !line.starts_with('#'));
    let mut deals: Vec<String> =
        four.filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect();
    let least = std::fs::read_to_string("tests/data/minimal_freecells_1_to_4000.txt").expect("it");
    for (freecells, wanted) in [(2, "3"), (2, "4")] {
        let of_kind = least.lines().filter_map(|line| line.split_once(' '));
        let of_kind = of_kind.filter(|(_, cells)| cells.trim() == wanted).take(5);
        deals.extend(of_kind.map(|(deal, _)| format!("{deal} --freecells {freecells}")));
    }
    let of_four = least.lines().filter_map(|line| line.split_once(' '));
    let of_four = of_four.filter(|(_, cells)| cells.trim() == "4").take(10);
    deals.extend(of_four.map(|(deal, _)| format!("{deal} --freecells 3")));
    deals.extend(
        ["982 --freecells 2", "384243 --freecells 2", "138026 --freecells 3"].map(str::to_owned),
    );
    for deal in &deals {
        println!("{deal}");
        check(deal);
    }
    println!("{} certificates", deals.len());
}

#[test]
fn export_overwrites_nothing() {
    let (folder, file) = certificate("1 --freecells 2");
    let before = std::fs::read(&file).expect("it is there");
    let export = format!("certificate export {}/run {}", folder.path().display(), file.display());
    let again = strata(&export);
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("is there already") && again.err.contains("--force"),
        "{}",
        again.err
    );
    let forced = strata(&format!("{export} --force"));
    assert_eq!(forced.code, 0, "{}", forced.err);
    assert_eq!(std::fs::read(&file).expect("it is there"), before, "the same bytes again");
    let nowhere =
        strata(&format!("certificate export {}/run nowhere/x.cert", folder.path().display()));
    assert_eq!(nowhere.code, 4, "{}", nowhere.err);
}

/// A certificate taken apart, as docs/certificate.md has it.
#[derive(Clone)]
struct Parts {
    head: String,
    groups: Vec<GroupPart>,
}

#[derive(Clone)]
struct GroupPart {
    stuck: u64,
    founded: u64,
    components: Vec<ComponentPart>,
}

#[derive(Clone)]
struct ComponentPart {
    key: u128,
    /// Offset and basis.
    pieces: Vec<(u128, Vec<u128>)>,
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes")) as usize
}

fn varint(bytes: &mut &[u8]) -> u128 {
    let (mut number, mut place) = (0u128, 0);
    loop {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        number |= u128::from(byte & 0x7f) << place;
        place += 7;
        if byte < 0x80 {
            return number;
        }
    }
}

fn put(mut number: u128, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

impl Parts {
    fn read(file: &Path) -> Parts {
        let bytes = std::fs::read(file).expect("it is there");
        let (mut content, mut at) = (Vec::new(), 16);
        loop {
            let (stored, plain) = (word(&bytes, at + 4), word(&bytes, at + 8));
            if plain == 0 {
                break;
            }
            let block = &bytes[at + 12..at + 12 + stored];
            content.extend(lz4_flex::block::decompress(block, plain).expect("LZ4"));
            at += 16 + stored;
        }
        let mut rest = &content[..];
        let length = varint(&mut rest) as usize;
        let head = String::from_utf8(rest[..length].to_vec()).expect("text");
        rest = &rest[length..];
        let mut groups = Vec::new();
        while rest[0] == 1 {
            let plane = |at| u64::from_le_bytes(rest[at..at + 8].try_into().expect("8 bytes"));
            let (stuck, founded) = (plane(1), plane(9));
            rest = &rest[17..];
            let mut key = 0;
            let components = (0..varint(&mut rest)).map(|_| {
                key += varint(&mut rest);
                let pieces = (0..varint(&mut rest)).map(|_| {
                    let offset = varint(&mut rest);
                    let vectors = varint(&mut rest);
                    (offset, (0..vectors).map(|_| varint(&mut rest)).collect())
                });
                let pieces = pieces.collect();
                ComponentPart { key, pieces }
            });
            let components = components.collect();
            groups.push(GroupPart { stuck, founded, components });
        }
        assert_eq!(rest, [0], "the end");
        Parts { head, groups }
    }

    /// The file of these parts, with all checksums right.
    fn write(&self, file: &Path) {
        let mut content = Vec::new();
        put(self.head.len() as u128, &mut content);
        content.extend(self.head.as_bytes());
        for group in &self.groups {
            content.push(1);
            content.extend(group.stuck.to_le_bytes());
            content.extend(group.founded.to_le_bytes());
            put(group.components.len() as u128, &mut content);
            let mut before = 0;
            for component in &group.components {
                put(component.key - before, &mut content);
                before = component.key;
                put(component.pieces.len() as u128, &mut content);
                for (offset, basis) in &component.pieces {
                    put(*offset, &mut content);
                    put(basis.len() as u128, &mut content);
                    basis.iter().for_each(|&vector| put(vector, &mut content));
                }
            }
        }
        content.push(0);
        let mut bytes = b"STRATACT\x01\0\0\0".to_vec();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let blocks = content.chunks(1 << 20).chain([&[][..]]);
        for (number, plain) in blocks.enumerate() {
            let stored =
                if plain.is_empty() { Vec::new() } else { lz4_flex::block::compress(plain) };
            let start = bytes.len();
            for part in [number, stored.len(), plain.len()] {
                bytes.extend((part as u32).to_le_bytes());
            }
            bytes.extend(stored);
            bytes.extend(crc32fast::hash(&bytes[start..]).to_le_bytes());
        }
        std::fs::write(file, bytes).expect("room on the disk");
    }

    /// The component that comes after `place` components.
    fn component(&mut self, mut place: usize) -> (&mut GroupPart, usize) {
        for group in &mut self.groups {
            if place < group.components.len() {
                return (group, place);
            }
            place -= group.components.len();
        }
        panic!("fewer components");
    }
}

#[test]
fn what_was_tampered_with_is_refused() {
    let (_folder, file) = certificate("982 --freecells 2");
    let whole = Parts::read(&file);
    whole.write(&file);
    assert_eq!(verify(&file, None).0, 0, "taken apart and put together it is the same");
    let components: usize = whole.groups.iter().map(|group| group.components.len()).sum();
    let refused = |what: &str, change: &dyn Fn(&mut Parts), reason: &str| {
        let mut parts = whole.clone();
        change(&mut parts);
        parts.write(&file);
        let (code, text) = verify(&file, None);
        assert_eq!(code, 1, "{what}: {text}");
        assert!(text.contains(reason), "{what}: {text}");
    };
    for place in [0, 1, components / 3, components / 2, components - 1] {
        refused(
            "a component taken out",
            &|parts| {
                let (group, index) = parts.component(place);
                group.components.remove(index);
                parts.groups.retain(|group| !group.components.is_empty());
            },
            "listed",
        );
        refused(
            "a key changed",
            &|parts| {
                let (group, index) = parts.component(place);
                let after = group.components.get(index + 1).map(|next| next.key);
                let component = &mut group.components[index];
                component.key += if after == Some(component.key + 1) { 0 } else { 1 };
                if after == Some(component.key) {
                    component.key = 0;
                }
            },
            "refused",
        );
    }
    // Components with a suit set that has a basis vector, in early and late groups.
    let with_basis =
        |component: &ComponentPart| component.pieces.iter().any(|(_, basis)| !basis.is_empty());
    let places: Vec<usize> = whole
        .groups
        .iter()
        .flat_map(|group| &group.components)
        .enumerate()
        .filter(|(_, component)| with_basis(component))
        .map(|(place, _)| place)
        .collect();
    for place in [places[0], places[places.len() / 2], places[places.len() - 1]] {
        refused(
            "a vector taken from a suit set",
            &|parts| {
                let (group, index) = parts.component(place);
                let pieces = &mut group.components[index].pieces;
                let (_, basis) =
                    pieces.iter_mut().find(|(_, basis)| !basis.is_empty()).expect("a basis");
                basis.pop();
            },
            "refused",
        );
    }
    let in_head = |from: &'static str, to: &'static str| {
        move |parts: &mut Parts| {
            assert!(parts.head.contains(from), "{}", parts.head);
            parts.head = parts.head.replacen(from, to, 1);
        }
    };
    refused("the prune altered", &in_head("prune: safe", "prune: none"), "refused");
    refused("the deal exchanged", &in_head("deal: 982", "deal: 983"), "983");
    refused("more freecells", &in_head("freecells: 2", "freecells: 3"), "refused");
    refused("a sum altered", &in_head("states: 3095862346", "states: 3095862347"), "3095862346");
    // A file that is cut short or damaged.
    whole.write(&file);
    let bytes = std::fs::read(&file).expect("it is there");
    for (what, bytes) in [
        ("cut short", bytes[..bytes.len() / 2].to_vec()),
        ("cut by one byte", bytes[..bytes.len() - 1].to_vec()),
        ("something follows", [&bytes[..], b"x"].concat()),
        ("a bit flipped", {
            let mut bytes = bytes.clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            bytes
        }),
    ] {
        std::fs::write(&file, bytes).expect("room on the disk");
        let (code, text) = verify(&file, None);
        assert_eq!(code, 1, "{what}: {text}");
        assert!(text.contains("refused"), "{what}: {text}");
    }
}

#[test]
fn the_prune_none_of_a_certificate_is_not_safe() {
    let (_folder, file) = certificate("11982 --prune none");
    let mut parts = Parts::read(&file);
    parts.head = parts.head.replacen("prune: none", "prune: safe", 1);
    parts.write(&file);
    let (code, text) = verify(&file, None);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("safe"), "{text}");
}
