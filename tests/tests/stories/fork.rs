//! `expose_fork`, row by row (protocol 3.2).

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::fork::Fork;
use surround_channel::line::{DeadSet, next_head};
use surround_channel::statements::{sign, step_hash};
use surround_rules::{Colour, PointSet, Step, Winner};
use surround_settlement::{Ending, Moment, Refusal, Status};
use surround_tests::acts::Expose;
use surround_tests::game::{SignedGame, key};
use surround_tests::network::THIRD;
use surround_tests::table::{SECONDS, Table};

use crate::assert_ended;

/// 3N + 2 on 9x9: no tail holds more words.
const LONGEST: usize = 3 * 81 + 2;

/// Either player, anywhere on the stored line, with any number of steps after it on both branches:
/// the author of the two steps forfeits, and the longer branch counts.
#[tokio::test]
async fn two_steps_on_one_head_forfeit() -> Result<()> {
    let mut table = Table::new().await?;
    for (parted_at, further, winner, counted) in [
        (24, 0, Winner::White, 25),
        (0, 0, Winner::White, 25),
        (1, 0, Winner::Black, 25),
        (23, 0, Winner::Black, 25),
        (10, 1, Winner::White, 25),
        // Black's branch goes on to step 29, White's reply to it is nobody's proof.
        (20, 9, Winner::White, 29),
    ] {
        let mut game = table.unranked()?;
        game.fill(25)?;
        table.accept(THIRD, game.submit()?).await?;
        let other = game.branch(parted_at)?.further(further)?;
        let ended = table.accept(THIRD, game.expose(&other)?).await?;
        assert_ended(&ended, Status::Final, Ending::Forfeit, winner, counted);
        assert!(ended.verdict.expect("a verdict").onchain);
        assert_eq!((ended.steps, ended.head), (25, game.chain().head()));
    }
    Ok(())
}

/// A proposal forks from a resumption, and from another proposal.
#[tokio::test]
async fn a_proposal_forks() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(20)?.propose()?;
    let corner = game
        .chain()
        .game()
        .board()
        .chain(surround_rules::Point::new(0).expect("a corner"));
    let mut other = game.upto(22)?;
    other.push(Step::Propose(corner))?;
    let mut resumed = game.upto(22)?;
    resumed.push(Step::Resume)?;
    for (stored, other) in [(&game, &resumed), (&game, &other), (&other, &game)] {
        let nonce = table.terms()?.black_nonce;
        let [stored, other] = [again(&table, stored, nonce)?, again(&table, other, nonce)?];
        table.accept(THIRD, stored.submit()?).await?;
        let ended = table.accept(THIRD, stored.expose(&other)?).await?;
        assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, 23);
    }
    Ok(())
}

/// The same steps in another channel.
fn again(table: &Table, game: &SignedGame, nonce: Felt) -> Result<SignedGame> {
    let mut terms = game.terms.clone();
    terms.black_nonce = nonce;
    let mut again = table.game(terms)?;
    for step in game.steps() {
        again.push(*step)?;
    }
    Ok(again)
}

/// The other word is any felt, and so are those after it: the signature alone gives them a meaning.
#[tokio::test]
async fn the_other_branch_is_any_signed_words() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    let Expose { terms, mut fork } = game.expose(&game.branch(20)?)?;
    fork.other = Felt::MAX;
    fork.other_tail = vec![Felt::from(999); LONGEST];
    let after = next_head(fork.head, fork.other);
    let head = fork
        .other_tail
        .iter()
        .fold(after, |head, word| next_head(head, *word));
    fork.signature = sign(&key(Colour::Black), step_hash(head))?;
    let ended = table.accept(THIRD, Expose { terms, fork }).await?;
    // 21 steps, and 245 more.
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, 266);
    Ok(())
}

