//! What a stone just placed does to the chains beside it.
//!
//! A quick pass takes the four neighbours one by one. It needs no loop, since it looks only one
//! step up from a chain's number; what that does not decide, a capture above all, it leaves open
//! for `resolve`, which few moves need.

use bounded::nullable_from_box;
use core::dict::Felt252DictTrait;
use core::nullable::{FromNullableResult, NullableTrait, match_nullable, null};
use super::blocks::{EMPTIED, Stone};
use super::chains::{Chains, NOWHERE, Root, add, extend, lose, lose_deep, merge, merge_deep};

/// Nothing is captured, and neither the stone nor its chain has a liberty.
pub const SUICIDE: felt252 = -1;

/// A stone of the colour `ME` is placed amid the points `a` to `d`; `number` is the number of its
/// chain if it starts one. Returns what to put on its point, and 0, SUICIDE, or how many of its
/// neighbours are stones of dead chains. If there are any, its own chain has been lent a liberty,
/// to be taken back when they are off the board.
pub fn meet<const ME: felt252, const YOU: felt252>(
    ref chains: Chains,
    number: felt252,
    a: Nullable<Stone>,
    b: Nullable<Stone>,
    c: Nullable<Stone>,
    d: Nullable<Stone>,
) -> (Nullable<Stone>, felt252) {
    match stones(a, b) {
        Pair::None => match stones(c, d) {
            Pair::None => none::<ME>(ref chains, number),
            Pair::One(x) => one::<ME, YOU>(ref chains, number, x),
            Pair::Two((x, y)) => two::<ME, YOU>(ref chains, number, x, y),
        },
        Pair::One(x) => match stones(c, d) {
            Pair::None => one::<ME, YOU>(ref chains, number, x),
            Pair::One(y) => two::<ME, YOU>(ref chains, number, x, y),
            Pair::Two((y, z)) => three::<ME, YOU>(ref chains, number, x, y, z),
        },
        Pair::Two((x, y)) => match stones(c, d) {
            Pair::None => two::<ME, YOU>(ref chains, number, x, y),
            Pair::One(z) => three::<ME, YOU>(ref chains, number, x, y, z),
            Pair::Two((z, w)) => four::<ME, YOU>(ref chains, number, x, y, z, w),
        },
    }
}

enum Pair {
    None,
    One: Box<Stone>,
    Two: (Box<Stone>, Box<Stone>),
}

/// Those of two points that have held anything.
#[inline(always)]
fn stones(a: Nullable<Stone>, b: Nullable<Stone>) -> Pair {
    match match_nullable(a) {
        FromNullableResult::Null => match match_nullable(b) {
            FromNullableResult::Null => Pair::None,
            FromNullableResult::NotNull(b) => Pair::One(b),
        },
        FromNullableResult::NotNull(a) => match match_nullable(b) {
            FromNullableResult::Null => Pair::One(a),
            FromNullableResult::NotNull(b) => Pair::Two((a, b)),
        },
    }
}

#[inline(always)]
fn none<const ME: felt252>(ref chains: Chains, number: felt252) -> (Nullable<Stone>, felt252) {
    chains.insert(number, 4);
    (NullableTrait::new(Stone { colour: ME, chain: number }), 0)
}

#[inline(always)]
fn one<const ME: felt252, const YOU: felt252>(
    ref chains: Chains, number: felt252, x: Box<Stone>,
) -> (Nullable<Stone>, felt252) {
    let mut contact = Contact { liberties: 3, joined: null(), open: null() };
    contact.touch::<ME, YOU>(ref chains, x);
    contact.settle::<ME>(ref chains, number)
}

fn two<const ME: felt252, const YOU: felt252>(
    ref chains: Chains, number: felt252, x: Box<Stone>, y: Box<Stone>,
) -> (Nullable<Stone>, felt252) {
    let mut contact = Contact { liberties: 2, joined: null(), open: null() };
    contact.touch::<ME, YOU>(ref chains, x);
    contact.touch::<ME, YOU>(ref chains, y);
    contact.settle::<ME>(ref chains, number)
}

fn three<const ME: felt252, const YOU: felt252>(
    ref chains: Chains, number: felt252, x: Box<Stone>, y: Box<Stone>, z: Box<Stone>,
) -> (Nullable<Stone>, felt252) {
    let mut contact = Contact { liberties: 1, joined: null(), open: null() };
    contact.touch::<ME, YOU>(ref chains, x);
    contact.touch::<ME, YOU>(ref chains, y);
    contact.touch::<ME, YOU>(ref chains, z);
    contact.settle::<ME>(ref chains, number)
}

