//! Why scenes of the suite fail that were not followed before: what is changed in the exact mover makes it fail alike, or what is
//! changed in the contestant's answers makes it pass.
mod cylinder;
mod engines;
mod played;
