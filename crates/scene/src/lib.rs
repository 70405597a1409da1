//! Scene files, the worlds they name and the input they script.
