//! A thread's worlds. Box3D's world must not leave its thread, so each thread builds one from the plan when it first asks, and
//! keeps it until the plan is gone. That first question allocates; later ones find it in a list of a few.
//!
//! A world whose parts move is one body's alone, and in no list.

use boxddd::{
    BodyDefBuilder, BodyId, BoxHull, Filter, Foundation, Hull, Pos, Quat, QueryFilter, ShapeId, ShapeProxy,
    Transform, Vec3, World,
};
use clipmark_adapter::Plan;
use clipmark_adapter::scale::{in_units, scaled};
use clipmark_geometry::{Aabb, Brush, Contents, Cuboid, Point, Vec3 as Units};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

/// Box3D's worlds of a plan, one on each thread.
pub struct Box3d {
    pub(crate) plan: Arc<Plan<Self>>,
    /// Each kind of contents once: its place is its category in Box3D's filter.
    kinds: Vec<Contents>,
}

/// A brush, as Box3D's hulls are made from it.
pub struct Part {
    /// Middle, in units.
    pub(crate) middle: Units,
    /// Corners around the middle, in Box3D's metres.
    pub(crate) corners: Vec<Vec3>,
    /// The box that it is, if it is one.
    pub(crate) cuboid: Option<Cuboid>,
}

/// What a cast met.
pub(crate) struct Met {
    pub(crate) solid: usize,
    /// Share of the path.
    pub(crate) share: f32,
    pub(crate) normal: Vec3,
    pub(crate) witness: Pos,
}

/// Box3D's filters have this many categories.
const CATEGORIES: usize = 64;

impl Box3d {
    pub(crate) fn new(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        let mut kinds = Vec::new();
        let solids = plan
            .models
            .iter()
            .chain([&plan.rigid])
            .flat_map(|own| &own.solids);
        for solid in solids {
            if !kinds.contains(&solid.contents) {
                kinds.push(solid.contents);
            }
        }
        if kinds.len() > CATEGORIES {
            return Err(format!(
                "it has more than {CATEGORIES} kinds of contents, the categories of a filter"
            ));
        }
        let plan = Arc::clone(plan);
        Ok(Self { plan, kinds })
    }

    /// This thread's world.
    pub(crate) fn loaded(&self) -> boxddd::Result<Rc<Loaded>> {
        if !TOUCHED.get() {
            // The wrapper keeps lists of its own for a thread. Made before ours, they are dropped after the worlds in ours.
            Foundation::initialize_default()?;
            boxddd::version()?;
            TOUCHED.set(true);
        }
        let known = WORLDS
            .try_with(|worlds| find(&worlds.borrow(), &self.plan))
            .ok()
            .flatten();
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Rc::new(Loaded::build(self)?);
        let _ = WORLDS.try_with(|worlds| {
            let mut worlds = worlds.borrow_mut();
            worlds.retain(|(plan, _)| plan.strong_count() > 0);
            worlds.push((Arc::downgrade(&self.plan), Rc::clone(&made)));
        });
        Ok(made)
    }

    /// The category of a kind of contents.
    fn category(&self, contents: Contents) -> u64 {
        let at = self.kinds.iter().position(|kind| *kind == contents);
        at.map_or(0, |bit| 1 << bit)
    }

    /// The filter of a mask, `None` where it collides with nothing.
    pub(crate) fn filter(&self, mask: Contents) -> Option<QueryFilter> {
        let hit = self
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.intersects(mask));
        let categories = hit.fold(0, |all, (bit, _)| all | 1 << bit);
        (categories != 0).then(|| QueryFilter::new().mask_bits(categories))
    }

    /// Metres of one unit.
    pub(crate) fn metre(&self) -> f32 {
        self.plan.setup.length
    }

    /// A length, displacement or velocity in Box3D's metres.
    pub(crate) fn length(&self, v: &Units) -> Vec3 {
        scaled(v, self.metre()).into()
    }

    /// A position in Box3D's metres.
    pub(crate) fn place(&self, v: &Units) -> Pos {
        scaled(v, self.metre()).into()
    }

    /// A length or position in units.
    pub(crate) fn units(&self, v: Vec3) -> Units {
        in_units([v.x, v.y, v.z], self.metre())
    }
}

/// A brush around its middle; `length` is Box3D's of one unit.
pub(crate) fn part(brush: &Brush, corners: &[Point], length: f32) -> Part {
    let middle = Aabb::of_points(corners).center().coords;
    let corners = corners
        .iter()
        .map(|c| scaled(&(c.coords - middle), length).into());
    Part {
        middle,
        corners: corners.collect(),
        cuboid: Cuboid::of(brush),
    }
}

