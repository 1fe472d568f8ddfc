//! Which entries a flood by levels has reached.

use super::merge::{Merge, fan_in};
use super::source::{PickEntries, Source};
use crate::entries::Payload;
use crate::ports::{PortError, ScratchRun};
use std::sync::Arc;

/// Finds the entries that lie in the levels of a flood and marks them as consumed. `reached` is told
/// the key, what the entry carries and the word of its state.
pub fn consume<K: PickEntries, P: Payload>(
    source: &mut Source<K, P>,
    levels: &[Arc<dyn ScratchRun>],
    bytes_max: usize,
    mut reached: impl FnMut(K, P, u64),
) -> Result<(), PortError> {
    let look_up = source.is_looked_up(levels.iter().map(|level| level.len()).sum());
    for some in levels.chunks(fan_in(bytes_max)) {
        if look_up {
            let mut merge = Merge::of_runs(some)?;
            while let Some((key, word)) = merge.step()? {
                let key = K::narrow(key);
                for number in source.numbers_of(key) {
                    if !source.is_consumed(number) {
                        source.consume(number);
                        reached(key, source.carried_by(number), word);
                    }
                }
            }
            continue;
        }
        let mut merge = Merge::of_runs(some)?;
        let mut reader = source.reader()?;
        let mut state = merge.step()?;
        while let Some((number, key, carries)) = reader.next(source)? {
            while state.is_some_and(|(other, _)| other < key.wide()) {
                state = merge.step()?;
            }
            match state {
                None => break,
                Some((other, word)) if other == key.wide() => {
                    source.consume(number);
                    reached(key, carries, word);
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}
