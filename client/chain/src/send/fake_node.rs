//! A node of a few prepared answers, over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// What the node does with a transaction that it is handed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    Takes,
    RefusesNonce,
    HasIt,
    HangsUp,
    HidesBehindAPage,
    RefusesOtherwise,
}

/// A node that takes transactions as it is told, one after the other, and executes those it has.
pub struct FakeNode {
    pub url: String,
    /// How many transactions it was handed.
    pub handed: Arc<Mutex<usize>>,
}

impl FakeNode {
    pub fn start(taking: Vec<Taking>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let handed = Arc::new(Mutex::new(0));
        let counter = Arc::clone(&handed);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                answer(stream, &taking, &counter);
            }
        });
        Self { url, handed }
    }
}

fn answer(mut stream: TcpStream, taking: &[Taking], handed: &Mutex<usize>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    for line in reader.by_ref().lines().map_while(Result::ok) {
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let request: Value = serde_json::from_slice(&body).unwrap();
    let method = request["method"].as_str().unwrap();
    let result = match method {
        "starknet_addInvokeTransaction" => {
            let mut handed = handed.lock().unwrap();
            *handed += 1;
            taken(taking[*handed - 1])
        }
        method => json!({ "result": known(method) }),
    };
    let text = match result {
        // Dropping the stream without a word hangs up.
        Value::Null => return,
        Value::String(page) => page,
        result => {
            let mut response = json!({ "jsonrpc": "2.0", "id": 1 });
            response
                .as_object_mut()
                .unwrap()
                .append(&mut result.as_object().unwrap().clone());
            response.to_string()
        }
    };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
    write!(
        stream,
        "{head}\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    )
    .unwrap();
}

fn taken(taking: Taking) -> Value {
    match taking {
        Taking::Takes => json!({ "result": { "transaction_hash": "0x1" } }),
        Taking::RefusesNonce => {
            let error = json!({ "code": 52, "message": "Invalid nonce", "data": "expected 4" });
            json!({ "error": error })
        }
        Taking::HasIt => json!({ "error": { "code": 59, "message": "Duplicate" } }),
        Taking::HangsUp => Value::Null,
        Taking::HidesBehindAPage => json!("<html>504 Gateway Time-out</html>"),
        Taking::RefusesOtherwise => json!({ "error": { "code": 61, "message": "Version" } }),
    }
}

fn known(method: &str) -> Value {
    let price = json!({ "price_in_fri": "0x3b9aca00", "price_in_wei": "0x3b9aca00" });
    match method {
        "starknet_specVersion" => json!("0.10.2"),
        "starknet_chainId" => json!("0x534e5f5345504f4c4941"),
        "starknet_getNonce" => json!("0x3"),
        "starknet_getBlockWithTxHashes" => json!({
            "block_number": 7, "sequencer_address": "0x1000", "timestamp": 1_800_000_000,
            "starknet_version": "0.14.4", "l1_gas_price": price, "l2_gas_price": price,
            "l1_data_gas_price": price, "l1_da_mode": "BLOB", "transactions": []
        }),
        "starknet_simulateTransactions" => json!([{
            "transaction_trace": {
                "type": "INVOKE",
                "execute_invocation": {
                    "contract_address": "0x1", "entry_point_selector": "0x2", "calldata": [],
                    "caller_address": "0x0", "class_hash": "0x5", "entry_point_type": "EXTERNAL",
                    "call_type": "CALL", "result": [], "calls": [], "events": [], "messages": [],
                    "execution_resources": { "l1_gas": 0, "l2_gas": 1_000_000 },
                    "is_reverted": false
                },
                "execution_resources": { "l1_gas": 0, "l1_data_gas": 128, "l2_gas": 1_000_000 }
            },
            "fee_estimation": {
                "l1_gas_consumed": "0x0", "l1_gas_price": "0x1", "l2_gas_consumed": "0xf4240",
                "l2_gas_price": "0x3b9aca00", "l1_data_gas_consumed": "0x80",
                "l1_data_gas_price": "0x1", "overall_fee": "0x38d7ea4c68000", "unit": "FRI"
            }
        }]),
        "starknet_getTransactionStatus" => {
            json!({ "finality_status": "ACCEPTED_ON_L2", "execution_status": "SUCCEEDED" })
        }
        "starknet_getTransactionReceipt" => json!({
            "type": "INVOKE", "transaction_hash": "0x1",
            "actual_fee": { "amount": "0x38d7ea4c68000", "unit": "FRI" },
            "execution_status": "SUCCEEDED", "finality_status": "ACCEPTED_ON_L2",
            "messages_sent": [], "events": [], "block_hash": "0x9", "block_number": 7,
            "execution_resources": { "l1_gas": 0, "l1_data_gas": 128, "l2_gas": 1_000_000 }
        }),
        other => panic!("{other} was not expected"),
    }
}
