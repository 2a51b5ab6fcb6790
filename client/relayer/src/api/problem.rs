//! Refusals: one form for all, after RFC 9457.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::guard::{Later, Refused};
use crate::intake::IntakeError;
use crate::store::StoreError;

/// What kind of refusal it is, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// No token, or none that is known.
    Unauthorized,
    /// Too many requests.
    TooOften,
    /// The service has as much to do as it can; or it stops.
    Busy,
    /// The request is not of its form.
    BadRequest,
    /// The body is longer than any transcript.
    TooLarge,
    /// The transcript does not hold.
    BadTranscript,
    /// The transcript is for another contract or network.
    OtherContract,
    /// The token's channels are used up.
    Quota,
    /// There is no such thing.
    NotFound,
    /// The path does not take the method.
    BadMethod,
    /// The chain's record does not admit the call now.
    NotAdmitted,
    /// What the call needs was not handed in.
    EvidenceMissing,
    /// The client's key was used for another request.
    KeyReused,
    /// The service has not seen the chain yet.
    NotReady,
    /// It took too long.
    TimedOut,
    /// A fault of the service; the log has it.
    Internal,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The kind.
    pub code: Code,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// What is wrong, and where.
    pub detail: String,
    /// Seconds after which to try again; none if that does not help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

/// A refusal, as handlers return it.
#[derive(Debug)]
pub(super) struct Refusal(Box<Problem>);

impl Refusal {
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self(Box::new(Problem {
            code,
            status: status(code).as_u16(),
            detail: detail.into(),
            retry_after: None,
        }))
    }

    pub(super) fn later(code: Code, detail: &str, seconds: u64) -> Self {
        let mut refusal = Self::new(code, detail);
        refusal.0.retry_after = Some(seconds);
        refusal
    }

    pub(super) fn no_channel() -> Self {
        Self::new(
            Code::NotFound,
            "no such channel is watched: hand its game in first",
        )
    }

    pub(super) fn busy() -> Self {
        Self::later(Code::Busy, "as many requests as can be answered at once", 1)
    }
}

const fn status(code: Code) -> StatusCode {
    match code {
        Code::Unauthorized => StatusCode::UNAUTHORIZED,
        Code::TooOften => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy | Code::NotReady => StatusCode::SERVICE_UNAVAILABLE,
        Code::BadRequest => StatusCode::BAD_REQUEST,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::BadTranscript | Code::OtherContract => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Quota => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
        Code::NotAdmitted | Code::EvidenceMissing | Code::KeyReused => StatusCode::CONFLICT,
        Code::TimedOut => StatusCode::GATEWAY_TIMEOUT,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Problem {
            code, retry_after, ..
        } = *self.0;
        let mut response = (status(code), Json(self.0)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<Later> for Refusal {
    fn from(later: Later) -> Self {
        Self::later(Code::TooOften, "too many requests", later.seconds)
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Unknown => Self::new(
                Code::Unauthorized,
                "no known token in Authorization: Bearer",
            ),
            Refused::Often(later) => later.into(),
        }
    }
}

impl From<IntakeError> for Refusal {
    fn from(error: IntakeError) -> Self {
        let code = match error {
            IntakeError::Transcript(_) => Code::BadTranscript,
            IntakeError::OtherContract { .. } => Code::OtherContract,
            IntakeError::Quota { .. } => Code::Quota,
            IntakeError::Busy => return Self::busy(),
            IntakeError::Store(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}

impl From<StoreError> for Refusal {
    /// What is wrong with the database is the operator's to know.
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed a request");
        Self::later(
            Code::Internal,
            "the service's store failed; the log says why",
            5,
        )
    }
}

impl From<StringRejection> for Refusal {
    fn from(rejection: StringRejection) -> Self {
        unreadable(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        unreadable(rejection.status(), rejection.body_text())
    }
}

fn unreadable(status: StatusCode, text: String) -> Refusal {
    if status == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(Code::TooLarge, "longer than any transcript")
    } else {
        Refusal::new(Code::BadRequest, text)
    }
}

pub(super) async fn no_route() -> Refusal {
    Refusal::new(Code::NotFound, "no such path; /openapi.json lists them")
}

pub(super) async fn no_method() -> Refusal {
    Refusal::new(Code::BadMethod, "this path does not take this method")
}

/// A handler that panicked costs its own request alone.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!("a request's handler panicked");
    Refusal::new(Code::Internal, "a fault of the service; the log has it").into_response()
}
