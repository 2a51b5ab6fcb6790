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
