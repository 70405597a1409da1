//! Asks PhysX alone, by its bindings `physx-sys`, what Clipmark asked, and compares the answers: `cargo run --release -- question.json`.
//!
//! The file holds the world as the library was given it, in its metres, and every call as data. The exit code is 0 where the
//! answers repeat, 1 where they differ, and 2 where the file cannot be read or holds something that this program does not know.

use physx_sys::*;
use serde_json::Value;
use std::error::Error;
use std::mem::MaybeUninit;
use std::process::ExitCode;
use std::ptr::{null, null_mut};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool> {
    let path = std::env::args().nth(1).ok_or("usage: ask-physx QUESTION.json")?;
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let question: Value = serde_json::from_str(&text).map_err(|why| format!("{path}: {why}"))?;
    if question["format"] != "clipmark question 1" {
        return Err(format!("{path}: its format is {}", question["format"]).into());
    }
    for line in list(&question["about"]).iter().chain([&question["library"]]) {
        println!("{}", line.as_str().unwrap_or_default());
    }
    let mut world = build_world(list(&question["bodies"]))?;
    let within = number(&question["repeats_within"])?;
    let mut repeats = true;
    for (i, call) in list(&question["calls"]).iter().enumerate() {
        let now = ask(&mut world, &call["operation"], &call["arguments"])?;
        let then = numbers(&call["result"])?;
        let close = |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || (a - b).abs() <= within;
        let same = now.len() == then.len() && now.iter().zip(&then).all(close);
        repeats &= same;
        println!("{}. {}: {}", i + 1, call["operation"], call["returns"]);
        println!("  now    {now:?}{}", if same { "" } else { "   DIFFERS" });
        println!("  then   {then:?}");
        println!(
            "  exact  {} {}",
            call["exact"],
            call["contradicted"].as_str().unwrap_or_default()
        );
    }
    println!("{}", if repeats { "repeats" } else { "does not repeat" });
    Ok(repeats)
}

/// PhysX's objects; nothing is released while the program runs, so each pointer stays valid.
struct World {
    physics: *mut PxPhysics,
    material: *mut PxMaterial,
    scene: *mut PxScene,
    manager: *mut PxControllerManager,
    controller: *mut PxController,
}

/// A scene with PhysX's defaults and a static actor a body, in the order of the file.
fn build_world(bodies: &[Value]) -> Result<World> {
    // SAFETY: no pointer to something that ends is kept.
    let world = unsafe {
        let scale = PxTolerancesScale_new(1.0, 10.0);
        let foundation = physx_create_foundation();
        let physics = phys_PxCreatePhysics(
            version(5, 1, 3),
            foundation,
            &scale,
            false,
            null_mut(),
            null_mut(),
        );
        let mut desc = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
        let waits = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
        desc.cpuDispatcher = phys_PxDefaultCpuDispatcherCreate(0, null_mut(), waits, 0).cast();
        desc.filterShader = get_default_simulation_filter_shader();
        desc.staticStructure = PxPruningStructureType::StaticAabbTree;
        let scene = PxPhysics_createScene_mut(physics, &desc);
        World {
            physics,
            material: PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0),
            scene,
            manager: phys_PxCreateControllerManager(scene, false),
            controller: null_mut(),
        }
    };
    for body in bodies {
        let at = pose(body)?;
        for shape in list(&body["shapes"]) {
            let geometry = geometry(world.physics, shape)?;
            // SAFETY: geometry and transform live during the calls.
            unsafe {
                let actor: *mut PxRigidActor = PxPhysics_createRigidStatic_mut(world.physics, &at).cast();
                let flags = PxShapeFlags::SceneQueryShape;
                PxRigidActorExt_createExclusiveShape_1(actor, geometry.as_ptr(), world.material, flags);
                PxScene_addActor_mut(world.scene, actor.cast(), null());
            }
        }
    }
    Ok(world)
}

enum Geometry {
    Ball(PxSphereGeometry),
    Box(PxBoxGeometry),
    Capsule(PxCapsuleGeometry),
    Convex(PxConvexMeshGeometry),
}

impl Geometry {
    fn as_ptr(&self) -> *const PxGeometry {
        match self {
            Self::Ball(it) => std::ptr::from_ref(it).cast(),
            Self::Box(it) => std::ptr::from_ref(it).cast(),
            Self::Capsule(it) => std::ptr::from_ref(it).cast(),
            Self::Convex(it) => std::ptr::from_ref(it).cast(),
        }
    }
}

