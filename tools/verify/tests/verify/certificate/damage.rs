//! Damaged files: none is accepted, none ends in a panic.

use strata_verify::certificate::random::Random;

use super::by_hand::plain;
use super::random_boards::SMALL;
use super::writer::{block, file, header, varint};
use super::{kind, naive, sample_kind, words};

#[test]
fn a_file_that_was_cut_is_refused_at_every_byte() {
    let bytes = plain().file(100);
    for length in 0..bytes.len() {
        let expected = if length < 8 { "unreadable" } else { "damaged" };
        assert_eq!(kind(&bytes[..length]), expected, "{length}");
    }
    assert!(words(&bytes[..20]).contains("ends too soon, at byte 20"));
    let mut longer = bytes.clone();
    longer.push(0);
    let end = bytes.len();
    assert!(words(&longer).contains(&format!("bytes follow the end block, from byte {end} on")));
}

#[test]
fn a_single_flipped_bit_is_always_seen() {
    let bytes = plain().file(100);
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let expected = if bit < 64 { "unreadable" } else { "damaged" };
        assert_eq!(kind(&flipped), expected, "bit {bit}");
        assert_eq!(sample_kind(&flipped, 1), expected, "bit {bit}");
    }
}

#[test]
fn blocks_are_whole_and_in_order() {
    let content = plain().content();
    let (first, second) = content.split_at(50);
    let join = |blocks: &[Vec<u8>]| [header(1), blocks.concat()].concat();
    assert_eq!(kind(&join(&[block(0, first), block(1, second), block(2, &[])])), "accepted");
    assert_eq!(kind(&join(&[block(1, second), block(0, first), block(2, &[])])), "damaged");
    assert_eq!(kind(&join(&[block(0, second), block(1, first), block(2, &[])])), "head");
    assert_eq!(kind(&join(&[block(0, first), block(1, second), block(3, &[])])), "damaged");
    assert_eq!(kind(&join(&[block(0, first), block(1, &[]), block(2, second)])), "content");
    assert_eq!(kind(&join(&[block(0, &content), block(1, &[0]), block(2, &[])])), "content");
    let large = vec![0; (1 << 20) + 1];
    assert_eq!(kind(&join(&[block(0, &large), block(1, &[])])), "damaged");
}

#[test]
fn another_version_is_told_beside_the_known_one() {
    let mut bytes = header(3);
    bytes.extend(block(0, &plain().content()));
    match super::check_bytes(&bytes) {
        Err(strata_verify::certificate::refusal::Failure::Unreadable(why)) => {
            let words = why.to_string();
            assert!(words.contains("version 3") && words.contains("versions 1 and 2"), "{words}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn numbers_are_written_in_one_way_only() {
    let content = plain().content();
    let mut long = Vec::new();
    varint(&mut long, content.len() as u128);
    // The head's length with a byte too many, with too many bits, without an end.
    for length in [vec![0x85, 0x80, 0x00], vec![0xff; 19], vec![0xff; 40]] {
        assert_eq!(kind(&file(&[length, content.clone()].concat(), 64)), "content");
    }
}

/// Changes to the content with checksums made right again: what gets through has to say the same.
#[test]
fn changed_content_is_refused_or_harmless() {
    let mut random = Random::new(6);
    let small = naive::certificate(SMALL, "safe", "on").content();
    let tiny = plain().content();
    let head_bytes = |content: &[u8]| {
        content.windows(7).position(|seven| seven == b"\nboard:").expect("a board")
    };
    let mut accepted = 0;
    for case in 0..20_000 {
        let original = if case % 4 == 0 { &small } else { &tiny };
        let mut content = original.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(content.len() as u64) as usize;
            match random.below(4) {
                0 => content[at] ^= 1 << random.below(8),
                1 => content[at] = random.next() as u8,
                2 => drop(content.remove(at)),
                _ => content.insert(at, random.next() as u8),
            }
        }
        // A space in the board, another name for a piece of the same suit set: nothing changed.
        if kind(&file(&content, 1000)) == "accepted" && content != *original {
            accepted += 1;
            assert!(content[..head_bytes(original)] == original[..head_bytes(original)]);
        }
    }
    assert!(accepted < 1000, "{accepted}");
}

#[test]
fn noise_is_no_certificate() {
    let mut random = Random::new(7);
    for _ in 0..5000 {
        let length = random.below(300) as usize;
        let noise: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        assert_ne!(kind(&noise), "accepted");
        assert_ne!(kind(&[header(1), noise.clone()].concat()), "accepted");
        assert_ne!(kind(&[header(1), block(0, &noise), block(1, &[])].concat()), "accepted");
        let head = plain().content();
        let groups_at = head.len() - 150;
        let content = [&head[..groups_at], &noise].concat();
        assert_ne!(kind(&file(&content, 4096)), "accepted");
    }
}
