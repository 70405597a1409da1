//! A mesh file as triangles.

use super::super::obj;
use super::{Builder, Here, MAX_TRIANGLES};
use crate::check::{Checked, SIDE, within};
use crate::problem::{LONGEST_PLACE, shortened};
use crate::shape::{Facing, Up};
use crate::{Files, Problem};
use nalgebra::Vector3;
use std::io;
use std::path::Path;

impl Builder<'_> {
    /// Reads a mesh file and adds its triangles.
    pub(super) fn mesh(&mut self, here: Here, file: &str, scale: f64, up: Up, stops: Facing) -> Checked {
        within(here.at.field("scale"), scale, &SIDE)?;
        self.meshes += 1;
        let Some((folder, files)) = self.folder else {
            return Ok(());
        };
        let path = here.at.field("file");
        let file = folder.join(file);
        let left = MAX_TRIANGLES - self.built.triangles.len();
        let found = triangles(&file, files, left).map_err(|problem| problem.at(path))?;
        for (line, corners) in found {
            let corners = corners.map(|p| match up {
                Up::Y => Vector3::new(p.x, -p.z, p.y) * scale,
                Up::Z => p * scale,
            });
            let added = self.triangle(path, corners, here, stops);
            // The place that helps is the one in the mesh.
            added.map_err(|mut problem| {
                problem.message = format!("{}: line {line}: {}", shown(&file), problem.message);
                problem
            })?;
        }
        Ok(())
    }
}

fn triangles(file: &Path, files: &dyn Files, limit: usize) -> Result<Vec<obj::Lined>, Problem> {
    let name = shown(file);
    let bytes = match files.read(file, None, obj::MAX_OBJ_BYTES) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let hint = "its path is relative to the scene's folder";
            return Err(Problem::new(format_args!("there is no mesh {name}"), hint));
        }
        Err(e) => return Err(in_mesh(&name, e.into())),
    };
    obj::triangles(&String::from_utf8_lossy(&bytes), limit).map_err(|problem| in_mesh(&name, problem))
}

/// A mesh's path as messages show it, so that a long one leaves room for the reason.
fn shown(file: &Path) -> String {
    shortened(&file.display().to_string(), LONGEST_PLACE)
}

fn in_mesh(name: &str, problem: Problem) -> Problem {
    Problem::new(format_args!("{name}: {}", problem.message), problem.hint)
}
