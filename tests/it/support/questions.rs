//! Every kind of question to a backend, as many as a test can afford, and the bits of the answers.

use clipmark::internals::collision::recording::read_sweeps;
use clipmark::internals::collision::{CollisionBackend, Contact, Penetration, Sweep, Work};
use clipmark::internals::geometry::{Contents, Hull, Point, World};
use clipmark::internals::measure::{BackendKind, Setting, backends, sweeps::Line, variants};
use clipmark::internals::scene::Scene;

/// Margin of the requested contacts, in units: a step's, as a walker requests.
const MARGIN: f32 = 18.0;
/// More contacts than any answer here has, so that the caller's list need not grow.
pub(crate) const CONTACTS: usize = 1 << 16;

/// All backends and variants.
pub(crate) fn kinds() -> impl Iterator<Item = BackendKind> {
    backends().chain(variants()).map(|(_, kind)| kind)
}

/// One hull of every kind, and a box that is not centred; those that the backend declares.
pub(crate) fn hulls(backend: &dyn CollisionBackend) -> Vec<Hull> {
    let bounds = Hull::quake3_player().bounds();
    let all = [
        Hull::Point,
        Hull::Sphere { radius: 12.0 },
        Hull::Box { bounds },
        Hull::new_box(Point::new(-3.0, -9.0, -1.0), Point::new(5.0, 2.0, 7.0)).unwrap(),
        Hull::Capsule { bounds },
        Hull::Cylinder { bounds },
    ];
    let known = backend.facts().declaration.hulls;
    all.into_iter().filter(|hull| known.contains(hull)).collect()
}

/// Random sweeps of a scene's world.
pub(crate) fn scene(name: &str, count: usize) -> (Setting, Vec<Line>) {
    let file = super::root().join("scenes").join(format!("{name}.ron"));
    let setting = Setting::new(&Scene::load(file).unwrap()).unwrap();
    let lines = setting.draw_sweeps(count, 7);
    (setting, lines)
}

/// A fetched map, its curved patches kept, and the sweeps that engines were asked there.
pub(crate) fn map(name: &str, count: usize) -> (World, Vec<Line>) {
    let file = super::recording(&format!("{name}.traces.txt.gz"));
    let sweeps = read_sweeps(file, Hull::quake3_player(), Contents::PLAYER_MASK).unwrap();
    let lines = sweeps.iter().take(count).map(|s| [s.start, s.end]).collect();
    (super::map(name), lines)
}

/// One caller: its scratch and its list of contacts.
pub(crate) struct Caller {
    work: Work,
    contacts: Vec<Contact>,
}

impl Caller {
    pub(crate) fn new() -> Self {
        Self {
            work: Work::silent(),
            contacts: Vec::with_capacity(CONTACTS),
        }
    }

    /// Asks for the trace along a line, and for overlap, contacts and contents where it starts. Returns a hash
    /// over every bit of the answers.
    pub(crate) fn ask(&mut self, backend: &dyn CollisionBackend, hull: &Hull, line: &Line) -> u64 {
        let [start, end] = *line;
        let mask = Contents::PLAYER_MASK;
        let mut hash = Fnv::new();
        let trace = backend.trace(&Sweep::new(*hull, start, end), &mut self.work);
        trace.bits().into_iter().for_each(|word| hash.word(word));
        if let Some(p) = backend.overlap(hull, &start, mask, &mut self.work) {
            hash.penetration(&p);
        }
        self.contacts.clear();
        backend.contacts(hull, &start, MARGIN, mask, &mut self.contacts, &mut self.work);
        self.contacts.iter().for_each(|c| hash.contact(c));
        hash.word(backend.contents(&start).bits());
        hash.0
    }
}

/// FNV-1a (Fowler, Noll, Vo), a word at a time.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn word(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn floats(&mut self, values: &[f32]) {
        values.iter().for_each(|x| self.word(x.to_bits()));
    }

    fn penetration(&mut self, p: &Penetration) {
        self.floats(&[p.depth, p.normal.x, p.normal.y, p.normal.z]);
        self.word(p.contents.bits());
        self.word(p.status as u32);
    }

    fn contact(&mut self, c: &Contact) {
        self.floats(&[c.point.x, c.point.y, c.point.z, c.distance, c.top]);
        self.floats(&[c.normal.x, c.normal.y, c.normal.z]);
        self.floats(&[c.face_normal.x, c.face_normal.y, c.face_normal.z]);
        self.word(c.contents.bits());
    }
}
