//! Numbers as the tables show them.

/// With a comma before every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let lead = digits.len() % 3;
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == lead {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// To the nearest hundred.
pub fn hundreds(number: f64) -> String {
    grouped((number / 100.0).round() as u64 * 100)
}

/// In millions, to a digit; to two below ten.
pub fn millions(number: u64) -> String {
    let millions = number as f64 / 1e6;
    if millions < 10.0 {
        format!("{millions:.2}M")
    } else {
        format!("{millions:.1}M")
    }
}

/// The share of a part in a whole.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", part as f64 * 100.0 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        assert_eq!(
            [0, 999, 1_000, 12_345, 1_234_567].map(grouped),
            ["0", "999", "1,000", "12,345", "1,234,567"]
        );
        assert_eq!(hundreds(59_249.9), "59,200");
        assert_eq!([1_556_000, 126_149_000].map(millions), ["1.56M", "126.1M"]);
        assert_eq!(percent(42_166, 81_920), "51.5%");
    }
}
