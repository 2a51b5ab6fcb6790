//! Tests of packing, the hash chain, replays and signatures.

mod test_line;
mod test_statements;