/// Corners are cooked with PhysX's defaults.
fn geometry(physics: *mut PxPhysics, it: &Value) -> Result<Geometry> {
    let length = |name: &str| number(&it[name]);
    // SAFETY: the constructors store what they are given; the points live during the cooking and have this stride.
    Ok(unsafe {
        match it["kind"].as_str() {
            Some("ball") => Geometry::Ball(PxSphereGeometry_new(length("radius")?)),
            Some("box") => Geometry::Box(PxBoxGeometry_new_1(vec3(&it["half_extents"])?)),
            Some("capsule") => {
                Geometry::Capsule(PxCapsuleGeometry_new(length("radius")?, length("half_height")?))
            }
            Some("corners") => {
                let points = list(&it["points"])
                    .iter()
                    .map(array)
                    .collect::<Result<Vec<[f32; 3]>>>()?;
                let mut params = PxCookingParams_new(PxPhysics_getTolerancesScale(physics));
                params.buildGPUData = false;
                let mut desc = PxConvexMeshDesc_new();
                desc.points.count = points.len() as u32;
                desc.points.stride = 12;
                desc.points.data = points.as_ptr().cast();
                desc.flags = PxConvexFlags::ComputeConvex;
                let insert = PxPhysics_getPhysicsInsertionCallback_mut(physics);
                let mesh = phys_PxCreateConvexMesh(&params, &desc, insert, null_mut());
                if mesh.is_null() {
                    return Err("PhysX cooks no mesh of these corners".into());
                }
                let tight = PxConvexMeshGeometryFlags::TightBounds;
                Geometry::Convex(PxConvexMeshGeometry_new(mesh, &PxMeshScale_new(), tight))
            }
            _ => return Err(format!("unknown shape {}", it["kind"]).into()),
        }
    })
}

fn ask(world: &mut World, operation: &Value, arguments: &Value) -> Result<Vec<f32>> {
    match operation.as_str() {
        Some("create_controller") => {
            create_controller(world, arguments)?;
            put(world.controller, &arguments["foot"])
        }
        _ if operation == "set_foot_position" && !world.controller.is_null() => {
            put(world.controller, &arguments["foot"])
        }
        _ if operation == "move" && !world.controller.is_null() => {
            move_controller(world.controller, arguments)
        }
        Some("sweep") => sweep(world, arguments),
        Some("sweep_out_of_touch") => sweep_out_of_touch(world, arguments),
        _ => Err(format!("unknown operation {operation}, or no controller").into()),
    }
}

fn create_controller(world: &mut World, it: &Value) -> Result<()> {
    let half: [f32; 3] = array(&it["half_extents"])?;
    // SAFETY: the description is deleted after use.
    unsafe {
        let desc = PxBoxControllerDesc_new_alloc();
        (*desc).halfForwardExtent = half[0];
        (*desc).halfSideExtent = half[1];
        (*desc).halfHeight = half[2];
        // A description of a box begins with the fields of every controller's.
        let all = &mut *desc.cast::<PxControllerDesc>();
        all.upDirection = PxVec3 {
            x: 0.0,
            y: 0.0,
            z: 1.0,
        };
        all.contactOffset = number(&it["contact_offset"])?;
        all.slopeLimit = number(&it["slope_limit"])?;
        all.stepOffset = number(&it["step_offset"])?;
        all.material = world.material;
        if it["prevent_climbing_and_force_sliding"] == true {
            all.nonWalkableMode = PxControllerNonWalkableMode::PreventClimbingAndForceSliding;
        }
        world.controller = PxControllerManager_createController_mut(world.manager, desc.cast());
        PxBoxControllerDesc_delete(desc);
    }
    Ok(())
}

fn put(controller: *mut PxController, foot: &Value) -> Result<Vec<f32>> {
    let [x, y, z] = array::<3>(foot)?.map(f64::from);
    // SAFETY: the controller is never released.
    unsafe {
        PxController_setFootPosition_mut(controller, &PxExtendedVec3 { x, y, z });
        PxController_invalidateCache_mut(controller);
    }
    Ok(foot_of(controller).to_vec())
}

fn foot_of(controller: *mut PxController) -> [f32; 3] {
    // SAFETY: as above.
    let at = unsafe { PxController_getFootPosition(controller) };
    [at.x, at.y, at.z].map(|x| x as f32)
}

fn move_controller(controller: *mut PxController, it: &Value) -> Result<Vec<f32>> {
    let (way, least, seconds) = (
        vec3(&it["displacement"])?,
        number(&it["min_distance"])?,
        number(&it["elapsed_time"])?,
    );
    // SAFETY: as above; the filters live during the call.
    let flags = unsafe {
        PxController_setStepOffset_mut(controller, number(&it["step_offset"])?);
        let filters = PxControllerFilters_new(null(), null_mut(), null_mut());
        PxController_move_mut(controller, &way, least, seconds, &filters, null())
    };
    let [x, y, z] = foot_of(controller);
    if !it["then_put_back_to"].is_null() {
        put(controller, &it["then_put_back_to"])?;
    }
    let below = flags.contains(PxControllerCollisionFlags::CollisionDown);
    Ok(vec![x, y, z, f32::from(u8::from(below))])
}

