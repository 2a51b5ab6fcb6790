//! Points that can be halves, as komi and scores are.

/// Reads points such as `7` or `7.5` as half points.
///
/// # Errors
/// Texts that are no whole or half number of points.
pub fn parse(text: &str) -> Result<u16, String> {
    let (whole, half) = match text.split_once('.') {
        None | Some((_, "0")) => (text.trim_end_matches(".0"), 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return Err(format!("{text:?} is not a whole or half number of points")),
    };
    let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| whole.parse::<u16>().ok()?.checked_mul(2)?.checked_add(half))
        .flatten()
        .ok_or_else(|| format!("{text:?} is not a whole or half number of points"))
}

/// Writes half points as points.
#[must_use]
pub fn text(x2: u16) -> String {
    if x2.is_multiple_of(2) {
        (x2 / 2).to_string()
    } else {
        format!("{}.5", x2 / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_and_nothing_is_rounded() {
        for (points, x2) in [("0", 0), ("7", 14), ("7.0", 14), ("6.5", 13), ("0.5", 1)] {
            assert_eq!(parse(points), Ok(x2));
        }
        for no in [
            "", ".5", "7.", "7.25", "7.50", "-1", "+7", "7,5", "1e1", "40000",
        ] {
            assert!(parse(no).is_err(), "{no}");
        }
        assert_eq!((text(15), text(14)), ("7.5".to_owned(), "7".to_owned()));
    }
}
