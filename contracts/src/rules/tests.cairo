//! Tests of the pure rules. The vectors of the repository run through the same code in the Cairo
//! VM; here stand the parts that have no record to show them.

mod test_chains;
mod test_game;
mod test_points;
mod test_score;
mod test_spots;
mod test_superko;
