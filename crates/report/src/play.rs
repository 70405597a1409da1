//! The page in which a scene is walked: one file with its script, its WebAssembly module and the scene inside.
//!
//! `viewer/src/play/` is the script; [`crate::module`] is the module. The page works from disk:
//! its policy allows its own script and WebAssembly, and no request at all.

use crate::error::ReportError;
use crate::frame;
use crate::module::{MODULE, built_from};
use crate::palette;
use crate::policy;
use crate::replay::squeezed;
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clipmark_rows::Made;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The script, three.js and its licence included; made from `viewer/src/play/` by `npm run build`.
const SCRIPT: &str = include_str!("../assets/play.js");
/// Unpacks the script and runs it: the policy allows it by its hash as well.
const LOADER: &str = include_str!("../assets/play-loader.js");

/// A scene as it goes into a page.
#[derive(Clone, Debug, Default)]
pub struct Playable {
    /// The title for a reader.
    pub title: String,
    /// The scene's purpose.
    pub description: String,
    /// Path of the scene file or map, as the commands on the page name it.
    pub path: String,
    /// The scene's text; `None` for a map alone, which is among the files.
    pub text: Option<String>,
    /// The files that it names, under the paths by which it is read.
    pub files: Vec<(String, Vec<u8>)>,
    /// Another module than the committed one, for example one just built.
    pub module: Option<Vec<u8>>,
    /// The page's origin.
    pub made: Made,
    /// The page above it.
    pub above: Option<Above>,
}

/// The page that names one to walk in. Such a page is made to be copied, and then nothing is above it. The way back shows
/// only to who came from above, by a link that ends in `FROM_ABOVE`. No script is asked, and nothing is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// The index of the usual folder, seen from `reports/play`.
    Overview,
    /// The index of a gallery, beside the page.
    Gallery,
}

impl Above {
    fn link_back(self) -> Way {
        match self {
            Self::Overview => ("../latest/index.html", "all reports"),
            Self::Gallery => ("index.html", "all scenes"),
        }
    }
}

/// An address and its name.
type Way = (&'static str, &'static str);

/// The end of a link to a page that may be copied, if that page's way back leads to the link's page.
pub(crate) const FROM_ABOVE: &str = "#from-above";

#[derive(Serialize)]
struct Head<'a> {
    path: &'a str,
    text: Option<&'a str>,
    files: Vec<(&'a str, usize)>,
}

// Megabytes that all pages share: a gallery's dozen pages pack them once.
static PACKED_MODULE: LazyLock<String> = LazyLock::new(|| packed(MODULE));
static PACKED_SCRIPT: LazyLock<String> = LazyLock::new(|| packed(SCRIPT.as_bytes()));

fn packed(bytes: &[u8]) -> String {
    STANDARD.encode(squeezed(bytes))
}

#[derive(Template)]
#[template(path = "play.html")]
struct Page<'a> {
    title: &'a str,
    description: &'a str,
    colours: Vec<(String, palette::Pair)>,
    module: Cow<'a, str>,
    module_commit: Option<&'a str>,
    bundle: String,
    script: &'static str,
    loader: &'static str,
    made: &'a Made,
    version: &'static str,
    way: Option<Way>,
}

/// The page of a scene.
///
/// # Errors
/// [`ReportError::Json`] and [`ReportError::Page`], if the page cannot be filled in.
pub fn play_page(scene: &Playable) -> Result<String, ReportError> {
    let module = scene.module.as_deref().unwrap_or(MODULE);
    let page = Page {
        title: &scene.title,
        description: &scene.description,
        colours: palette::variables(),
        module: match &scene.module {
            Some(own) => packed(own).into(),
            None => PACKED_MODULE.as_str().into(),
        },
        module_commit: built_from(module),
        bundle: packed(&bundle(scene)?),
        script: &PACKED_SCRIPT,
        loader: LOADER,
        made: &scene.made,
        version: env!("CARGO_PKG_VERSION"),
        way: scene.above.map(Above::link_back),
    };
    Ok(policy::guarded_with(
        &page.render()?,
        &[LOADER, SCRIPT],
        &["'wasm-unsafe-eval'"],
    ))
}

/// A page of a gallery.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// Its file, beside the index.
    pub file: String,
    /// Title of its scene.
    pub title: String,
    /// The scene's purpose.
    pub description: String,
    /// The scene as an SVG picture.
    pub picture: String,
}

#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery<'a> {
    colours: Vec<(String, palette::Pair)>,
    exhibits: &'a [Exhibit],
    from_above: &'static str,
}

/// The index of a folder of pages.
///
/// # Errors
/// [`ReportError::Page`], if the page cannot be filled in.
pub fn gallery_page(exhibits: &[Exhibit], made: &Made) -> Result<String, ReportError> {
    let colours = palette::variables();
    let page = Gallery {
        colours,
        exhibits,
        from_above: FROM_ABOVE,
    };
    let page = page.render()?;
    frame::framed(&page, made, None, &[])
}

/// The length of a JSON head, the head, then the files one after another. `viewer/src/play/unpack.js` reads it.
pub fn bundle(scene: &Playable) -> Result<Vec<u8>, ReportError> {
    let head = serde_json::to_vec(&Head {
        path: &scene.path,
        text: scene.text.as_deref(),
        files: scene.files.iter().map(|(n, b)| (n.as_str(), b.len())).collect(),
    })?;
    let mut out = (head.len() as u32).to_le_bytes().to_vec();
    out.extend(head);
    for (_, bytes) in &scene.files {
        out.extend(bytes);
    }
    Ok(out)
}
