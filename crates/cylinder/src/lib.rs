//! Backend: vertical cylinders against a polygon mesh.
