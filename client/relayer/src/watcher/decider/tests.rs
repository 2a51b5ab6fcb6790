use crate::journal::Stage;
use crate::model::{Action, Sides};
use crate::store::{blocks, channels};
use crate::testing::world::World;
use crate::testing::{bundle, game};

#[tokio::test]
async fn whoever_wakes_a_channel_while_it_is_decided_keeps_nothing_from_being_done() {
    let (stale, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let world = World::in_a_file(&stale).await;
    world.open(&stale);
    world.watch().await;
    world.hand_in(&bundle(&best), Sides::Black).await;
    let id = best.channel_id().unwrap();
    let read = channels::get(&world.store, id).await.unwrap().unwrap();
    let mut transaction = world.store.write().await.unwrap();
    channels::wake(&mut transaction, id).await.unwrap();
    transaction.commit().await.unwrap();

    let watcher = world.watcher("a");
    let lease = watcher.lease().await.unwrap().unwrap();
    let head = blocks::newest(&world.store).await.unwrap().unwrap();
    let decided = watcher.decide_one(&lease, &head, &read).await;
    assert!(decided.is_ok());
    assert_eq!(world.stage(&best, Action::Submit, 4).await, Stage::Queued);
    // What it was woken for is looked at next.
    let due = channels::due(&world.store, 0, 10).await.unwrap();
    assert_eq!(due.len(), 1);
}
