//! Which bodies stand near a box, in the order in which Quake III looks at them.
//!
//! Source: recordings of moving worlds. The world is halved along the longer of x and y, over and over. A body that a
//! halving plane cuts stays in that sector's list. The last body linked is found first.

use clipmark_geometry::Aabb;

/// How often the world is halved.
const DEPTH: u32 = 4;
/// Sectors of that many halvings: a heap, in which the halves of `n` are `2n + 1`, the upper one, and `2n + 2`.
const COUNT: usize = (1 << (DEPTH + 1)) - 1;
/// The first sector that is not halved.
const FIRST_LEAF: usize = (1 << DEPTH) - 1;

/// Boxes by number, in lists by place. No list grows after all bodies have been linked once.
#[derive(Clone, Debug)]
pub(crate) struct Sectors {
    planes: [(usize, f32); FIRST_LEAF],
    /// Each sector's bodies, the last one linked at the end.
    lists: Vec<Vec<u32>>,
    /// Each body's box and sector.
    links: Vec<Option<(Aabb, usize)>>,
}

impl Sectors {
    /// For a world with these bounds.
    pub(crate) fn new(bounds: &Aabb) -> Self {
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
    pub(crate) fn link(&mut self, body: u32, bounds: Aabb) {
        self.unlink(body);
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
        self.lists[at].push(body);
        let i = body as usize;
        if self.links.len() <= i {
            self.links.resize(i + 1, None);
        }
        self.links[i] = Some((bounds, at));
    }

    /// Takes a body out.
    pub(crate) fn unlink(&mut self, body: u32) {
        if let Some((_, sector)) = self.links.get_mut(body as usize).and_then(Option::take) {
            self.lists[sector].retain(|b| *b != body);
        }
    }

    /// The box that a body was linked with.
    pub(crate) fn bounds(&self, body: u32) -> Option<&Aabb> {
        self.links.get(body as usize)?.as_ref().map(|(bounds, _)| bounds)
    }

    /// Visits the bodies whose boxes touch a box, until `visit` says that it has seen enough.
    pub(crate) fn near(&self, wanted: &Aabb, mut visit: impl FnMut(u32) -> bool) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::Point;

    /// A box that everything touches.
    fn everywhere() -> Aabb {
        Aabb::new(Point::new(-1e9, -1e9, -1e9), Point::new(1e9, 1e9, 1e9))
    }

    fn cube(x: f32, y: f32) -> Aabb {
        Aabb::new(Point::new(x, y, 0.0), Point::new(x + 8.0, y + 8.0, 8.0))
    }

    fn seen(sectors: &Sectors, wanted: &Aabb) -> Vec<u32> {
        let mut out = Vec::new();
        sectors.near(wanted, |body| {
            out.push(body);
            true
        });
        out
    }

    #[test]
    fn the_last_linked_comes_first_and_a_crossing_one_before_all() {
        let world = Aabb::new(Point::new(-512.0, -256.0, 0.0), Point::new(512.0, 256.0, 64.0));
        let mut sectors = Sectors::new(&world);
        // In the lower half of x, in the upper half twice, and across the middle.
        for (body, x) in [(1, -100.0), (2, 300.0), (3, 301.0), (4, -4.0)] {
            sectors.link(body, cube(x, 20.0));
        }
        assert_eq!(seen(&sectors, &everywhere()), [4, 3, 2, 1]);
        sectors.link(2, cube(300.0, 20.0));
        assert_eq!(seen(&sectors, &everywhere()), [4, 2, 3, 1]);
        assert_eq!(seen(&sectors, &cube(302.0, 24.0)), [2, 3]);
        sectors.unlink(2);
        sectors.unlink(99);
        assert_eq!(seen(&sectors, &everywhere()), [4, 3, 1]);
    }

    #[test]
    fn it_finds_what_a_plain_search_finds() {
        let world = Aabb::new(Point::new(-500.0, -700.0, 0.0), Point::new(500.0, 300.0, 64.0));
        let mut sectors = Sectors::new(&world);
        let place = |i: u32, k: u32| ((i * k) % 1201) as f32 - 600.0;
        for i in 0..400 {
            sectors.link(i, cube(place(i, 97), place(i, 389)));
        }
        for i in 0..300 {
            let wanted = cube(place(i, 193), place(i, 577)).grown(place(i, 31).abs() * 0.2);
            let mut found = seen(&sectors, &wanted);
            found.sort_unstable();
            let plain = |b: &u32| sectors.bounds(*b).is_some_and(|b| b.touches(&wanted));
            assert_eq!(found, (0..400).filter(plain).collect::<Vec<_>>());
        }
    }

    #[test]
    fn it_stops_where_it_is_told_to() {
        let mut sectors = Sectors::new(&everywhere());
        (0..9).for_each(|i| sectors.link(i, cube(0.0, 0.0)));
        let mut count = 0;
        sectors.near(&everywhere(), |_| {
            count += 1;
            count < 3
        });
        assert_eq!(count, 3);
    }
}
