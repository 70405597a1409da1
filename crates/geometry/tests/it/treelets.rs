//! The order in memory of a tree's nodes.

use clipmark_geometry::in_treelets;

/// A node that knows its own number, and its children.
#[derive(Clone, Debug, PartialEq)]
struct Named(usize, Vec<u32>);

#[test]
fn every_node_is_kept_and_finds_its_children() {
    for nodes in [0, 1, 2, 22, 300] {
        // Node n hangs on (n - 1) / 4, numbered backwards below the root.
        let number = |n: usize| if n == 0 { 0 } else { nodes - n };
        let mut all = vec![Named(0, Vec::new()); nodes];
        for n in 0..nodes {
            let children = (4 * n + 1..=4 * n + 4).filter(|&c| c < nodes);
            all[number(n)] = Named(n, children.map(|c| number(c) as u32).collect());
        }
        let ordered = in_treelets(&all, |node, visit| node.1.iter_mut().for_each(visit));
        let mut seen: Vec<usize> = ordered.iter().map(|node| node.0).collect();
        for node in &ordered {
            for (i, &child) in node.1.iter().enumerate() {
                assert_eq!(ordered[child as usize].0, 4 * node.0 + 1 + i);
            }
        }
        // The first treelet, level by level.
        let first: Vec<usize> = (0..nodes.min(21)).collect();
        assert_eq!(seen[..first.len()], first);
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..nodes));
    }
}
