//! Manifests: their bytes, their clauses, altered ones.

use super::*;
use crate::frame::{FRAME_BYTES, pack_content};
use fcc::digest::Digest;
use fcc::report::LayerReport;
use fcc::tally::GroupTally;
use proptest::prelude::*;

fn layer(depth: u32) -> LayerStatistics {
    let mut tally = GroupTally {
        groups: 3,
        classes: 200,
        fccs: 6,
        states: 9,
        entries: 4,
        exits: 5,
        largest_fcc: 4,
        digest: Digest(u128::MAX),
        ..GroupTally::default()
    };
    tally.sizes.add(1, 5);
    tally.sizes.add(4, 1);
    let report = LayerReport { depth, tally, won: false };
    LayerStatistics { report, groups_left_out: 1 }
}

fn sample() -> Manifest {
    let identity = Identity {
        deal: "11982".into(),
        board: "AC\n".into(),
        freecells: 4,
        columns: 8,
        prune: "safe".into(),
        symmetry: true,
    };
    let groups_under_way = vec![GroupName { stuck: 300, founded: 1 }];
    let file = |holds, depth, name: &str| {
        let (name, bytes, entries, checksum) = (name.to_owned(), 300, 2, 9);
        LiveFile { holds, depth, name, bytes, entries, checksum }
    };
    Manifest {
        scope: ScopeOfRun { until_won: true, beam_entries_max: Some(5) },
        number: 12,
        unix_seconds: 300,
        seconds_spent: 7,
        disk_bytes: 1,
        layers: vec![layer(7)],
        under_way: Some(LayerUnderWay {
            depth: 8,
            taken: 4,
            last_taken: GroupName { stuck: 301, founded: 2 },
            groups_under_way,
            tally: layer(8),
        }),
        files: vec![file(Holds::Entries, 9, "queue-9"), file(Holds::Records, 8, "r")],
        ..Manifest::new("0.1.0", identity)
    }
}

#[test]
fn golden_bytes() {
    let bytes = sample().to_bytes();
    assert_eq!(Manifest::from_bytes(&bytes), Ok(sample()));
    assert_eq!(bytes[..12], *b"STRATAMF\x03\0\0\0");
    let layer = |depth: u8| {
        let mut bytes = vec![depth];
        bytes.extend(b"\x03\xc8\x01\x06\x09\x04\x05\x04\x03\x05\x00\x01");
        bytes.extend([[0xff; 18].as_slice(), b"\x03\x00\x01"].concat());
        bytes
    };
    let content = [
        b"\x050.1.0\x0511982\x03AC\n\x04\x08\x04safe\x01".to_vec(),
        b"\x01\x01\x05\x00\x0c\xac\x02\x07\x01".to_vec(),
        [b"\x01".as_slice(), &layer(7)].concat(),
        [b"\x01\x08\x04\xad\x02\x02\x01\xac\x02\x01".as_slice(), &layer(8)].concat(),
        b"\x02\x00\x09\x07queue-9\xac\x02\x02\x09".to_vec(),
        b"\x01\x08\x01r\xac\x02\x02\x09".to_vec(),
    ];
    assert_eq!(bytes[24..], content.concat());
    let pointer = Pointer { number: 300, checksum: 1 };
    assert_eq!(pointer.to_bytes()[24..], *b"\xac\x02\x01");
    assert_eq!(pointer.file_name(), "manifest-000300");
}

#[test]
fn parts_that_do_not_fit_together_are_no_manifest() {
    let spoil: [fn(&mut Manifest); 7] = [
        |it| it.layers.push(layer(7)),
        |it| it.layers.push(layer(8)),
        |it| it.under_way.as_mut().expect("a layer").taken = 5,
        |it| it.under_way.as_mut().expect("a layer").tally.report.depth = 9,
        |it| it.under_way = None,
        |it| it.files[0].depth = 7,
        |it| it.files[0].name = "../../thesis".into(),
    ];
    for spoil in spoil {
        let mut manifest = sample();
        spoil(&mut manifest);
        let bytes = pack(MANIFEST, &manifest);
        assert_eq!(Manifest::from_bytes(&bytes), Err(FrameError::Content), "{manifest:?}");
    }
}

#[test]
fn a_layer_is_begun_anew_without_its_records() {
    let mut manifest = sample();
    manifest.begin_layer_anew();
    assert_eq!(manifest.under_way, None);
    assert!(manifest.files_of(Holds::Records).next().is_none());
    assert_eq!(Manifest::from_bytes(&manifest.to_bytes()), Ok(manifest));
}

proptest! {
    /// Whole frames around content that was altered: refused, or a manifest that is written the same.
    #[test]
    fn altered_content_is_refused_or_is_a_manifest(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut content = sample().to_bytes()[FRAME_BYTES..].to_vec();
        for (place, byte) in changes {
            let place = place.index(content.len());
            content[place] = byte;
        }
        content.truncate(cut.map_or(content.len(), |cut| cut.index(content.len())));
        let bytes = pack_content(MANIFEST, &content);
        if let Ok(manifest) = Manifest::from_bytes(&bytes) {
            prop_assert_eq!(Manifest::from_bytes(&manifest.to_bytes()), Ok(manifest));
        }
    }
}

#[test]
fn differences_are_named_with_both_values() {
    let one = sample().identity;
    assert_eq!(one.differences(&Identity { deal: "same.txt".into(), ..one.clone() }), []);
    let other = Identity { prune: "none".into(), symmetry: false, ..one.clone() };
    let expected =
        [("prune", "safe".into(), "none".into()), ("symmetry", "on".into(), "off".into())];
    assert_eq!(one.differences(&other), expected);
}
