//! Makes a plan: the solids of a world, checked, each with the library's shape of it.

use crate::library::{Library, Plan, Setup, Solid, Solids};
use crate::question::Log;
use clipmark_collision::question::{Body, Question};
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Brush, Contents, Model, Point, Pose, World};
use clipmark_movement::{FrameOrder, MovingPart};

impl<L: Library> Plan<L> {
    /// A world's solids, and those of the models that move.
    ///
    /// # Errors
    /// A brush that is open or whose coordinates are not finite; whatever the library refuses of it.
    pub fn new(
        world: &World,
        models: &[Model],
        setup: &'static Setup<L::Settings>,
        settings: L::Settings,
        skin: f32,
        frame: FrameOrder,
    ) -> Result<Self, BuildError> {
        let rigid = Solids::new(&world.brushes, setup, &settings, false)?;
        let models = models
            .iter()
            .map(|model| Solids::new(&model.brushes, setup, &settings, true));
        Ok(Self {
            setup,
            settings,
            skin,
            frame,
            refused: world.brushes.len() - rigid.solids.len(),
            rigid,
            models: models.collect::<Result<_, BuildError>>()?,
        })
    }

    /// Where a part is while characters move.
    pub fn pose_of<'a>(&self, part: &'a MovingPart) -> &'a Pose {
        match self.frame {
            FrameOrder::WorldFirst => &part.to,
            FrameOrder::PlayersFirst => &part.from,
        }
    }

    /// What was noted, with the solids and the parts that it is asked among.
    pub(crate) fn question(&self, log: Log, parts: &[MovingPart]) -> Option<Question> {
        let (rigid, mask) = (&self.rigid, log.mask());
        let (calls, left_out) = log.into_calls()?;
        let is_met = |i: usize| rigid.solids[i].contents.intersects(mask) && !left_out.contains(&i);
        let body = |part, (pose, shapes)| Body { part, pose, shapes };
        let fixed = L::bodies(self, rigid, None, &is_met).into_iter();
        let mut bodies: Vec<Body> = fixed.map(|given| body(None, given)).collect();
        for (i, part) in parts.iter().enumerate() {
            let Some(own) = self.models.get(part.model) else {
                continue;
            };
            let is_met = |i: usize| own.solids[i].contents.intersects(mask);
            let moving = L::bodies(self, own, Some(part), &is_met).into_iter();
            bodies.extend(moving.map(|given| body(Some(i), given)));
        }
        Some(Question {
            program: L::PROGRAM,
            library: L::VERSION,
            length: self.setup.length,
            bodies,
            calls,
            parts_at_end: false,
        })
    }

    /// The union of all contents.
    pub(crate) fn contents(&self) -> Contents {
        let all = self.rigid.solids.iter().map(|solid| solid.contents);
        all.fold(Contents::empty(), |all, contents| all | contents)
    }

    /// Bytes of the solids, without the library's shapes.
    pub(crate) fn bytes(&self) -> usize {
        let solids = &self.rigid.solids[..];
        let sides: usize = solids.iter().map(|solid| size_of_val(&solid.sides[..])).sum();
        size_of::<Self>() + size_of_val(solids) + sides
    }
}

impl<L: Library> Solids<L> {
    fn new(
        brushes: &[Brush],
        setup: &'static Setup<L::Settings>,
        settings: &L::Settings,
        moves: bool,
    ) -> Result<Self, BuildError> {
        let (mut solids, mut shapes) = (Vec::new(), Vec::new());
        for (brush, it) in brushes.iter().enumerate() {
            let shape = corners(it).and_then(|corners| match corners.len() {
                0..4 => Ok(None),
                _ => L::shape(setup, settings, it, &corners),
            });
            let shape = shape.map_err(|why| BuildError::Brush {
                backend: setup.name,
                brush,
                why,
            })?;
            if let Some(shape) = shape {
                shapes.push(shape);
                solids.push(Solid {
                    contents: it.contents,
                    sides: it.sides.clone(),
                    bounds: it.bounds,
                });
            }
        }
        let shapes = L::gather(&solids, shapes, moves).map_err(|why| BuildError::Library {
            backend: setup.name,
            why,
        })?;
        Ok(Self { solids, shapes })
    }
}

/// The corners of a brush, in units.
fn corners(brush: &Brush) -> Result<Vec<Point>, String> {
    const LIMIT: f32 = Sweep::LIMIT * 4.0;
    const OPEN: &str = "is open on a side or has a coordinate that is not finite";
    if !brush.sides.iter().all(|side| side.plane.is_valid()) {
        return Err(OPEN.into());
    }
    let corners = brush.vertices();
    let mut numbers = corners.iter().flat_map(|corner| corner.iter());
    match numbers.all(|x| x.is_finite() && x.abs() <= LIMIT) {
        true => Ok(corners),
        false => Err(OPEN.into()),
    }
}
