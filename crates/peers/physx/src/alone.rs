//! Calls of PhysX as source, by its bindings `physx-sys`: what `compare reproduce` writes a program of.
//!
//! Worlds whose parts move are left out: a body rides by a callback that is C++, which a program of Rust alone has not.

use crate::bodies::{Form, form, middle, rotation};
use crate::body::{Made, Moved};
use crate::cast::{ALONG, TOUCHING};
use crate::scale::{METRE, direction, metres, vec3};
use crate::solids::{Part, Shape, Solids, around};
use clipmark_collision::Sweep;
use clipmark_collision::alone::{Alone, Call, Means, between, number, numbers};
use clipmark_geometry::{Contents, Point, Vec3};
use physx_sys::PxSweepHit;

/// The versions of `Cargo.lock`.
pub(crate) const LIBRARY: &str = "NVIDIA PhysX 5.1.3, bundled by physx-sys 0.11.5";
const DEPENDENCIES: &str = "physx-sys = \"=0.11.5\"\n";

const HEAD: &str = r"
use physx_sys::*;
use std::ptr::{null, null_mut};

#[derive(Clone, Copy)]
struct World {
    physics: *mut PxPhysics,
    material: *mut PxMaterial,
    scene: *mut PxScene,
    manager: *mut PxControllerManager,
}

fn vec3([x, y, z]: [f32; 3]) -> PxVec3 {
    PxVec3 { x, y, z }
}

fn pose(at: [f32; 3], [x, y, z, w]: [f32; 4]) -> PxTransform {
    PxTransform { q: PxQuat { x, y, z, w }, p: vec3(at) }
}

/// An empty world of PhysX's with its defaults.
fn world() -> World {
    // SAFETY: nothing that is made here is released while the program runs.
    unsafe {
        let foundation = physx_create_foundation();
        let scale = PxTolerancesScale_new(1.0, 10.0);
        let physics = phys_PxCreatePhysics(version(5, 1, 3), foundation, &scale, false, null_mut(), null_mut());
        let mut desc = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
        let waits = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
        desc.cpuDispatcher = phys_PxDefaultCpuDispatcherCreate(0, null_mut(), waits, 0).cast();
        desc.filterShader = get_default_simulation_filter_shader();
        desc.staticStructure = PxPruningStructureType::StaticAabbTree;
        let scene = PxPhysics_createScene_mut(physics, &desc);
        let material = PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0);
        World { physics, material, scene, manager: phys_PxCreateControllerManager(scene, false) }
    }
}

/// A static actor with a geometry.
fn solid(world: &World, geometry: *const PxGeometry, at: &PxTransform) {
    // SAFETY: `geometry` is one of the callers' below, and lives during the call.
    unsafe {
        let actor: *mut PxRigidActor = PxPhysics_createRigidStatic_mut(world.physics, at).cast();
        PxRigidActorExt_createExclusiveShape_1(actor, geometry, world.material, PxShapeFlags::SceneQueryShape);
        PxScene_addActor_mut(world.scene, actor.cast(), null());
    }
}

/// A convex mesh of corners around its own middle, cooked with PhysX's defaults.
fn hull(world: &World, corners: &[[f32; 3]], at: [f32; 3]) {
    // SAFETY: the corners live during the call, and have this stride.
    unsafe {
        let mut params = PxCookingParams_new(PxPhysics_getTolerancesScale(world.physics));
        params.buildGPUData = false;
        let mut desc = PxConvexMeshDesc_new();
        desc.points.count = corners.len() as u32;
        desc.points.stride = 12;
        desc.points.data = corners.as_ptr().cast();
        desc.flags = PxConvexFlags::ComputeConvex;
        let insert = PxPhysics_getPhysicsInsertionCallback_mut(world.physics);
        let mesh = phys_PxCreateConvexMesh(&params, &desc, insert, null_mut());
        let geometry = PxConvexMeshGeometry_new(mesh, &PxMeshScale_new(), PxConvexMeshGeometryFlags::TightBounds);
        solid(world, (&raw const geometry).cast(), &pose(at, [0.0, 0.0, 0.0, 1.0]));
    }
}

