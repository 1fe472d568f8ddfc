//! A listed component: read from the file, and checked by flooding it.

use std::io::Read;

use super::canonical::canonical;
use super::draw;
use super::flood::{ClassIndex, Flood, Stopped, flood};
use super::game::{Game, Prune};
use super::gf2::{Piece, Space, Vector, missing, union_size};
use super::group::{Group, Key};
use super::head::Totals;
use super::reader::Reader;
use super::refusal::{Failure, Refusal, Where};
use super::{cards, digest, fingerprint::Fingerprint};

/// Pieces of one suit set. A handful is usual; the limit bounds the work that a made-up file can
/// cause.
const PIECES_MAX: u128 = 4096;

/// A component as it is listed: its key and its suit set.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The smallest key of its classes; that it is, the check has to show.
    pub key: Key,
    /// The marks that it has, as a union of pieces. Without symmetry it is the zero vector alone.
    pub suits: Vec<Piece>,
}

/// Reads a group's fingerprint and checks that such a group may be listed.
pub fn read_group<R: Read>(game: &Game, reader: &mut Reader<R>) -> Result<Group, Failure> {
    let fingerprint = Fingerprint { stuck: reader.word()?, founded: reader.word()? };
    let place = Where { depth: game.depth(fingerprint), fingerprint };
    let group = Group::new(game, fingerprint).map_err(|why| Refusal::NoGroup { place, why })?;
    if group.is_won() {
        return Err(Refusal::GroupWon { place }.into());
    }
    if game.prune == Prune::Safe
        && let Some(card) = group.safe_card()
    {
        return Err(Refusal::GroupForced { place, card: cards::card(card) }.into());
    }
    Ok(group)
}

/// Reads a component; `before` is the key of the one before it in the group.
pub fn read_component<R: Read>(
    game: &Game,
    group: &Group,
    before: Option<Key>,
    reader: &mut Reader<R>,
) -> Result<Listed, Failure> {
    let step = reader.varint(u128::MAX >> 1, "a key")?;
    if step == 0 && before.is_some() {
        return reader.fault("two components of a group have the same key");
    }
    let key = before.unwrap_or(0).saturating_add(step);
    if !game.symmetry {
        return Ok(Listed { key, suits: vec![Piece::single(0)] });
    }
    let pairs = group.pairs.count();
    let vector_max = (1_u128 << pairs) - 1;
    let pieces = reader.varint(PIECES_MAX, "the number of pieces")?;
    if pieces == 0 {
        return reader.fault("a suit set is empty");
    }
    let mut suits = Vec::new();
    for _ in 0..pieces {
        let offset = vector(reader, vector_max, "the offset of a piece")?;
        let dimension = reader.varint(pairs as u128, "the number of basis vectors")?;
        let mut basis = Vec::new();
        for _ in 0..dimension {
            basis.push(vector(reader, vector_max, "a basis vector")?);
        }
        match Space::from_reduced(basis) {
            Some(space) => suits.push(Piece { offset, space }),
            None => return reader.fault("a basis is not in reduced echelon form"),
        }
    }
    Ok(Listed { key, suits })
}

fn vector<R: Read>(reader: &mut Reader<R>, max: u128, what: &str) -> Result<Vector, Failure> {
    let vector = reader.varint(max, what)?;
    Ok(Vector::try_from(vector).expect("at most 26 bits"))
}

/// The number of classes that the head tells, and how many of them were met already. No more are
/// flooded, so a file that claims little can't cost much.
#[derive(Clone, Copy, Debug)]
pub struct ClassLimit {
    /// The classes that the head tells of.
    pub listed: u64,
    /// The classes of the components before this one.
    pub counted: u64,
}

impl ClassLimit {
    fn left(self) -> u64 {
        self.listed.saturating_sub(self.counted)
    }

    fn passed(self) -> Refusal {
        let listed = self.listed.to_string();
        Refusal::Total { name: "classes", counted: "more".to_owned(), listed }
    }
}

/// Checks a component by itself: its key, its classes, its suit set. Its classes go into `index`.
pub fn check_component(
    game: &Game,
    group: &Group,
    listed: &Listed,
    number: u32,
    limit: ClassLimit,
    index: &mut ClassIndex,
) -> Result<Flood, Failure> {
    let key = listed.key;
    let place = Where { depth: game.depth(group.fingerprint), fingerprint: group.fingerprint };
    if !group.has_bits_of(key) {
        let why = format!("{} movable cards give it fewer bits", group.movable.len());
        return Err(Refusal::NoState { place, key, why }.into());
    }
    let places = group.places(key);
    if let Some(why) = group.fault(&places) {
        return Err(Refusal::NoState { place, key, why }.into());
    }
    let draw = |key, vector| draw::member(game, group, key, vector);
    let x = canonical(&places, &group.pairs, &mut Vec::new());
    if x != 0 {
        let mut member = places;
        group.pairs.exchange(&mut member, x);
        let canonical = group.key(&member);
        return Err(Refusal::NotCanonical { place, key, canonical, position: draw(key, 0) }.into());
    }
    let flood =
        flood(group, key, number, limit.left(), index).map_err(|stopped| match stopped {
            Stopped::Shared(key) => Refusal::SharedClass { place, key, position: draw(key, 0) },
            Stopped::TooMany => limit.passed(),
        })?;
    if let Some(class) = flood.classes.iter().find(|class| class.key < key) {
        let (smaller, position) = (class.key, draw(class.key, 0));
        return Err(Refusal::SmallerKey { place, key, smaller, position }.into());
    }
    for piece in &listed.suits {
        let closed = Piece { offset: piece.offset, space: piece.space.joined(&flood.kernel) };
        if let Some(vector) = missing(&closed, &listed.suits) {
            return Err(Refusal::NotClosed { place, key, position: draw(key, vector) }.into());
        }
    }
    Ok(flood)
}

/// The number of states of each class is that of the suit set, divided by the class's stabiliser.
/// Adds a component to the totals and returns the number of its states.
pub fn count(
    game: &Game,
    group: &Group,
    listed: &Listed,
    flood: &Flood,
    totals: &mut Totals,
) -> u128 {
    let vectors = union_size(&listed.suits);
    let mut states = 0;
    let mut unused = Vec::new();
    for class in &flood.classes {
        let of_class = vectors >> class.stabiliser;
        states += of_class;
        let mut places = group.places(class.key);
        if !game.symmetry {
            unused.clear();
            let x = canonical(&places, &group.all_pairs, &mut unused);
            group.all_pairs.exchange(&mut places, x);
        }
        let Fingerprint { stuck, founded } = group.fingerprint;
        let hash = digest::hash(stuck, founded, digest::planes(game, group, &places));
        totals.digest = totals.digest.wrapping_add(hash.wrapping_mul(of_class));
    }
    totals.components += 1;
    totals.classes += flood.classes.len() as u64;
    totals.fccs += vectors >> flood.kernel.dimension();
    totals.states += states;
    states
}