fn four<const ME: felt252, const YOU: felt252>(
    ref chains: Chains, number: felt252, x: Box<Stone>, y: Box<Stone>, z: Box<Stone>, w: Box<Stone>,
) -> (Nullable<Stone>, felt252) {
    let mut contact = Contact { liberties: 0, joined: null(), open: null() };
    contact.touch::<ME, YOU>(ref chains, x);
    contact.touch::<ME, YOU>(ref chains, y);
    contact.touch::<ME, YOU>(ref chains, z);
    contact.touch::<ME, YOU>(ref chains, w);
    contact.settle::<ME>(ref chains, number)
}

/// What is known of the stone's surroundings so far.
#[derive(Copy, Drop)]
struct Contact {
    /// Empty points beside the stone, less one for each own stone there: what the count of its
    /// chain changes by.
    liberties: felt252,
    /// An own stone beside it. It joins the chain of that.
    joined: Nullable<Stone>,
    /// Stones with whose chains the quick pass could not finish.
    open: Nullable<Open>,
}

#[derive(Copy, Drop)]
struct Open {
    stone: Stone,
    next: Nullable<Open>,
}

#[generate_trait]
impl ContactImpl of ContactTrait {
    /// Takes into account what lies on one of the four points.
    #[inline(always)]
    fn touch<const ME: felt252, const YOU: felt252>(
        ref self: Contact, ref chains: Chains, stone: Box<Stone>,
    ) {
        let Stone { colour, chain } = stone.unbox();
        if colour == YOU {
            if !lose(ref chains, chain) {
                self.leave_open(stone);
            }
        } else if colour == ME {
            self.liberties -= 1;
            match match_nullable(self.joined) {
                FromNullableResult::Null => { self.joined = nullable_from_box(stone); },
                FromNullableResult::NotNull(first) => {
                    let first = first.unbox().chain;
                    if first != chain {
                        let root = merge(ref chains, first, chain);
                        if root == NOWHERE {
                            self.leave_open(stone);
                        } else if root != first {
                            self.joined = NullableTrait::new(Stone { colour: ME, chain: root });
                        }
                    }
                },
            }
        } else if colour == EMPTIED {
            self.liberties += 1;
        }
    }

    #[inline(always)]
    fn leave_open(ref self: Contact, stone: Box<Stone>) {
        self.open = NullableTrait::new(Open { stone: stone.unbox(), next: self.open });
    }

    /// Gives the stone's chain its liberties.
    #[inline(always)]
    fn settle<const ME: felt252>(
        self: Contact, ref chains: Chains, number: felt252,
    ) -> (Nullable<Stone>, felt252) {
        let FromNullableResult::Null = match_nullable(self.open) else {
            return self.resolve::<ME>(ref chains, number);
        };
        match match_nullable(self.joined) {
            FromNullableResult::Null => {
                let stone = NullableTrait::new(Stone { colour: ME, chain: number });
                if self.liberties == 0 {
                    return (stone, SUICIDE);
                }
                chains.insert(number, self.liberties);
                (stone, 0)
            },
            FromNullableResult::NotNull(stone) => match extend(
                ref chains, stone.unbox().chain, self.liberties,
            ) {
                Root::Here => (self.joined, 0),
                Root::Above(root) => (NullableTrait::new(Stone { colour: ME, chain: root }), 0),
                Root::Unknown => self.resolve::<ME>(ref chains, number),
            },
        }
    }

    /// Does what the quick pass left open.
    fn resolve<const ME: felt252>(
        self: Contact, ref chains: Chains, number: felt252,
    ) -> (Nullable<Stone>, felt252) {
        let (stone, chain) = match match_nullable(self.joined) {
            FromNullableResult::Null => (
                NullableTrait::new(Stone { colour: ME, chain: number }), number,
            ),
            FromNullableResult::NotNull(stone) => (self.joined, stone.unbox().chain),
        };
        let mut dead = 0;
        let mut open = self.open;
        while let FromNullableResult::NotNull(head) = match_nullable(open) {
            let Open { stone, next } = head.unbox();
            if stone.colour == ME {
                merge_deep(ref chains, chain, stone.chain);
            } else if lose_deep(ref chains, stone.chain) {
                dead += 1;
            }
            open = next;
        }
        let lent = if dead == 0 {
            0
        } else {
            1
        };
        let liberties = self.liberties + lent;
        let total = match match_nullable(self.joined) {
            FromNullableResult::Null => {
                chains.insert(chain, liberties);
                liberties
            },
            FromNullableResult::NotNull(_) => add(ref chains, chain, liberties),
        };
        if total == 0 {
            (stone, SUICIDE)
        } else {
            (stone, dead)
        }
    }
}