/// A box by half its lengths.
fn cuboid(world: &World, half: [f32; 3], at: [f32; 3], turned: [f32; 4]) {
    // SAFETY: the geometry lives during the call.
    unsafe {
        let geometry = PxBoxGeometry_new_1(vec3(half));
        solid(world, (&raw const geometry).cast(), &pose(at, turned));
    }
}

/// `sweepSingle`: distance (-1 where nothing is met), normal.
fn sweep(world: &World, geometry: *const PxGeometry, at: &PxTransform, along: [f32; 3], distance: f32) -> [f32; 4] {
    let flags = PxHitFlags::Default;
    // SAFETY: all pointers are to things that live during the call.
    unsafe {
        let mut hit = std::mem::MaybeUninit::<PxSweepHit>::uninit();
        let (along, filter) = (vec3(along), PxQueryFilterData_new());
        let met = PxSceneQueryExt_sweepSingle(world.scene, geometry, at, &along, distance, flags, hit.as_mut_ptr(), &filter, null_mut(), null(), 0.0);
        if !met {
            return [-1.0, 0.0, 0.0, 0.0];
        }
        let hit = hit.assume_init();
        [hit.distance, hit.normal.x, hit.normal.y, hit.normal.z]
    }
}

/// The same. Where it begins in touch, all hits are asked for with `eMTD`, and shapes that the geometry leaves or goes along are passed over.
fn sweep_past(world: &World, geometry: *const PxGeometry, at: &PxTransform, along: [f32; 3], distance: f32) -> [f32; 4] {
    let mut nearest = sweep(world, geometry, at, along, distance);
    if nearest[0] != 0.0 {
        return nearest;
    }
    nearest = [-1.0, 0.0, 0.0, 0.0];
    const ROOM: usize = 1024;
    // SAFETY: all pointers are to things that live during the call, and the buffer has the length that is told.
    unsafe {
        let mut hits = [const { std::mem::MaybeUninit::<PxSweepHit>::uninit() }; ROOM];
        let (way, mut filter, mut blocks) = (vec3(along), PxQueryFilterData_new(), false);
        filter.flags |= PxQueryFlags::NoBlock;
        let flags = PxHitFlags::Default | PxHitFlags::Mtd;
        let found = PxSceneQueryExt_sweepMultiple(world.scene, geometry, at, &way, distance, flags, hits.as_mut_ptr().cast(), ROOM as u32, &mut blocks, &filter, null_mut(), null(), 0.0);
        assert!(found >= 0);
        for hit in &hits[..found as usize] {
            let hit = hit.assume_init_ref();
            let mut normal = [hit.normal.x, hit.normal.y, hit.normal.z];
            if hit.distance <= 0.0 {
                let other = PxShapeExt_getGlobalPose(hit.shape, hit.actor);
                let (mut out, mut depth) = (vec3([0.0; 3]), 0.0);
                let simd = PxGeometryQueryFlags::SimdGuard;
                let inside = PxGeometryQuery_computePenetration(&mut out, &mut depth, geometry, at, PxShape_getGeometry(hit.shape), &other, simd) && depth > TOUCHING;
                let apart: f32 = (0..3).map(|i| normal[i] * along[i]).sum();
                if !inside && apart >= -ALONG {
                    continue;
                }
                if inside {
                    normal = along.map(|x| -x);
                }
            }
            let distance = hit.distance.max(0.0);
            if nearest[0] < 0.0 || distance < nearest[0] {
                nearest = [distance, normal[0], normal[1], normal[2]];
            }
        }
    }
    nearest
}

/// What a controller is given besides its shape.
fn describe(desc: *mut PxControllerDesc, world: &World, skin: f32, slope: f32, step: f32, slides: bool) {
    // SAFETY: a description of a box begins with these fields.
    let desc = unsafe { &mut *desc };
    desc.upDirection = vec3([0.0, 0.0, 1.0]);
    desc.contactOffset = skin;
    desc.slopeLimit = slope;
    desc.stepOffset = step;
    desc.material = world.material;
    if slides {
        desc.nonWalkableMode = PxControllerNonWalkableMode::PreventClimbingAndForceSliding;
    }
}

