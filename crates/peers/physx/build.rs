//! Compiles the two C++ interfaces that a user of PhysX's controllers implements: its bindings have no way to.

fn main() {
    println!("cargo:rerun-if-changed=src/callbacks.cpp");
    cc::Build::new()
        .cpp(true)
        .std("c++14")
        .warnings(true)
        .file("src/callbacks.cpp")
        .compile("clipmark_physx_callbacks");
}
