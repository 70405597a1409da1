//! A suite that asks too much is refused.

use clipmark_suite::inner::check;

/// The message of a family, or nothing.
fn said(family: &str) -> String {
    let text = format!("(version: 1, family: {family})");
    match check(&text, 100) {
        Ok(()) => String::new(),
        Err(fault) => format!("{}: {fault}", fault.at.path),
    }
}

#[test]
fn too_much_is_refused_with_place_and_limit() {
    let debris = |pieces: &str| format!("Debris(seeds: [1], pieces: {pieces}, half: 512, seconds: 60)");
    assert_eq!(said(&debris("2000")), "");
    for pieces in ["1000000000", "1_000_000_000", "0x3B9ACA00", "1e9"] {
        let said = said(&debris(pieces));
        assert!(said.contains("family.pieces") && said.contains("20000"), "{said}");
    }
    let cases = [
        ("Far(shifts: [1e308])", "family.shifts"),
        (
            "Seams(tiles: 200, jitters: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])",
            "520,000 pieces in all cases",
        ),
        ("Seams(tiles: 20000)", "family.tiles"),
        (
            "Crater(around: 1000, rings: 1000)",
            "1,000,000 pieces in all cases",
        ),
        ("Flat(run: 1e300)", "family.run"),
        ("Flat(run: NaN)", "not a finite number"),
        ("Flat(run: 12parsecs)", "cannot be followed"),
    ];
    for (family, part) in cases {
        assert!(said(family).contains(part), "{family}: {}", said(family));
    }
    let long = vec!["1"; 3000].join(", ");
    assert!(said(&format!("Downhill(degrees: [{long}])")).contains("3,000 cases"));
    let wide = vec!["1"; 60].join(", ");
    let product = said(&format!("Stairs(rises: [{wide}], depths: [{wide}])"));
    assert!(product.contains("3,600 cases"), "{product}");
}

#[test]
fn seeds_may_be_any_number() {
    assert_eq!(said("Fuzz(seeds: [18446744073709551615], seed: 99999999999)"), "");
}
