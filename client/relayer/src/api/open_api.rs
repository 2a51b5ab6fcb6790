//! The routes with their descriptions: the OpenAPI document is made of the same values that route.

use axum::body::Bytes;
use axum::http::header;
use axum::{Router, routing};
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{State, channels, events, probes, requests};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Surround relayer",
        description = "Takes signed games, watches their channels on the chain, and acts before the \
            deadline. Felts are texts: 0x and lowercase hexadecimal digits without leading zeros. \
            Times are seconds since 1970, amounts are in fri as decimal texts. A refusal is a \
            problem document."
    ),
    modifiers(&Token),
    security(("token" = []))
)]
struct Described;

struct Token;

impl Modify for Token {
    fn modify(&self, document: &mut Document) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// What needs a token.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(channels::hand_in, channels::list))
        .routes(routes!(channels::get))
        .routes(routes!(channels::history))
        .routes(routes!(requests::ask))
        .routes(routes!(events::listen))
}

/// What needs none.
pub(super) fn probes() -> OpenApiRouter<State> {
    OpenApiRouter::new()
        .routes(routes!(probes::health))
        .routes(routes!(probes::ready))
        .routes(routes!(probes::metrics))
}

/// The document, under `/openapi.json`; written out once.
pub(super) fn served() -> Router<State> {
    let text = serde_json::to_string_pretty(&document()).unwrap_or_default();
    let text = Bytes::from(text);
    let answer = async || ([(header::CONTENT_TYPE, "application/json")], text);
    Router::new().route("/openapi.json", routing::get(answer))
}

/// The document of all routes.
#[must_use]
pub fn document() -> Document {
    let mut document = routes().into_openapi();
    document.merge(probes().into_openapi());
    document
}
