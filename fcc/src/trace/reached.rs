//! What was reached of the components of a group, from its records.

use super::TraceError;
use super::component::{Component, FloodLimits};
use crate::class::canonical_key;
use crate::class::tree::Class;
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::hash::QuickMap;
use crate::ports::{ComponentRecord, SuitRecord};
use crate::suitset::{Piece, SuitSet};

/// A component, and the marks of it that were reached.
pub struct Reached {
    /// The smallest key of its classes.
    pub smallest: u128,
    /// R, the marks that were reached: whole cosets of K.
    pub set: SuitSet,
    /// Its classes, if none of them had a stabiliser: no more than it has.
    pub classes_about: u128,
}

/// The components of a group, with what was reached of each. Where every state was visited, the FCCs of one
/// component of classes are put together.
pub fn reached_components(
    game: &Game,
    fingerprint: Fingerprint,
    records: Vec<ComponentRecord>,
    limits: FloodLimits,
) -> Result<Vec<Reached>, TraceError> {
    let group = Group::new(game, fingerprint);
    let mut found: Vec<(Reached, Subspace)> = Vec::new();
    // The classes of components of FCCs, where every state was visited.
    let mut classes: QuickMap<u128, (usize, Vector)> = QuickMap::default();
    for record in records {
        if let Some(suits) = record.suits {
            let SuitRecord { k, reached } = *suits;
            let classes_about = (record.states / record.fccs) >> k.dimension();
            found.push((Reached { smallest: record.smallest, set: reached, classes_about }, k));
            continue;
        }
        let (key, vector) = canonical_key(&group, group.state(record.smallest));
        if !classes.contains_key(&key) {
            let again = Group::new(game, fingerprint);
            let component = Component::flood(again, key, limits)?;
            let number = found.len();
            let of_class = |class: &Class| (class.key, (number, class.phi));
            classes.extend(component.tree.classes.iter().map(of_class));
            if classes.len() > limits.classes_max {
                return Err(TraceError::TooLarge { classes_max: limits.classes_max });
            }
            let (smallest, tree) = (component.smallest, &component.tree);
            let classes_about = tree.classes.len() as u128;
            found.push((Reached { smallest, set: SuitSet::default(), classes_about }, tree.k));
        }
        let (number, phi) = classes[&key];
        let (reached, k) = &mut found[number];
        reached.set.add(Piece::new(vector ^ phi, *k));
    }
    Ok(found.into_iter().map(|(reached, _)| reached).collect())
}
