//! PhysX's foundation and its factory. A process has one of each; both live until it ends.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use physx_sys::*;
use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// PhysX's factory and the one material of all shapes.
pub struct Sdk {
    /// The factory.
    pub physics: *mut PxPhysics,
    /// A material: every shape has one, and no query asks it.
    pub material: *mut PxMaterial,
}

// SAFETY: the pointers are never changed. What they point to is written under `making` alone.
unsafe impl Send for Sdk {}
// SAFETY: as above.
unsafe impl Sync for Sdk {}

static SDK: OnceLock<Option<Sdk>> = OnceLock::new();
static MAKING: Mutex<()> = Mutex::new(());
static HELD: AtomicUsize = AtomicUsize::new(0);
static MESSAGE: Mutex<String> = Mutex::new(String::new());

/// The factory of this process; `None` if PhysX refused to start.
pub fn sdk() -> Option<&'static Sdk> {
    SDK.get_or_init(start).as_ref()
}

/// Held while objects of PhysX are made or released: its documentation promises other threads no more than reads.
pub(crate) fn making() -> MutexGuard<'static, ()> {
    MAKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bytes that PhysX holds.
pub(crate) fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

/// The last error or warning of PhysX.
pub(crate) fn last_message() -> String {
    MESSAGE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn start() -> Option<Sdk> {
    // SAFETY: the callbacks are functions, and live as long as the foundation, which is never released. Each pointer is looked at
    // before it is passed on.
    unsafe {
        let allocator = create_alloc_callback(allocated, freed, null_mut());
        let errors = create_error_callback(reported, null_mut());
        let foundation = phys_PxCreateFoundation(version(5, 1, 3), allocator.cast(), errors);
        if foundation.is_null() {
            return None;
        }
        let scale = PxTolerancesScale_new(1.0, 10.0);
        let physics = phys_PxCreatePhysics(
            version(5, 1, 3),
            foundation,
            &raw const scale,
            false,
            null_mut(),
            null_mut(),
        );
        if physics.is_null() {
            return None;
        }
        let material = PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0);
        (!material.is_null()).then_some(Sdk { physics, material })
    }
}

/// PhysX wants 16-byte alignment. A block begins with its size, so that it can be given back.
const HEAD: usize = 16;

unsafe extern "C" fn allocated(
    size: u64,
    _: *const c_void,
    _: *const c_void,
    _: u32,
    _: *const c_void,
) -> *mut c_void {
    let all = usize::try_from(size).ok().and_then(|size| size.checked_add(HEAD));
    let Some((all, layout)) = all.and_then(|all| Some((all, Layout::from_size_align(all, HEAD).ok()?)))
    else {
        return null_mut();
    };
    // SAFETY: the layout has a size of 16 at least. The block is long enough for its head.
    unsafe {
        let block = alloc(layout);
        if block.is_null() {
            return null_mut();
        }
        block.cast::<usize>().write(all);
        HELD.fetch_add(all, Ordering::Relaxed);
        block.add(HEAD).cast()
    }
}

unsafe extern "C" fn freed(block: *const c_void, _: *const c_void) {
    if block.is_null() {
        return;
    }
    // SAFETY: PhysX gives back only what `allocated` gave it: a block with its size before it.
    unsafe {
        let block = block.cast::<u8>().sub(HEAD).cast_mut();
        let all = block.cast::<usize>().read();
        HELD.fetch_sub(all, Ordering::Relaxed);
        dealloc(block, Layout::from_size_align_unchecked(all, HEAD));
    }
}

unsafe extern "C" fn reported(_: PxErrorCode, why: *const i8, _: *const i8, _: u32, _: *const c_void) {
    if why.is_null() {
        return;
    }
    // SAFETY: PhysX passes a string that ends with a zero and lives during the call.
    let why = unsafe { CStr::from_ptr(why.cast()) };
    let mut message = MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
    message.clear();
    message.push_str(&why.to_string_lossy());
}
