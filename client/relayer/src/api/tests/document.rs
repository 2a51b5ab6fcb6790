//! The OpenAPI document against the routes.

use super::*;

/// Every route by method and path, as written down here and nowhere else.
const ROUTES: [(&str, &str, bool); 9] = [
    ("get", "/health", false),
    ("get", "/metrics", false),
    ("get", "/ready", false),
    ("get", "/v1/channels", true),
    ("post", "/v1/channels", true),
    ("get", "/v1/channels/{id}", true),
    ("get", "/v1/channels/{id}/history", true),
    ("post", "/v1/channels/{id}/requests", true),
    ("get", "/v1/events", true),
];

#[tokio::test]
async fn the_document_has_every_route_and_no_other() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let answer = reqwest::get(service.url("/openapi.json")).await.unwrap();
    let document: serde_json::Value = answer.json().await.unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let guarded = operation["security"]
                .as_array()
                .is_none_or(|one| one[0]["token"].is_array());
            found.push((method.clone(), path.clone(), guarded));
        }
    }
    found.sort_by_key(|(method, path, _)| (path.clone(), method.clone()));
    let routes = ROUTES.map(|(method, path, token)| (method.to_owned(), path.to_owned(), token));
    assert_eq!(found, routes);
    assert_eq!(document["security"], json!([{ "token": [] }]));

    for (method, path, token) in ROUTES {
        let url = service.url(&path.replace("{id}", "0x1"));
        let method = method.to_uppercase().parse().unwrap();
        let answer = reqwest::Client::new()
            .request(method, url)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16() == 401, token, "{path}");
    }
    let other = reqwest::get(service.url("/v2/channels")).await.unwrap();
    assert_eq!(other.status().as_u16(), 404);
}

#[tokio::test]
async fn every_reference_of_the_document_leads_somewhere() {
    let document = serde_json::to_value(document()).unwrap();
    let text = document.to_string();
    let mut references = 0;
    for part in text.split("\"$ref\":\"#").skip(1) {
        let pointer = part.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
        references += 1;
    }
    assert!(references > 0);
}
