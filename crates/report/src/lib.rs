//! Tables, CSV, JSON, plots and the page that shows them.
