//! Entities of a map, bodies as models, and hulls that no constructor makes.

use clipmark_geometry::{Aabb, Contents, Hull, HullError, MapEntity, Model, Point};

#[test]
fn of_a_key_given_twice_the_last_counts() {
    let keys = [
        ("classname", "func_door"),
        ("model", "*3"),
        ("angle", "90"),
        ("angle", "45"),
    ];
    let keys = keys.map(|(k, v)| (k.to_owned(), v.to_owned())).to_vec();
    let entity = MapEntity { line: 1, keys };
    assert_eq!(
        (entity.class(), entity.model(), entity.value("angle")),
        ("func_door", Some(3), Some("45"))
    );
    assert_eq!(entity.value("speed"), None);
    let odd = |value: &str| {
        MapEntity {
            line: 1,
            keys: vec![("model".into(), value.into())],
        }
        .model()
    };
    assert_eq!(
        [
            odd("*"),
            odd("*-1"),
            odd("maps/a.bsp"),
            odd("*99999999999999999999")
        ],
        [None; 4]
    );
}

#[test]
fn a_body_is_solid_where_another_overlaps_it() {
    let size = Aabb::new(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0));
    let body = Model::body("player", &size, Contents::BODY, &[size]).unwrap();
    let hulls = &body.clip_hulls.as_ref().unwrap().hulls;
    let solid = |hull: usize, x: f32, z: f32| {
        let at = Point::new(x, 0.0, z);
        hulls[hull].contents_below(hulls[hull].root(), &at) == Contents::SOLID
    };
    assert!(solid(0, 15.0, 0.0) && !solid(0, 17.0, 0.0) && solid(0, 0.0, -23.0) && !solid(0, 0.0, 33.0));
    assert!(solid(1, 31.0, 0.0) && !solid(1, 33.0, 0.0) && solid(1, -31.0, 55.0) && !solid(1, 0.0, -57.0));
    assert!(Model::body("flat", &Aabb::new(size.mins, size.mins), Contents::BODY, &[]).is_err());
}

#[test]
fn hulls_that_no_constructor_makes_are_found() {
    let bounds = |mins: [f32; 3], maxs: [f32; 3]| Aabb::new(mins.into(), maxs.into());
    let sound = bounds([-4.0, -4.0, -8.0], [4.0, 4.0, 8.0]);
    let nan = bounds([-4.0, -4.0, -8.0], [4.0, f32::NAN, 8.0]);
    let inverted = bounds([4.0, -4.0, -8.0], [-4.0, 4.0, 8.0]);
    let oblong = bounds([-4.0, -6.0, -8.0], [4.0, 6.0, 8.0]);
    assert_eq!(Hull::Point.check(), Ok(()));
    assert_eq!(
        Hull::Sphere { radius: f32::NAN }.check(),
        Err(HullError::NotFinite)
    );
    assert_eq!(
        Hull::Sphere { radius: -1.0 }.check(),
        Err(HullError::NegativeRadius)
    );
    for make in [
        |bounds| Hull::Box { bounds },
        |bounds| Hull::Capsule { bounds },
        |bounds| Hull::Cylinder { bounds },
    ] {
        assert_eq!(make(sound).check(), Ok(()));
        assert_eq!(make(nan).check(), Err(HullError::NotFinite));
        assert!(matches!(make(inverted).check(), Err(HullError::Inverted(..))));
    }
    assert_eq!(Hull::Box { bounds: oblong }.check(), Ok(()));
    assert_eq!(Hull::Capsule { bounds: oblong }.check(), Err(HullError::NotRound));
}
