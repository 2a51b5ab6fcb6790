use super::*;
use crate::model::Topic;
use crate::testing::place::Place;
use serde_json::json;

const CHAIN: Felt = Felt::ONE;
const CONTRACT: Felt = Felt::TWO;
const CHANNEL: Felt = Felt::THREE;

#[tokio::test]
async fn a_store_belongs_to_one_contract_for_good() {
    for place in Place::all().await {
        assert!(place.open(CHAIN, CONTRACT).await.is_ok());
        assert!(place.open(CHAIN, CONTRACT).await.is_ok());
        let other = place.open(CHAIN, Felt::THREE).await;
        assert!(matches!(other, Err(StoreError::OtherContract { .. })));
    }
}

#[tokio::test]
async fn an_address_of_no_database_is_refused() {
    for url in ["", "relayer.db", "mysql://host/name"] {
        let opened = Store::open(url, CHAIN, CONTRACT).await;
        assert!(matches!(opened, Err(StoreError::BadUrl)), "{url}");
    }
}

#[tokio::test]
async fn a_lease_is_renewed_by_its_holder_alone() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let take = async |holder, now| lease::take(&store, "watch", holder, now, 10).await.unwrap();
        let renew = async |holder, now| {
            lease::renew(&store, "watch", holder, now, 10)
                .await
                .unwrap()
        };
        let first = take("a", 100).await.unwrap();
        renew("a", 108).await;
        renew("b", 117).await;
        assert_eq!(take("b", 118).await, None);
        let second = take("b", 119).await.unwrap();
        assert!(second.fence > first.fence);
        renew("a", 125).await;
        assert!(take("c", 130).await.is_some());
    }
}

#[tokio::test]
async fn a_lease_is_one_holders_until_it_runs_out() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let take = async |holder, now| lease::take(&store, "watch", holder, now, 10).await.unwrap();
        let first = take("a", 100).await.unwrap();
        assert_eq!(take("b", 110).await, None);
        // Renewed, it is the same lease.
        assert_eq!(take("a", 105).await.as_ref(), Some(&first));
        assert_eq!(take("b", 115).await, None);
        let second = take("b", 116).await.unwrap();
        assert!(second.fence > first.fence);

        let mut transaction = store.write().await.unwrap();
        let lost = lease::hold(&mut transaction, &first).await;
        assert!(matches!(lost, Err(StoreError::LeaseLost { .. })));
        lease::hold(&mut transaction, &second).await.unwrap();
        transaction.commit().await.unwrap();

        lease::give_back(&store, &second).await.unwrap();
        assert!(take("a", 116).await.unwrap().fence > second.fence);
    }
}

#[tokio::test]
async fn what_is_rolled_back_is_not_told() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let what = json!({ "steps": 3 });
        for commit in [true, false, true] {
            let mut transaction = store.write().await.unwrap();
            history::tell(&mut transaction, CHANNEL, 7, Topic::Bundle, &what)
                .await
                .unwrap();
            if commit {
                transaction.commit().await.unwrap();
            }
        }
        let told = history::after(&store, None, 0, 10).await.unwrap();
        let numbers: Vec<_> = told.iter().map(|told| told.number).collect();
        assert_eq!(numbers, [1, 2]);
        assert_eq!((told[0].channel, &told[0].what), (CHANNEL, &what));
        let rest = history::after(&store, Some(CHANNEL), 1, 10).await.unwrap();
        assert_eq!(rest.len(), 1);
        let other = history::after(&store, Some(CHAIN), 0, 10).await.unwrap();
        assert!(other.is_empty());
    }
}

#[tokio::test]
async fn a_server_ends_the_transaction_of_a_process_that_vanished() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        if !store.is_shared() {
            continue;
        }
        for setting in ["idle_in_transaction_session_timeout", "lock_timeout"] {
            let (value,): (String,) = sqlx::query_as(&format!("SHOW {setting}"))
                .fetch_one(store.pool())
                .await
                .unwrap();
            assert_eq!(value, "10s");
        }
    }
}

#[tokio::test]
async fn writers_take_turns() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..20 {
            let store = store.clone();
            tasks.spawn(async move {
                let mut transaction = store.write().await.unwrap();
                let end = history::end(&store).await.unwrap();
                let what = json!({});
                let number = history::tell(&mut transaction, CHANNEL, 7, Topic::Job, &what)
                    .await
                    .unwrap();
                transaction.commit().await.unwrap();
                // Nobody committed between the start of this transaction and its end.
                assert_eq!(number, end + 1);
            });
        }
        tasks.join_all().await;
        assert_eq!(history::end(&store).await.unwrap(), 20);
    }
}

#[tokio::test]
async fn a_clients_key_is_forgotten_after_a_month() {
    use crate::model::{Action, JobKey};
    use crate::testing::service::bearer;

    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let claim = async |height, now| {
            let key = JobKey {
                channel: CHANNEL,
                action: Action::Submit,
                height,
            };
            let mut transaction = store.write().await.unwrap();
            let who = bearer("wallet", 1);
            let claimed = requests::claim(&mut transaction, &who, "key", key, now).await;
            transaction.commit().await.unwrap();
            claimed.unwrap().height
        };
        let month = 30 * 24 * 3_600;
        assert_eq!(claim(3, 1_000).await, 3);
        assert_eq!(claim(4, 1_000 + month).await, 3);
        assert_eq!(claim(5, 1_001 + month).await, 5);
    }
}
