use core::dict::Felt252DictTrait;
use crate::rules::board::chains::{
    Chains, NOWHERE, Root, add, extend, find, is_dead, lose, lose_deep, merge, merge_deep,
};

/// Chains 1 to 4 with ten times their number of pseudo-liberties.
fn four_chains() -> Chains {
    let mut chains: Chains = Default::default();
    for chain in 1..5_u8 {
        chains.insert(chain.into(), 10 * chain.into());
    }
    chains
}

/// 1 was merged into 2, that into 3, that into 4, which has them all.
fn one_below_the_other() -> Chains {
    let mut chains = four_chains();
    assert_eq!(merge(ref chains, 2, 1), 2);
    assert_eq!(merge(ref chains, 3, 2), 3);
    assert_eq!(merge(ref chains, 4, 3), 4);
    chains
}

#[test]
fn a_merged_chain_has_the_liberties_of_both() {
    let mut chains = four_chains();
    assert_eq!(merge(ref chains, 1, 3), 1);
    assert_eq!(find(ref chains, 1), (1, 40));
    assert_eq!(find(ref chains, 3), (1, 40));
    assert_eq!(merge(ref chains, 3, 1), 1);
    assert_eq!(find(ref chains, 1), (1, 40));
}

#[test]
fn liberties_come_and_go_through_either_number() {
    let mut chains = four_chains();
    merge(ref chains, 1, 3);
    assert!(lose(ref chains, 1));
    assert!(lose(ref chains, 3));
    assert_eq!(add(ref chains, 3, 4), 42);
    assert_eq!(add(ref chains, 1, -1), 41);
    let Root::Here = extend(ref chains, 1, 2) else {
        panic!("1 is a root")
    };
    let Root::Above(root) = extend(ref chains, 3, -3) else {
        panic!("3 is one below")
    };
    assert_eq!(root, 1);
    assert_eq!(find(ref chains, 1), (1, 40));
}

#[test]
fn a_chain_that_loses_its_last_liberty_is_dead() {
    let mut chains: Chains = Default::default();
    chains.insert(1, 1);
    chains.insert(2, 1);
    chains.insert(3, 1);
    assert!(!lose(ref chains, 1));
    assert_eq!(find(ref chains, 1), (1, 1));
    assert!(lose_deep(ref chains, 1));
    assert!(is_dead(ref chains, 1));

    merge(ref chains, 2, 3);
    assert!(lose(ref chains, 3));
    assert!(!lose(ref chains, 3));
    assert!(!is_dead(ref chains, 3));
    assert!(lose_deep(ref chains, 3));
    assert!(is_dead(ref chains, 3));
}

#[test]
fn an_extension_leaves_a_liberty_or_changes_nothing() {
    let mut chains = four_chains();
    merge(ref chains, 1, 3);
    for chain in [1, 3].span() {
        let Root::Unknown = extend(ref chains, *chain, -40) else {
            panic!("no liberty would be left")
        };
        assert_eq!(find(ref chains, *chain), (1, 40));
    }
}

#[test]
fn what_is_further_up_is_left_alone_by_the_quick_ways() {
    let mut chains = one_below_the_other();
    assert!(!lose(ref chains, 2));
    assert!(!is_dead(ref chains, 2));
    let Root::Unknown = extend(ref chains, 2, 1) else {
        panic!("the root of 2 is two up")
    };
    chains.insert(5, 7);
    assert_eq!(merge(ref chains, 5, 2), NOWHERE);
    assert_eq!(merge(ref chains, 2, 5), NOWHERE);
    assert_eq!(find(ref chains, 5), (5, 7));
    assert_eq!(find(ref chains, 4), (4, 100));
}

#[test]
fn the_others_climb_to_the_root() {
    let mut chains = one_below_the_other();
    assert!(!lose_deep(ref chains, 1));
    assert_eq!(find(ref chains, 4), (4, 99));
    let mut chains = one_below_the_other();
    assert_eq!(add(ref chains, 1, 5), 105);
    let mut chains = one_below_the_other();
    chains.insert(5, 7);
    merge_deep(ref chains, 5, 1);
    assert_eq!(find(ref chains, 4), (5, 107));
    merge_deep(ref chains, 2, 1);
    assert_eq!(find(ref chains, 3), (5, 107));
}

#[test]
fn a_climb_shortens_the_path() {
    let mut chains = one_below_the_other();
    assert_eq!(find(ref chains, 1), (4, 100));
    let Root::Above(root) = extend(ref chains, 1, 1) else {
        panic!("the root is one up now")
    };
    assert_eq!(root, 4);
}

#[test]
fn the_last_liberty_is_found_from_far_below() {
    let mut chains = one_below_the_other();
    add(ref chains, 4, -99);
    assert!(!lose(ref chains, 1));
    assert!(lose_deep(ref chains, 1));
    assert!(is_dead(ref chains, 1));
}
