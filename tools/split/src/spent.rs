//! The time that drivers have spent on a folder, so that one that goes on can tell the time of all.
//!
//! Written after each depth: a driver that is killed takes the time of the depth that it was at with it.
//! Groups that are explored without a driver are nobody's time.

use crate::deal::SplitDeal;
use crate::error::SplitError;
use crate::folder::Folder;
use crate::sealed::{SealedReader, SealedWriter};
use crate::total::read_number;
use std::time::Duration;

const KIND: &str = "spent";

pub(crate) fn read(folder: &Folder, deal: &SplitDeal) -> Result<Duration, SplitError> {
    let path = folder.spent();
    if !path.exists() {
        return Ok(Duration::ZERO);
    }
    let mut file = SealedReader::open(&path, KIND, Some(deal.checksum()))?;
    let milliseconds = read_number(&mut file, "milliseconds")?;
    match file.next()? {
        None => Ok(Duration::from_millis(milliseconds)),
        Some(_) => Err(file.refuse("something comes after the time")),
    }
}

pub(crate) fn write(folder: &Folder, deal: &SplitDeal, spent: Duration) -> Result<(), SplitError> {
    let mut file = SealedWriter::create(&folder.spent(), KIND, deal.checksum())?;
    file.line(format!("milliseconds {}", spent.as_millis()))?;
    file.finish()?;
    Ok(())
}
