//! Records: there and back, damaged, and the bytes they have.

use super::*;
use proptest::prelude::*;

const GROUP: Fingerprint = Fingerprint { stuck: 0xf_0000_0123_4567, founded: 0x88 };

fn any_vector() -> impl Strategy<Value = Vector> {
    (0u64..1 << DIMENSION_MAX).prop_map(|packed| spread(packed, COORDINATES))
}

fn any_suits() -> impl Strategy<Value = SuitRecord> {
    let vectors = |most| prop::collection::vec(any_vector(), 0..most);
    let piece = (any_vector(), vectors(6));
    (vectors(7), prop::collection::vec(piece, 1..5)).prop_map(|(k, pieces)| {
        let k = Subspace::span(k);
        let pieces =
            pieces.into_iter().map(|(offset, more)| Piece::new(offset, Subspace::span(more)));
        SuitRecord { k, reached: SuitSet::new(pieces.map(|piece| piece.widened(&k))) }
    })
}

fn any_record() -> impl Strategy<Value = ComponentRecord> {
    let suits = prop::option::of(any_suits());
    (any::<u128>(), any::<u128>(), 0u32..128, 1..1u128 << 70, suits).prop_map(
        |(one, other, shift, states_of_fcc, suits)| {
            let smallest = one >> 1;
            let fccs =
                suits.as_ref().map_or(1, |s: &SuitRecord| s.reached.size() >> s.k.dimension());
            ComponentRecord {
                smallest,
                entry: smallest + (other >> 1 >> shift),
                states: states_of_fcc * fccs,
                fccs,
                suits: suits.map(Box::new),
            }
        },
    )
}

/// A value with a right checksum.
fn sealed(key: &RecordKey, parts: &[u8]) -> Vec<u8> {
    let mut value = parts.to_vec();
    value.extend(checksum(key, parts).to_le_bytes());
    value
}

proptest! {
    #[test]
    fn a_record_is_read_back(record in any_record(), before: Vec<u8>) {
        let mut bytes = before.clone();
        let key = encode(GROUP, &record, &mut bytes);
        prop_assert_eq!(decode(&key, &bytes[before.len()..]), Ok((GROUP, record)));
    }

    #[test]
    fn a_changed_bit_is_found(record in any_record(), place: prop::sample::Index, bit in 0u8..8) {
        let mut value = Vec::new();
        let mut key = encode(GROUP, &record, &mut value);
        let place = place.index(key.len() + value.len());
        match place.checked_sub(key.len()) {
            None => key[place] ^= 1 << bit,
            Some(place) => value[place] ^= 1 << bit,
        }
        prop_assert!(decode(&key, &value).is_err());
    }

    #[test]
    fn random_bytes_are_refused_or_are_a_record(parts: Vec<u8>, key: [u8; KEY_BYTES]) {
        prop_assert!(decode(&key, &parts).is_err(), "a checksum by chance");
        let key = key_of(GROUP, u128::from(key[0]));
        let mut parts = parts;
        parts.insert(0, RECORD_VERSION);
        let value = sealed(&key, &parts);
        if let Ok((group, record)) = decode(&key, &value) {
            let mut again = Vec::new();
            encode(group, &record, &mut again);
            prop_assert_eq!(again, value, "one record has one form");
        }
    }

    #[test]
    fn a_record_with_another_byte_and_a_right_checksum_has_one_form(
        record in any_record(), place: prop::sample::Index, byte: u8,
    ) {
        let mut value = Vec::new();
        let key = encode(GROUP, &record, &mut value);
        value.truncate(value.len() - CHECKSUM_BYTES);
        let place = place.index(value.len());
        value[place] = byte;
        let value = sealed(&key, &value);
        if let Ok((group, record)) = decode(&key, &value) {
            let mut again = Vec::new();
            encode(group, &record, &mut again);
            prop_assert_eq!(again, value);
        }
    }
}

#[test]
fn records_lie_in_the_order_of_their_names() {
    let keys = [0, 1, 255, 256, 1 << 64, u128::MAX].map(|smallest| key_of(GROUP, smallest));
    assert!(keys.is_sorted());
    assert_eq!(name_of(&keys[4]), Ok((GROUP, 1 << 64)));
    assert_eq!(name_of(&keys[0][1..]), Err(RecordError::KeyLength { found: 26 }));
    assert_eq!(name_of(&[0xff; KEY_BYTES]), Err(RecordError::Fingerprint));
}

#[test]
fn golden_bytes() {
    let plain = ComponentRecord::of_fcc(0x1234, 0x1300, 1000);
    let mut value = Vec::new();
    let key = encode(GROUP, &plain, &mut value);
    assert_eq!(hex(&key), "1263705d6f79797979750000000000000000000000000000001234");
    assert_eq!(hex(&value), "01cc01e8070100974eb02e");

    let k = Subspace::span([0b101]);
    let reached =
        SuitSet::new([Piece::new(1 << 50, k), Piece::new(0b10000, Subspace::span([4, 1]))]);
    let suits = Some(Box::new(SuitRecord { k, reached }));
    let record = ComponentRecord { smallest: 7, entry: 7, states: 30, fccs: 3, suits };
    let mut value = Vec::new();
    encode(GROUP, &record, &mut value);
    assert_eq!(hex(&value), "01001e030101030204020201808080100103c83dce01");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn what_breaks_a_clause_is_refused_with_its_name() {
    let key = key_of(GROUP, 5);
    let refused = |parts: &[u8]| decode(&key, &sealed(&key, parts)).expect_err("refused");
    assert_eq!(refused(&[2]), RecordError::Version { found: 2 });
    assert_eq!(refused(&[1, 0, 4, 1, 0, 9]), RecordError::Trailing { bytes: 1 });
    assert_eq!(refused(&[1, 0, 4, 1, 2]), RecordError::Malformed { part: "flag" });
    let broken = [
        (&[1, 0, 4, 0, 0][..], "there is an FCC"),
        (&[1, 0, 4, 3, 0], "the same number of states"),
        (&[1, 0, 0, 1, 0], "the same number of states"),
        (&[1, 0, 4, 1, 1, 0, 0], "R has a piece"),
        (&[1, 0, 4, 1, 1, 1, 1, 1, 0, 0], "the directions of K"),
        (&[1, 0, 4, 1, 1, 0, 1, 0, 1, 1], "times K"),
    ];
    for (parts, clause) in broken {
        assert!(refused(parts).to_string().contains(clause), "{parts:?}: {}", refused(parts));
    }
    let malformed = [
        (&[1, 0, 4, 1, 1, 2, 1, 2][..], "K"),
        (&[1, 0, 4, 1, 1, 27], "K"),
        (&[1, 0, 4, 1, 1, 0, 1, 1, 1, 1], "not reduced"),
        (&[1, 0, 4, 2, 1, 0, 2, 0, 0, 1, 0], "shortest form"),
    ];
    for (parts, part) in malformed {
        assert!(refused(parts).to_string().contains(part), "{parts:?}: {}", refused(parts));
    }
}

#[test]
#[should_panic(expected = "the smallest key is no larger than the entry")]
fn a_broken_record_is_not_written() {
    encode(GROUP, &ComponentRecord::of_fcc(2, 1, 1), &mut Vec::new());
}
