//! Causes of failures in scenes of the suite. Either a change to the exact mover makes it fail alike, or a change to the
//! contestant's answers makes it pass.
mod cylinder;
mod engines;
mod played;
