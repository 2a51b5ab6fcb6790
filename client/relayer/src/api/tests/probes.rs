//! What operators' tools ask.

use surround_chain::amount::Fri;

use super::*;

#[tokio::test]
async fn probes_need_no_token_and_mean_it() {
    for place in Place::all().await {
        let service = Service::start(&place).await;
        let get = async |path: &str| {
            let answer = reqwest::get(service.url(path)).await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        assert_eq!(get("/health").await, (200, "ok\n".to_owned()));
        // No block was read: it cannot work yet.
        let (status, text) = get("/ready").await;
        assert_eq!(status, 503, "{text}");
        service.see(START, None).await;
        service.state.pulse.see(|seen| seen.node_at = START.now);
        let (status, text) = get("/ready").await;
        assert_eq!(status, 200, "{text}");
        let ready: Readiness = serde_json::from_str(&text).unwrap();
        assert!(ready.ready && !ready.armed, "{text}");
        let (good, poor) = (Felt::from(0x64), Felt::from(0x65));
        for (account, balance) in [
            (good, service.state.config.fees.low_balance),
            (poor, Fri(0)),
        ] {
            service.state.pulse.of(account).see(|seen| {
                seen.leads = true;
                seen.sender_at = START.now;
                seen.simulated_at = START.now;
                seen.balance = Some(balance);
            });
        }
        let ready: Readiness = serde_json::from_str(&get("/ready").await.1).unwrap();
        // One account that is fine is enough, and the other one's trouble is told all the same.
        assert!(ready.armed, "{:?}", ready.problems);
        let problem = "account 0x65: its balance is low".to_owned();
        assert_eq!(ready.problems, [problem]);
        let text = get("/metrics").await.1;
        assert!(text.contains("surround_armed 1"), "{text}");
        assert!(
            text.contains("surround_balance_strk{account=\"0x65\"} 0"),
            "{text}"
        );
        for name in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
            let name = name.split(' ').next().unwrap();
            assert!(text.contains(&format!("# HELP {name} ")), "{name}");
        }
        assert!(text.contains("surround_head_block 500\n"), "{text}");
        assert!(text.contains("surround_head_age_seconds 0\n"), "{text}");
        service.wall.pass(30);
        let text = get("/metrics").await.1;
        assert!(text.contains("surround_head_age_seconds 30\n"), "{text}");
        service.state.pulse.of(good).see(|seen| seen.leads = false);
        let text = get("/metrics").await.1;
        assert!(
            text.contains("surround_balance_strk{account=\"0x64\"} NaN"),
            "{text}"
        );
        let ready: Readiness = serde_json::from_str(&get("/ready").await.1).unwrap();
        assert!(!ready.armed, "{:?}", ready.problems);

        service.wall.pass(service.state.config.pace.stale_after + 1);
        let (status, text) = get("/ready").await;
        assert!(status == 503 && text.contains("node"), "{text}");
        service.state.store.pool().close().await;
        assert_eq!(get("/health").await.0, 500);
        assert!(get("/ready").await.1.contains("store"));
    }
}

#[tokio::test]
async fn nobody_can_act_on_an_old_block() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    service.see(START, None).await;
    for (age, armed) in [(300, true), (301, false)] {
        let now = START.now + age;
        service.wall.pass(now - service.state.clock.now());
        service.state.pulse.see(|seen| seen.node_at = now);
        service.state.pulse.of(Felt::ONE).see(|seen| {
            seen.leads = true;
            seen.sender_at = now;
            seen.simulated_at = now;
            seen.balance = Some(Fri(u128::MAX));
        });
        let answer = reqwest::get(service.url("/ready")).await.unwrap();
        let readiness: Readiness = answer.json().await.unwrap();
        // Games are taken in all the same.
        assert_eq!((readiness.ready, readiness.armed), (true, armed));
        assert_eq!(readiness.problems.is_empty(), armed);
    }
}

#[tokio::test]
async fn metrics_tell_the_time_to_the_nearest_deadline() {
    use crate::model::Advice;
    use crate::store::channels::{Verdict, set_decision};

    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let client = service.client("server");
    let id = client
        .hand_in(&text(&game("C3 G7")), Sides::Both)
        .await
        .unwrap()
        .channel;
    let store = &service.state.store;
    let channel = crate::store::channels::get(store, id)
        .await
        .unwrap()
        .unwrap();
    let advice = Advice {
        block: 1,
        block_hash: Felt::ONE,
        action: Some(Action::Submit),
        alarm: None,
        by: Some(START.now + 250),
        reason: surround_settlement::strategist::Reason::LongerLine,
    };
    let mut transaction = store.write().await.unwrap();
    let verdict = Verdict {
        advice: &advice,
        answer_by: advice.by,
        decide_at: 0,
        alarmed: None,
    };
    set_decision(&mut transaction, &channel, &verdict)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    service.wall.pass(50);
    let answer = reqwest::get(service.url("/metrics")).await.unwrap();
    let text = answer.text().await.unwrap();
    assert!(
        text.contains("surround_nearest_deadline_seconds 200\n"),
        "{text}"
    );
    assert!(text.contains("route=\"/v1/channels\""), "{text}");
}
