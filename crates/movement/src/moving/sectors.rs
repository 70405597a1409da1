//! Which bodies stand near a box, in the order in which Quake III looks at them.
//!
//! Source: recordings of moving worlds. The world is halved along the longer of x and y, over and over. A body that a
//! halving plane cuts stays in that sector's list. The last body linked is found first.

use clipmark_geometry::Aabb;

const DEPTH: u32 = 4;
/// Sectors of that many halvings: a heap, in which the halves of `n` are `2n + 1`, the upper one, and `2n + 2`.
const COUNT: usize = (1 << (DEPTH + 1)) - 1;
/// The first sector that is not halved.
const FIRST_LEAF: usize = (1 << DEPTH) - 1;

/// Boxes by number, in lists by place. No list grows after all bodies have been linked once.
#[derive(Clone, Debug)]
pub struct Sectors {
    planes: [(usize, f32); FIRST_LEAF],
    /// Each sector's bodies, the last one linked at the end.
    lists: Vec<Vec<u32>>,
    /// Each body's box and sector.
    links: Vec<Option<(Aabb, usize)>>,
}

impl Sectors {
    pub fn new(bounds: &Aabb) -> Self {
        let mut planes = [(0, 0.0); FIRST_LEAF];
        let mut boxes = vec![*bounds];
        for (i, plane) in planes.iter_mut().enumerate() {
            let (mut upper, mut lower) = (boxes[i], boxes[i]);
            let size = upper.maxs - upper.mins;
            let axis = if size.x > size.y { 0 } else { 1 };
            let dist = 0.5 * (upper.maxs[axis] + upper.mins[axis]);
            *plane = (axis, dist);
            upper.mins[axis] = dist;
            lower.maxs[axis] = dist;
            boxes.extend([upper, lower]);
        }
        Self {
            planes,
            lists: vec![Vec::new(); COUNT],
            links: Vec::new(),
        }
    }

    /// Puts a body's box there, and first in its list.
    pub fn link(&mut self, body: u32, bounds: Aabb) {
        let mut at = 0;
        while let Some((axis, dist)) = self.planes.get(at) {
            at = if bounds.mins[*axis] > *dist {
                2 * at + 1
            } else if bounds.maxs[*axis] < *dist {
                2 * at + 2
            } else {
                break;
            };
        }
        let i = body as usize;
        if self.links.len() <= i {
            self.links.resize(i + 1, None);
        }
        let is_there = self.links[i].is_some_and(|(_, sector)| sector == at);
        if !(is_there && self.lists[at].last() == Some(&body)) {
            self.unlink(body);
            self.lists[at].push(body);
        }
        self.links[i] = Some((bounds, at));
    }

    pub fn unlink(&mut self, body: u32) {
        if let Some((_, sector)) = self.links.get_mut(body as usize).and_then(Option::take) {
            self.lists[sector].retain(|b| *b != body);
        }
    }

    pub fn bounds(&self, body: u32) -> Option<&Aabb> {
        self.links.get(body as usize)?.as_ref().map(|(bounds, _)| bounds)
    }

    /// Visits the bodies whose boxes touch a box, until `visit` says that it has seen enough.
    pub fn near(&self, wanted: &Aabb, mut visit: impl FnMut(u32) -> bool) {
        let mut open = [0; DEPTH as usize + 1];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let at = open[count];
            for &body in self.lists[at].iter().rev() {
                let touches = self.bounds(body).is_some_and(|b| b.touches(wanted));
                if touches && !visit(body) {
                    return;
                }
            }
            let Some((axis, dist)) = self.planes.get(at) else {
                continue;
            };
            // The upper half is looked at first, so it is put down last.
            if wanted.mins[*axis] < *dist {
                open[count] = 2 * at + 2;
                count += 1;
            }
            if wanted.maxs[*axis] > *dist {
                open[count] = 2 * at + 1;
                count += 1;
            }
        }
    }
}
