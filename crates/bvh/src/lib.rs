//! Backend: parry3d's BVH with GJK and EPA over convex hulls.
