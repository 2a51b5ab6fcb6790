//! Where a verified game goes among those that are kept. Pure.
//!
//! One line on signatures alone is the longest; one that leans on the record may be longer. Lines that
//! part from them are rivals, the longest of which prove most (protocol 3.3, 6). A line that another
//! one extends is dropped, once every statement of it is in the longer one.

use starknet_types_core::felt::Felt;
use surround_channel::transcript::Verified;

use crate::hand::collect;
use crate::model::Standing;
use crate::store::StoreError;
use crate::store::bundles::Kept;

/// What to write down for a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Placement {
    /// Heads of lines to forget.
    pub forget: Vec<Felt>,
    /// Lines to keep: new, or changed.
    pub keep: Vec<Kept>,
    /// How the line that holds the game's steps stands; none if it is not kept.
    pub standing: Option<Standing>,
}

impl Placement {
    /// Whether nothing changes.
    pub(super) fn is_empty(&self) -> bool {
        self.forget.is_empty() && self.keep.is_empty()
    }
}

/// Places a game of the same channel among the `kept` lines, of which `rivals` may be rivals.
///
/// # Errors
/// [`StoreError::Corrupt`]: a kept line cannot be read.
pub(super) fn place(game: Verified, kept: &[Kept], rivals: usize) -> Result<Placement, StoreError> {
    for line in kept {
        if let Some(held) = holds(line, &game)? {
            return cover(line, held, &game);
        }
    }
    insert(game, kept, rivals)
}

/// Whether a game needs the record's help (see [`Standing::Leaning`]).
fn leans(game: &Verified) -> bool {
    game.transcript().recorded_steps > 0
}

/// The kept line, if it holds the whole game and stands at least as well on its own.
fn holds(line: &Kept, game: &Verified) -> Result<Option<Verified>, StoreError> {
    let (steps, head) = (game.chain().steps(), game.chain().head());
    if line.steps < steps || (line.steps == steps && line.head != head) {
        return Ok(None);
    }
    let held = line.verify()?;
    let stands = leans(game) || !leans(&held);
    Ok((stands && held.chain().head_at(steps) == Some(head)).then_some(held))
}

/// The kept line stays, with the statements that the game adds to it.
fn cover(line: &Kept, mut held: Verified, game: &Verified) -> Result<Placement, StoreError> {
    let before = held.transcript().clone();
    collect(&mut held, game.transcript());
    let keep = if *held.transcript() == before {
        Vec::new()
    } else {
        vec![Kept::new(&held, line.standing)?]
    };
    Ok(Placement {
        forget: Vec::new(),
        keep,
        standing: Some(line.standing),
    })
}

/// The game is kept: in the place of the lines that it extends, beside the others.
fn insert(mut game: Verified, kept: &[Kept], rivals: usize) -> Result<Placement, StoreError> {
    let mut forget = Vec::new();
    let mut others = Vec::new();
    for line in kept {
        if extends(&game, line)? {
            collect(&mut game, &line.read()?);
            forget.push(line.head);
        } else {
            others.push(line.clone());
        }
    }
    let own = Kept::new(&game, Standing::Rival)?;
    let mut after = others.clone();
    after.push(own.clone());
    stand(&mut after, &game)?;
    forget.extend(excess(&mut after, rivals));
    let standing = after
        .iter()
        .find(|line| line.head == own.head)
        .map(|line| line.standing);
    after.retain(|line| !kept.contains(line));
    // Its own head stays: the same steps, which stand on their own by now.
    forget.retain(|head| *head != own.head && kept.iter().any(|line| line.head == *head));
    Ok(Placement {
        forget,
        keep: after,
        standing,
    })
}

/// Whether the game holds a kept line that is not needed any more: one that stands on its own stays
/// beside a game that leans on the record.
fn extends(game: &Verified, line: &Kept) -> Result<bool, StoreError> {
    if game.chain().head_at(line.steps) != Some(line.head) {
        return Ok(false);
    }
    Ok(!leans(game) || line.read()?.recorded_steps > 0)
}

/// Gives every line its standing, after `game` came in as the last of them.
fn stand(lines: &mut [Kept], game: &Verified) -> Result<(), StoreError> {
    let Some((own, others)) = lines.split_last_mut() else {
        return Ok(());
    };
    let role = if leans(game) {
        Standing::Leaning
    } else {
        Standing::Longest
    };
    let Some(holder) = others.iter_mut().find(|line| line.standing == role) else {
        own.standing = role;
        return Ok(());
    };
    let outdated = role == Standing::Leaning && !on_record(holder, game)?;
    if outdated || own.steps > holder.steps {
        holder.standing = Standing::Rival;
        own.standing = role;
    }
    Ok(())
}

/// Whether a line that leans on the record goes through the record's head as `game` does, whose view
/// of the record is the newest.
fn on_record(line: &Kept, game: &Verified) -> Result<bool, StoreError> {
    let recorded = game.transcript().recorded_steps;
    let line = line.verify()?;
    Ok(line.chain().head_at(recorded) == game.chain().head_at(recorded))
}

/// Takes the shortest rivals out until there are no more than `most`; returns their heads.
fn excess(lines: &mut Vec<Kept>, most: usize) -> Vec<Felt> {
    let mut rivals: Vec<_> = lines
        .iter()
        .filter(|line| line.standing == Standing::Rival)
        .map(|line| (line.steps, line.head))
        .collect();
    // Stable: of rivals of one length the older ones stay.
    rivals.sort_by_key(|(steps, _)| std::cmp::Reverse(*steps));
    let heads: Vec<_> = rivals
        .into_iter()
        .skip(most)
        .map(|(_, head)| head)
        .collect();
    lines.retain(|line| !heads.contains(&line.head));
    heads
}

#[cfg(test)]
mod tests;
