use std::collections::VecDeque;
use std::sync::Mutex;

use super::*;

/// A node that gives one prepared answer a question, the last one forever.
struct Script(Mutex<VecDeque<Result<Option<Finality>, ()>>>);

impl Script {
    fn new(answers: impl IntoIterator<Item = Result<Option<Finality>, ()>>) -> Self {
        Self(Mutex::new(answers.into_iter().collect()))
    }
}

impl Outcomes for Script {
    async fn reached(&self, _: Felt) -> Result<Option<Finality>, ChainError> {
        let mut answers = self.0.lock().unwrap();
        let answer = if answers.len() > 1 {
            answers.pop_front().unwrap()
        } else {
            answers[0]
        };
        answer.map_err(|()| ChainError::Unreachable {
            node: "node".to_owned(),
            reason: "gone".to_owned(),
        })
    }

    async fn receipt(&self, hash: Felt) -> Result<Option<Receipt>, ChainError> {
        Ok(Some(Receipt {
            hash,
            block: 1,
            block_hash: None,
            finality: Finality::AcceptedOnL2,
            spent: Spent {
                l1_gas: 0,
                l2_gas: 0,
                l1_data_gas: 0,
                fee: Fri(0),
            },
            revert: None,
            events: Vec::new(),
        }))
    }
}

async fn outcome(
    finality: Finality,
    answers: impl IntoIterator<Item = Result<Option<Finality>, ()>>,
) -> Result<Receipt, ChainError> {
    let patience = Wait {
        finality,
        timeout: Duration::from_secs(60),
    };
    wait(&Script::new(answers), Felt::ONE, patience).await
}

const PRE: Result<Option<Finality>, ()> = Ok(Some(Finality::PreConfirmed));
const L2: Result<Option<Finality>, ()> = Ok(Some(Finality::AcceptedOnL2));
const L1: Result<Option<Finality>, ()> = Ok(Some(Finality::AcceptedOnL1));
const UNKNOWN: Result<Option<Finality>, ()> = Ok(None);
const LOST: Result<Option<Finality>, ()> = Err(());

#[tokio::test(start_paused = true)]
async fn waits_out_unknown_hashes_and_lost_connections() {
    assert!(
        outcome(Finality::AcceptedOnL2, [UNKNOWN, LOST, LOST, UNKNOWN, L2])
            .await
            .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn takes_a_stronger_finality_than_asked() {
    assert!(outcome(Finality::PreConfirmed, [UNKNOWN, L2]).await.is_ok());
    assert!(outcome(Finality::AcceptedOnL2, [UNKNOWN, L1]).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn waits_on_when_a_pre_confirmed_transaction_vanishes() {
    assert!(
        outcome(Finality::AcceptedOnL2, [PRE, UNKNOWN, PRE, L2])
            .await
            .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn a_time_out_is_unknown_not_failed() {
    for silence in [UNKNOWN, LOST, PRE] {
        let error = outcome(Finality::AcceptedOnL2, [silence])
            .await
            .unwrap_err();
        assert!(
            matches!(error, ChainError::Unknown { hash } if hash == Felt::ONE),
            "{error}"
        );
    }
}
