//! The FCCs that a list of moves leads through, from the records.
//!
//! A traced path knows them, but what is printed is a shorter one, which goes its own way. So its states are
//! looked up one by one where a group is entered. A component that would take too long to flood is
//! passed over, and so is one that is not in the records: a narrow search has not seen everything.

use super::{Stage, Step, TraceError, Tracer};
use crate::arrival::Arrival;
use crate::fingerprint::Fingerprint;

/// Classes of a component that is flooded for its name: a tenth of a second.
const CLASSES_MAX: usize = 100_000;

impl Tracer<'_> {
    /// The FCCs on the way, each with the state it is entered by and the moves to that state. Those of the
    /// finished game are left out, as nobody plays there.
    ///
    /// # Panics
    /// When the steps are none of the game.
    pub fn stages_of(&self, steps: &[Step]) -> Result<Vec<Stage>, TraceError> {
        let looking = Tracer::with_classes(self, self.classes_max.min(CLASSES_MAX));
        let mut stages = Vec::new();
        let mut arrival = Arrival::of_state(self.game, self.game.start());
        let mut entered: Option<Fingerprint> = None;
        for moves in 0..=steps.len() {
            let state = arrival.state;
            let is_live = arrival.safe_card(self.game).is_none();
            if is_live && entered != Some(state.fingerprint) {
                entered = Some(state.fingerprint);
                match looking.locate(state) {
                    Ok(None) | Err(TraceError::TooLarge { .. }) => {}
                    Ok(Some(located)) => stages.push(Stage {
                        depth: located.depth,
                        fingerprint: state.fingerprint,
                        smallest: located.record.smallest,
                        entry: state,
                        moves,
                    }),
                    Err(error) => return Err(error),
                }
                if state.fingerprint.is_won() {
                    break;
                }
            }
            if let Some(&step) = steps.get(moves) {
                arrival = step.made_in(self.game, arrival);
            }
        }
        Ok(stages)
    }
}