/// Puts the foot of a controller somewhere.
fn put(it: *mut PxController, [x, y, z]: [f64; 3]) {
    // SAFETY: the controller is never released.
    unsafe {
        PxController_setFootPosition_mut(it, &PxExtendedVec3 { x, y, z });
        PxController_invalidateCache_mut(it);
    }
}

fn foot(it: *mut PxController) -> [f64; 3] {
    // SAFETY: as above.
    let at = unsafe { PxController_getFootPosition(it) };
    [at.x, at.y, at.z]
}

/// `PxController::move`: the foot, and 1 if something is below.
fn go(it: *mut PxController, step: f32, way: [f32; 3], least: f32, seconds: f32) -> [f32; 4] {
    // SAFETY: as above.
    unsafe {
        PxController_setStepOffset_mut(it, step);
        let filters = PxControllerFilters_new(null(), null_mut(), null_mut());
        let flags = PxController_move_mut(it, &vec3(way), least, seconds, &filters, null());
        let below = flags.contains(PxControllerCollisionFlags::CollisionDown);
        let [x, y, z] = foot(it).map(|x| x as f32);
        [x, y, z, f32::from(u8::from(below))]
    }
}
";

/// A program without calls, with the solids that a mask collides with.
pub(crate) fn program(solids: &Solids, mask: Contents) -> Alone {
    let mut world = String::from("let world = world();\n");
    let met = solids.parts.iter().filter(|p| p.contents.intersects(mask));
    world.extend(met.map(given));
    world += "#[allow(unused_mut, unused_variables)]\nlet mut body: *mut PxController = null_mut();\n";
    Alone {
        library: LIBRARY,
        dependencies: DEPENDENCIES,
        length: METRE,
        head: format!(
            "{HEAD}\n/// Less deep is touch, in metres.\nconst TOUCHING: f32 = {};\n/// A way less steep into a face, as a sine, is along \
             it.\nconst ALONG: f32 = {};\n",
            number(TOUCHING * METRE),
            number(ALONG)
        ),
        world,
        ..Alone::default()
    }
}

fn three(v: &Vec3) -> String {
    let v = metres(v);
    format!("[{}]", numbers(&[v.x, v.y, v.z]))
}

/// What PhysX was given of a solid.
fn given(part: &Part) -> String {
    let at = three(&part.middle);
    match part.shape {
        Shape::Box(half) => {
            let q = part.rotation;
            let turned = numbers(&[q.x, q.y, q.z, q.w]);
            format!("cuboid(&world, [{}], {at}, [{turned}]);\n", numbers(&half))
        }
        Shape::Convex(_) => {
            let corners = around(&between(&part.sides).vertices(), &part.middle);
            let corners = corners.iter().map(|c| format!("[{}]", numbers(&[c.x, c.y, c.z])));
            let corners: Vec<String> = corners.collect();
            format!("hull(&world, &[{}], {at});\n", corners.join(", "))
        }
    }
}

/// Puts the controller somewhere, made anew if `made` says how.
pub(crate) fn placing(made: Option<&Made>, feet: &Vec3) -> Call {
    let at = metres(feet);
    let at = [at.x, at.y, at.z];
    let new = made.map(|it| {
        format!(
            "// SAFETY: the description is deleted after use.\nbody = unsafe {{\n    let desc = PxBoxControllerDesc_new_alloc();\n    \
             describe(desc.cast(), &world, {}, {});\n    (*desc).halfHeight = {};\n    (*desc).halfSideExtent = {};\n    \
             (*desc).halfForwardExtent = {};\n    \
             let made = PxControllerManager_createController_mut(world.manager, desc.cast());\n    \
             PxBoxControllerDesc_delete(desc);\n    made\n}};\n",
            numbers(&[it.skin, it.slope, it.step]),
            it.slides,
            number(it.half[2]),
            number(it.half[1]),
            number(it.half[0])
        )
    });
    Call {
        about: "the controller is placed: its foot".into(),
        source: format!(
            "{}put(body, [{}]);\nfoot(body).map(|x| x as f32)",
            new.unwrap_or_default(),
            doubles(feet)
        ),
        came: at.to_vec(),
        means: Means::Nothing,
    }
}

