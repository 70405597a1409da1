//! All reports of a folder on one page, and their parts that are kept as a record.

mod collect;
mod findings;
mod keep;
mod page;
mod speed;
mod splice;

pub use collect::{Other, Overview, Run, collect};
pub use keep::{machine_name, write_record};
pub use page::write_overview;
pub use speed::speed_markdown;
pub use splice::splice;
