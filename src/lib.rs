//! Clipmark races collision algorithms through the same first-person player movement.
