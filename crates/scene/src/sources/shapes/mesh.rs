//! A mesh file as triangles.

use super::super::obj::{self, MAX_OBJ_BYTES};
use super::each::positive;
use super::{Builder, Here, MAX_TRIANGLES};
use crate::Problem;
use crate::check::{Checked, FieldProblem, fault};
use crate::shape::{Facing, Up};
use clipmark_geometry::TriangleError;
use nalgebra::Vector3;

impl Builder<'_> {
    /// Reads a mesh file and adds its triangles.
    pub(super) fn mesh(&mut self, here: Here, file: &str, scale: f64, up: Up, stops: Facing) -> Checked {
        positive(&here.field("scale"), scale)?;
        self.meshes += 1;
        let Some((folder, files)) = self.folder else {
            return Ok(());
        };
        let (path, file) = (here.field("file"), folder.join(file));
        let (path, file) = (path.as_str(), file.as_path());
        let bad = |why| Problem::Mesh {
            file: file.into(),
            why,
        };
        let bytes = match files.read(file, None, MAX_OBJ_BYTES) {
            Ok(bytes) => bytes,
            Err(Problem::Unreadable(e)) if e.kind() == std::io::ErrorKind::NotFound => {
                return fault(path, Problem::MissingMesh(file.into()));
            }
            Err(why) => {
                let (file, why) = (file.into(), Box::new(why));
                return fault(path, Problem::MeshFile { file, why });
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let found = obj::triangles(&text, MAX_TRIANGLES - self.built.triangles.len());
        for (line, corners) in found.or_else(|why| fault(path, bad(why)))? {
            let corners = corners.map(|p| match up {
                Up::Y => Vector3::new(p.x, -p.z, p.y) * scale,
                Up::Z => p * scale,
            });
            let added = self.triangle(path, corners, here.place, here.fill, stops);
            added.map_err(|f| match f.problem {
                // The place that helps is the one in the mesh.
                Problem::NotATriangle(TriangleError::Degenerate) => FieldProblem {
                    problem: bad(obj::no_area(line)),
                    ..f
                },
                _ => f,
            })?;
        }
        Ok(())
    }
}