/// Every field of a proof, spoiled.
#[tokio::test]
async fn a_proof_that_proves_nothing_is_refused() -> Result<()> {
    type Spoil = fn(&mut Fork);
    let spoils: [(&str, Spoil, Refusal); 18] = [
        ("no author", |fork| fork.author = 2, Refusal::BadForkStep),
        ("no code", |fork| fork.code = 365, Refusal::BadForkStep),
        (
            "author bit in the code",
            |fork| fork.code += 512,
            Refusal::BadForkStep,
        ),
        (
            "a dead set to a move",
            |fork| fork.dead.d0 = 1,
            Refusal::BadForkStep,
        ),
        (
            "a dead set to a move",
            |fork| fork.dead.d2 = 1,
            Refusal::BadForkStep,
        ),
        (
            "a long tail",
            |fork| fork.tail = vec![Felt::ONE; LONGEST + 1],
            Refusal::ForkTailTooLong,
        ),
        (
            "a long other tail",
            |fork| fork.other_tail = vec![Felt::ONE; LONGEST + 1],
            Refusal::ForkTailTooLong,
        ),
        (
            "another tail",
            |fork| fork.tail = vec![Felt::ONE; LONGEST],
            Refusal::ForkOffTheLine,
        ),
        (
            "a short tail",
            |fork| fork.tail.truncate(3),
            Refusal::ForkOffTheLine,
        ),
        ("no tail", |fork| fork.tail.clear(), Refusal::ForkOffTheLine),
        (
            "another head",
            |fork| fork.head += Felt::ONE,
            Refusal::ForkOffTheLine,
        ),
        (
            "another step",
            |fork| fork.code += 1,
            Refusal::ForkOffTheLine,
        ),
        (
            "another author",
            |fork| fork.author = 1 - fork.author,
            Refusal::ForkOffTheLine,
        ),
        (
            "the same step",
            |fork| fork.other = fork.code.into(),
            Refusal::SameForkStep,
        ),
        (
            "another branch",
            |fork| fork.other += Felt::ONE,
            Refusal::BadForkSignature,
        ),
        (
            "a longer branch",
            |fork| fork.other_tail.push(Felt::ONE),
            Refusal::BadForkSignature,
        ),
        (
            "r",
            |fork| fork.signature.r += Felt::ONE,
            Refusal::BadForkSignature,
        ),
        (
            "s",
            |fork| fork.signature.s += Felt::ONE,
            Refusal::BadForkSignature,
        ),
    ];
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    let other = game.branch(20)?;
    table
        .refuse(THIRD, game.expose(&other)?, Refusal::NoRecord)
        .await?;
    table.accept(THIRD, game.submit()?).await?;
    for (name, spoil, why) in spoils {
        let mut proof = game.expose(&other)?;
        spoil(&mut proof.fork);
        let refused = table.refuse(THIRD, proof, why).await;
        refused.map_err(|error| error.context(name))?;
    }
    // A step that is not stored yet is not stored, and two longer lines are no fork of a shorter one.
    let longer = game.further(4)?;
    let proof = longer.expose(&longer.branch(27)?)?;
    table.refuse(THIRD, proof, Refusal::ForkOffTheLine).await?;
    // A proposal's dead set is part of its word.
    let mut proposed = table.unranked()?;
    proposed.fill(20)?.propose()?;
    table.accept(THIRD, proposed.submit()?).await?;
    let mut resumed = proposed.upto(22)?;
    resumed.push(Step::Resume)?;
    let Expose { terms, fork } = proposed.expose(&resumed)?;
    let other_dead = DeadSet::from(PointSet::from_limbs([1, 0, 0]).unwrap_or_default());
    let wrong = Expose {
        terms,
        fork: Fork {
            dead: other_dead,
            ..fork
        },
    };
    table.refuse(THIRD, wrong, Refusal::ForkOffTheLine).await?;
    Ok(())
}

/// A fork is stronger than every other ending, and never late.
#[tokio::test]
async fn a_fork_displaces_every_other_ending() -> Result<()> {
    let mut table = Table::new().await?;
    for (kind, steps) in [
        ("open", 25),
        ("score", 28),
        ("flag", 24),
        ("resignation", 11),
    ] {
        for expired in [false, true] {
            let mut game = table.ranked()?;
            match kind {
                "open" => table.accept(THIRD, game.fill(25)?.submit()?).await?,
                "score" => {
                    table
                        .accept(THIRD, game.fill(24)?.agree()?.submit()?)
                        .await?
                }
                "flag" => table.accept(THIRD, game.fill(24)?.flag(24)?).await?,
                _ => {
                    table
                        .accept(THIRD, game.fill(11)?.resign(Colour::White)?)
                        .await?
                }
            };
            if expired {
                table.expire(&game).await?;
            }
            let fork = game.expose(&game.branch(8)?)?;
            let ended = table.accept(THIRD, fork).await?;
            let status = if steps < 20 {
                Status::Pending
            } else {
                Status::Final
            };
            assert_ended(&ended, status, Ending::Forfeit, Winner::White, steps);
        }
    }
    Ok(())
}

/// Pending by fork: a second proof counts more, against the same author and in time.
#[tokio::test]
async fn a_second_proof_counts_more() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(11)?;
    table.accept(THIRD, game.submit()?).await?;
    let Moment { now, .. } = table.next();
    let first = game.expose(&game.branch(6)?)?;
    let ended = table.accept(THIRD, first.clone()).await?;
    assert_ended(&ended, Status::Pending, Ending::Forfeit, Winner::White, 11);
    assert_eq!(ended.deadline, now + SECONDS);

    table.refuse(THIRD, first, Refusal::CountsNoMore).await?;
    let shorter = game.expose(&game.branch(8)?.further(2)?)?;
    table.refuse(THIRD, shorter, Refusal::CountsNoMore).await?;
    let of_white = game.expose(&game.branch(7)?.further(8)?)?;
    table.refuse(THIRD, of_white, Refusal::EndingStands).await?;

    table.pass(100).await?;
    let more = game.expose(&game.branch(8)?.further(6)?)?;
    let longer = table.accept(THIRD, more).await?;
    assert_ended(&longer, Status::Pending, Ending::Forfeit, Winner::White, 15);
    assert_eq!(longer.deadline, ended.deadline);
    let enough = game.expose(&game.branch(8)?.further(12)?)?;
    let mut late = table.ranked()?;
    late.fill(11)?;
    table.accept(THIRD, late.submit()?).await?;
    let fork = late.expose(&late.branch(6)?)?;
    table.accept(THIRD, fork).await?;
    let longer = table.accept(THIRD, enough).await?;
    assert_ended(&longer, Status::Final, Ending::Forfeit, Winner::White, 21);

    table.expire(&late).await?;
    let enough = late.expose(&late.branch(8)?.further(12)?)?;
    table.refuse(THIRD, enough, Refusal::DeadlinePassed).await?;
    Ok(())
}
