//! Tests of packing, the hash chain and replays.

mod test_line;
