//! Known answers of the pure parts.
