//! A thread's worlds. Box3D's world must not leave its thread, so each thread builds one from the plan when it first asks, and
//! keeps it until the plan is gone. That first question allocates; later ones find it in a list of a few.
//!
//! A world whose parts move is one body's alone, and in no list.

use crate::plan::{Part, Plan};
use boxddd::{BodyDefBuilder, BodyId, Filter, Foundation, Hull, QueryFilter, ShapeId, ShapeProxy, World};
use clipmark_geometry::Contents;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

/// A world on this thread.
pub(crate) struct Loaded {
    pub(crate) world: World,
    /// The hull of each part, none for a box that is too thin for one, and its corners as casts take them; nothing where Box3D
    /// makes neither.
    pub(crate) hulls: Vec<Option<(Option<Hull>, ShapeProxy)>>,
    /// The part of each shape.
    parts: HashMap<ShapeId, usize>,
}

/// A world that a thread keeps, with the plan that it is of and that plan's number.
type Kept = (u64, Weak<Plan>, Rc<Loaded>);

thread_local! {
    static TOUCHED: Cell<bool> = const { Cell::new(false) };
    static WORLDS: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// Most vertices of a hull: those that a shape proxy of Box3D's holds.
pub(crate) const MOST_CORNERS: i32 = 64;

/// The plan's world on this thread.
pub(crate) fn loaded(plan: &Arc<Plan>) -> boxddd::Result<Rc<Loaded>> {
    if !TOUCHED.get() {
        // The wrapper keeps lists of its own for a thread. Made before ours, they are dropped after the worlds in ours.
        Foundation::initialize_default()?;
        boxddd::version()?;
        TOUCHED.set(true);
    }
    let known = WORLDS
        .try_with(|worlds| find(&worlds.borrow(), plan.id))
        .ok()
        .flatten();
    if let Some(known) = known {
        return Ok(known);
    }
    let made = Rc::new(Loaded::build(plan)?);
    let _ = WORLDS.try_with(|worlds| {
        let mut worlds = worlds.borrow_mut();
        worlds.retain(|(_, plan, _)| plan.strong_count() > 0);
        worlds.push((plan.id, Arc::downgrade(plan), Rc::clone(&made)));
    });
    Ok(made)
}

fn find(worlds: &[Kept], id: u64) -> Option<Rc<Loaded>> {
    // The last made is the most asked.
    let at = worlds.iter().rev().find(|(known, ..)| *known == id)?;
    Some(Rc::clone(&at.2))
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
    plan: &Plan,
    part: &Part,
    body: BodyDefBuilder,
    material: u64,
) -> boxddd::Result<Option<Solid>> {
    let hull = Hull::from_points(&part.corners, MOST_CORNERS).ok();
    let thin = match &hull {
        Some(_) => None,
        None => part.cuboid.as_ref().and_then(|cuboid| plan.thin_box(cuboid)),
    };
    if hull.is_none() && thin.is_none() {
        return Ok(None);
    }
    let body = world.create_body(body.build()?)?;
    let filter = Filter {
        category_bits: plan.category(part.contents),
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
    pub(crate) fn build(plan: &Plan) -> boxddd::Result<Self> {
        let foundation = Foundation::initialize_default()?;
        let mut world = foundation.create_world(foundation.world_def())?;
        let (mut hulls, mut parts) = (Vec::new(), HashMap::new());
        for (i, part) in plan.parts.iter().enumerate() {
            let body = foundation.body_def_builder().position(plan.place(&part.middle));
            let Some(made) = solid(&mut world, plan, part, body, i as u64)? else {
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

/// The filter of a mask, `None` where it collides with nothing.
pub(crate) fn filter(plan: &Plan, mask: Contents) -> Option<QueryFilter> {
    let categories = plan.categories(mask);
    (categories != 0).then(|| QueryFilter::new().mask_bits(categories))
}
