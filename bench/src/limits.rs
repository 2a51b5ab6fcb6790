//! What the network allows and asks for, as of Starknet 0.14.4.

/// Most Sierra gas that a transaction may spend.
pub const SIERRA_GAS: u64 = 1_110_000_000;
/// Most Cairo steps that a transaction may take on the step meter.
pub const STEPS: u64 = 10_000_000;
/// The lowest price of L2 gas, in Gfri.
pub const GFRI: u64 = 8;

/// A resource that is metered in step mode, and its weight in L2 gas. The fee there is the largest
/// product, not their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource {
    /// As the tables name it.
    pub name: &'static str,
    /// L2 gas for one unit.
    pub weight: u64,
}

/// Cairo steps, and memory cells that were skipped, which the network counts as steps.
pub const STEP: Resource = Resource {
    name: "steps",
    weight: 100,
};
/// Range checks.
pub const RANGE_CHECK: Resource = Resource {
    name: "range checks",
    weight: 1_600,
};
/// Poseidon permutations.
pub const POSEIDON: Resource = Resource {
    name: "Poseidon",
    weight: 3_200,
};
/// Bitwise operations.
pub const BITWISE: Resource = Resource {
    name: "bitwise",
    weight: 6_400,
};
