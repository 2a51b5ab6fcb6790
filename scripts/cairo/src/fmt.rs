//! Formats the Cairo sources as `scarb fmt` does.

use std::path::Path;

use anyhow::{Context, Result};
use cairo_lang_formatter::{CairoFormatter, FormatOutcome, FormatterConfig};

/// Formats every `.cairo` file under `folder`; with `check` only shows what would change, and
/// returns whether nothing would.
pub fn fmt(folder: &Path, check: bool) -> Result<bool> {
    let formatter = CairoFormatter::new(FormatterConfig::default());
    let mut clean = true;
    for entry in formatter.walk(folder).build() {
        let entry = entry?;
        let path = entry.path();
        if !path.is_file() {
            continue;
        }
        let outcome = if check {
            formatter.format_to_string(&path)
        } else {
            formatter.format_in_place(&path)
        };
        let outcome = outcome.with_context(|| format!("cannot format {}", path.display()))?;
        if let FormatOutcome::DiffFound(diff) = outcome
            && check
        {
            println!("{} is not formatted:\n{diff}", path.display());
            clean = false;
        }
    }
    Ok(clean)
}
