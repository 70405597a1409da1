//! Keys of groups, and the shards that groups go to.

use clipmark_rows::{fnv1a, key_of_debug, key_of_words, parse_shard};

#[test]
fn published_values_are_given() {
    // From the test vectors of the reference code.
    assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
    assert_eq!(key_of_debug(&[1, 2]), format!("{:016x}", fnv1a("[1, 2]")));
}

#[test]
fn any_changed_bit_gives_another_key() {
    let mut bytes: Vec<u8> = (0..45).collect();
    let first = key_of_words(&bytes);
    for bit in 0..8 * bytes.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(key_of_words(&bytes), first, "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_ne!(key_of_words(&bytes[..44]), first);
    assert_ne!(key_of_words(&[&bytes[..], &[0]].concat()), first);
}

#[test]
fn what_is_no_share_is_refused() {
    assert_eq!(parse_shard("2/4"), Ok([2, 4]));
    for bad in [
        "",
        "2",
        "0/4",
        "5/4",
        "1/0",
        "-1/4",
        "1/65537",
        "1/4/2",
        "1/4000000000000",
    ] {
        assert!(parse_shard(bad).is_err(), "{bad}");
    }
}
