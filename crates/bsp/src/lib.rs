//! Backend: brush tracing through a BSP tree, as in Quake III.