/// `sweepSingle`
fn sweep(world: &World, it: &Value) -> Result<Vec<f32>> {
    let geometry = geometry(world.physics, &it["shape"])?;
    let (at, along, distance) = (pose(it)?, vec3(&it["direction"])?, number(&it["distance"])?);
    // SAFETY: all pointers are to things that live during the call, which fills the hit where it says so.
    unsafe {
        let (mut hit, filter) = (MaybeUninit::<PxSweepHit>::uninit(), PxQueryFilterData_new());
        let (shape, flags, out) = (geometry.as_ptr(), PxHitFlags::Default, hit.as_mut_ptr());
        let scene = world.scene;
        let met = PxSceneQueryExt_sweepSingle(
            scene,
            shape,
            &at,
            &along,
            distance,
            flags,
            out,
            &filter,
            null_mut(),
            null(),
            0.0,
        );
        if !met {
            return Ok(vec![-1.0, 0.0, 0.0, 0.0]);
        }
        let hit = hit.assume_init();
        Ok(vec![hit.distance, hit.normal.x, hit.normal.y, hit.normal.z])
    }
}

/// The same. Where it begins in touch, `sweepMultiple` with `eMTD` gives all hits, and shapes that the geometry leaves or goes
/// along are passed over.
fn sweep_out_of_touch(world: &World, it: &Value) -> Result<Vec<f32>> {
    const ROOM: usize = 1024;
    let first = sweep(world, it)?;
    if first[0] != 0.0 {
        return Ok(first);
    }
    let geometry = geometry(world.physics, &it["shape"])?;
    let (at, along, distance) = (pose(it)?, vec3(&it["direction"])?, number(&it["distance"])?);
    let (touch, sine) = (number(&it["touch_up_to"])?, number(&it["along_up_to"])?);
    let mut nearest = vec![-1.0, 0.0, 0.0, 0.0];
    // SAFETY: all pointers are to things that live during the calls, and the buffer has the length that is told.
    unsafe {
        let mut hits = [const { MaybeUninit::<PxSweepHit>::uninit() }; ROOM];
        let (mut filter, mut blocks) = (PxQueryFilterData_new(), false);
        filter.flags |= PxQueryFlags::NoBlock;
        let (scene, shape, flags) = (
            world.scene,
            geometry.as_ptr(),
            PxHitFlags::Default | PxHitFlags::Mtd,
        );
        let (out, room) = (hits.as_mut_ptr().cast(), ROOM as u32);
        let found = PxSceneQueryExt_sweepMultiple(
            scene,
            shape,
            &at,
            &along,
            distance,
            flags,
            out,
            room,
            &mut blocks,
            &filter,
            null_mut(),
            null(),
            0.0,
        );
        for hit in &hits[..usize::try_from(found).map_err(|_| "more hits than there is room for")?] {
            let hit = hit.assume_init_ref();
            let mut normal = [hit.normal.x, hit.normal.y, hit.normal.z];
            if hit.distance <= 0.0 {
                let (other, solid) = (
                    PxShapeExt_getGlobalPose(hit.shape, hit.actor),
                    PxShape_getGeometry(hit.shape),
                );
                let (mut out, mut depth) = (
                    PxVec3 {
                        x: 0.0,
                        y: 0.0,
                        z: 0.0,
                    },
                    0.0,
                );
                let guard = PxGeometryQueryFlags::SimdGuard;
                let overlaps = PxGeometryQuery_computePenetration(
                    &mut out, &mut depth, shape, &at, solid, &other, guard,
                );
                let inside = overlaps && depth > touch;
                let apart = normal[0] * along.x + normal[1] * along.y + normal[2] * along.z;
                if !inside && apart >= -sine {
                    continue;
                }
                if inside {
                    normal = [-along.x, -along.y, -along.z];
                }
            }
            let distance = hit.distance.max(0.0);
            if nearest[0] < 0.0 || distance < nearest[0] {
                nearest = vec![distance, normal[0], normal[1], normal[2]];
            }
        }
    }
    Ok(nearest)
}

fn pose(it: &Value) -> Result<PxTransform> {
    let [x, y, z, w] = array(&it["rotation"])?;
    Ok(PxTransform {
        q: PxQuat { x, y, z, w },
        p: vec3(&it["position"])?,
    })
}

fn vec3(value: &Value) -> Result<PxVec3> {
    array(value).map(|[x, y, z]| PxVec3 { x, y, z })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> Result<f32> {
    array(value).map(|[x]| x)
}

fn array<const N: usize>(value: &Value) -> Result<[f32; N]> {
    let all = numbers(value)?;
    all.try_into()
        .map_err(|_| format!("not {N} numbers: {value}").into())
}

/// Numbers are read from their bits: JSON has no NaN, and decimals may be rounded on the way.
fn numbers(value: &Value) -> Result<Vec<f32>> {
    let words = value["bits"]
        .as_str()
        .ok_or_else(|| format!("no numbers: {value}"))?;
    let read = |word| u32::from_str_radix(word, 16).map(f32::from_bits);
    let all = words
        .split_whitespace()
        .map(read)
        .collect::<std::result::Result<_, _>>();
    all.map_err(|why| format!("{value}: {why}").into())
}
