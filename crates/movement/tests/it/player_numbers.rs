//! Numbers of players among a game's entities: each is one player's, and none is an entity's.

use clipmark_movement::inner::Numbers;

#[test]
fn a_number_is_one_players_and_no_entitys() {
    // Quake's game, whose movers are numbered from 64 on, by their entity, of which a map has 65,536 at most.
    let game = Numbers { first: 1, count: 32 };
    for player in [0, 31, 32, 4095, 65_535] {
        let number = game.of_player(player);
        assert_eq!(game.player(number), Some(player));
        assert!(player < 32 || number > 64 + 65_536);
    }
    for number in [-1, 0, 33, 1022, 1 << 20, (1 << 20) + 31, i32::MIN] {
        assert_eq!(game.player(number), None, "{number}");
    }
}