/// A box around its own middle, as Box3D makes one without its hull builder.
pub(crate) fn thin_box(cuboid: &Cuboid, length: f32) -> Option<BoxHull> {
    let [x, y, z] = scaled(&cuboid.half, length);
    let q = cuboid.rotation.coords;
    let turned = Transform::new(Vec3::ZERO, Quat::new(Vec3::new(q.x, q.y, q.z), q.w));
    BoxHull::transformed(x, y, z, turned).ok()
}

/// A world on this thread.
pub(crate) struct Loaded {
    pub(crate) world: World,
    /// The hull of each part, none for a box that is too thin for one, and its corners as casts take them; nothing where Box3D
    /// makes neither.
    pub(crate) hulls: Vec<Option<(Option<Hull>, ShapeProxy)>>,
    /// The part of each shape.
    parts: HashMap<ShapeId, usize>,
}

/// A world that a thread keeps, with the plan that it is of.
type Kept = (Weak<Plan<Box3d>>, Rc<Loaded>);

thread_local! {
    static TOUCHED: Cell<bool> = const { Cell::new(false) };
    static WORLDS: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// Most vertices of a hull: those that a shape proxy of Box3D's holds.
pub(crate) const MOST_CORNERS: i32 = 64;

fn find(worlds: &[Kept], plan: &Arc<Plan<Box3d>>) -> Option<Rc<Loaded>> {
    // The last made is the most asked. No other plan has the address while the list points to this one.
    let at = worlds
        .iter()
        .rev()
        .find(|(known, _)| known.as_ptr() == Arc::as_ptr(plan))?;
    Some(Rc::clone(&at.1))
}

/// A brush as it was made.
pub(crate) struct Solid {
    pub(crate) body: BodyId,
    shape: ShapeId,
    /// None of a box that is too thin for one.
    hull: Option<Hull>,
}

/// Makes a body of a brush; none where Box3D makes no hull and no box of it.
pub(crate) fn solid(
    world: &mut World,
    box3d: &Box3d,
    (part, contents): (&Part, Contents),
    body: BodyDefBuilder,
    material: u64,
) -> boxddd::Result<Option<Solid>> {
    let hull = Hull::from_points(&part.corners, MOST_CORNERS).ok();
    let thin = match &hull {
        Some(_) => None,
        None => part
            .cuboid
            .as_ref()
            .and_then(|cuboid| thin_box(cuboid, box3d.metre())),
    };
    if hull.is_none() && thin.is_none() {
        return Ok(None);
    }
    let body = world.create_body(body.build()?)?;
    let filter = Filter {
        category_bits: box3d.category(contents),
        mask_bits: u64::MAX,
        group_index: 0,
    };
    let shape = Foundation::initialize_default()?
        .shape_def_builder()
        .filter(filter);
    let shape = shape.user_material_id(material).build()?;
    let shape = match (&hull, &thin) {
        (Some(hull), _) => world.create_created_hull_shape(body, &shape, hull)?,
        (None, Some(thin)) => world.create_hull_shape(body, &shape, thin)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(Solid { body, shape, hull }))
}

impl Loaded {
    /// A world with the plan's rigid part.
    pub(crate) fn build(box3d: &Box3d) -> boxddd::Result<Self> {
        let foundation = Foundation::initialize_default()?;
        let mut world = foundation.create_world(foundation.world_def())?;
        let (mut hulls, mut parts) = (Vec::new(), HashMap::new());
        let rigid = &box3d.plan.rigid;
        for (i, (part, it)) in rigid.shapes.iter().zip(&rigid.solids).enumerate() {
            let body = foundation.body_def_builder().position(box3d.place(&part.middle));
            let Some(made) = solid(&mut world, box3d, (part, it.contents), body, i as u64)? else {
                hulls.push(None);
                continue;
            };
            parts.insert(made.shape, i);
            let corners = part.corners.iter().copied().take(MOST_CORNERS as usize);
            let proxy = ShapeProxy::new(corners.collect::<Vec<_>>(), 0.0)?;
            hulls.push(Some((made.hull, proxy)));
        }
        Ok(Self { world, hulls, parts })
    }

    /// Which part a shape is.
    pub(crate) fn part(&self, shape: ShapeId) -> Option<usize> {
        self.parts.get(&shape).copied()
    }

    /// How many parts Box3D makes no hull of.
    pub(crate) fn refused(&self) -> usize {
        self.hulls.iter().filter(|h| h.is_none()).count()
    }
}