/// One `PxController::move`.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    /// The wanted displacement, in units.
    pub(crate) wanted: Vec3,
    pub(crate) seconds: f32,
    /// Where the feet are from the position, in units.
    pub(crate) lowest: f32,
    /// In metres.
    pub(crate) step: f32,
    /// The displacement with the press, in units.
    pub(crate) way: Vec3,
    /// The least move, in metres.
    pub(crate) least: f32,
    /// The feet before, in units.
    pub(crate) start: Vec3,
}

/// A move with what came, and whether the body is then said to stand; it may be taken back.
pub(crate) fn moving(it: &Asked, moved: &Moved, stands: Option<bool>, is_taken_back: bool) -> Call {
    let feet = Vec3::z() * it.lowest;
    let back = if is_taken_back {
        format!("\nput(body, [{}]);", doubles(&it.start))
    } else {
        String::new()
    };
    let came = metres(&moved.feet);
    Call {
        about: "move: the foot, the skin included, and whether something is below (eCOLLISION_DOWN)".into(),
        source: format!(
            "let came = go(body, {}, {}, {});{back}\ncame",
            number(it.step),
            three(&it.way),
            numbers(&[it.least, it.seconds]),
        ),
        came: vec![came.x, came.y, came.z, f32::from(u8::from(moved.below))],
        means: Means::Moved {
            from: Point::from(it.start - feet),
            to: Point::from(if is_taken_back { it.start } else { moved.feet } - feet),
            wanted: it.wanted,
            grounded: stands,
        },
    }
}

/// A place in metres as PhysX's doubles.
fn doubles(at: &Vec3) -> String {
    let at = metres(at);
    let all = [at.x, at.y, at.z].map(|x| format!("{:?}", f64::from(x)));
    all.join(", ")
}

/// A sweep of a hull that moves, with what came; `None` of a hull that PhysX does not sweep.
pub(crate) fn casting(
    sweep: &Sweep,
    hit: Option<&PxSweepHit>,
    starts_inside: bool,
    leaves_touch: bool,
) -> Option<Call> {
    let made = match form(&sweep.hull, 0.0)? {
        Form::Sphere(radius) => format!("PxSphereGeometry_new({})", number(radius)),
        Form::Box(half) => format!("PxBoxGeometry_new({})", numbers(&half)),
        Form::Capsule(radius, level) => format!("PxCapsuleGeometry_new({})", numbers(&[radius, level])),
    };
    let way = sweep.displacement();
    let length = way.norm();
    let along = vec3(&(way / length));
    let q = rotation(&sweep.hull);
    let asked = if leaves_touch { "sweep_past" } else { "sweep" };
    let (distance, normal) = hit.map_or((-1.0, Vec3::zeros()), |hit| (hit.distance, direction(hit.normal)));
    Some(Call {
        about: "a sweep: distance (-1 where nothing is met), normal".into(),
        source: format!(
            "// SAFETY: it stores the numbers that it is given.\nlet geometry = unsafe {{ {made} }};\n\
             {asked}(&world, (&raw const geometry).cast(), &pose({}, [{}]), [{}], {})",
            three(&(sweep.start.coords + middle(&sweep.hull))),
            numbers(&[q.x, q.y, q.z, q.w]),
            numbers(&[along.x, along.y, along.z]),
            number(length * METRE)
        ),
        came: vec![distance, normal.x, normal.y, normal.z],
        means: Means::Cast {
            hull: sweep.hull,
            from: sweep.start,
            way,
            free: hit.map_or(1.0, |hit| (hit.distance / METRE).max(0.0) / length),
            normal: hit.map(|_| normal),
            starts_inside,
        },
    })
}
