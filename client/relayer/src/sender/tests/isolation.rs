use surround_channel::felt;
use surround_settlement::Record;

use super::{answer, other_game, stale};
use crate::decide::Work;
use crate::journal::Stage;
use crate::model::{Action, Origin, Outcome, Sides};
use crate::store::jobs;
use crate::testing::{bundle, game};

#[tokio::test]
async fn a_channel_that_cannot_be_read_holds_up_its_own_work_alone() {
    let (world, bad) = stale().await;
    world.chain.register(&other_game(""));
    world.chain.mine(100);
    world.open(&other_game("C3 G7"));
    let good = other_game("C3 G7 E5 F4");
    world.hand_in(&bundle(&good), Sides::Black).await;
    world.watch().await;
    sqlx::query("UPDATE bundles SET transcript = '{}' WHERE channel = $1")
        .bind(felt::to_text(&game("").channel_id().unwrap()))
        .execute(world.store.pool())
        .await
        .unwrap();
    world.send().await;
    assert_eq!(answer(&world, &good).await, Stage::Sent);
    let job = world.job(&bad, Action::Submit, 4).await.unwrap();
    assert_eq!(job.stage, Stage::Queued);
    assert!(job.not_before > 0);
    let Some(Outcome::Held { reason }) = job.outcome else {
        panic!("{:?}", job.outcome);
    };
    assert!(reason.contains("bundles.transcript"), "{reason}");
}

#[tokio::test]
async fn work_on_an_outdated_record_is_decided_on_again() {
    let (world, best) = stale().await;
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    let Origin::Decision { reason } = job.origin else {
        panic!("{job:?}");
    };
    let work = Work {
        key: job.key,
        player: job.player,
        reason,
        by: job.by,
    };
    let mut transaction = world.store.write().await.unwrap();
    jobs::ask(&mut transaction, &work, &Record::NONE, job.origin, 0)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.watch().await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Sent);
}
