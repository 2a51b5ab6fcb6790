//! Makes a list shorter as long as it still shows the same.

/// Most lists that are tried: each is a replay.
const TRIES: usize = 3000;

/// The list without as many of its items as can be dropped while `shows` holds: runs of half the
/// length first, single items last, from the end on. `shows` holds for `items`.
pub fn reduce<T: Clone>(items: &[T], mut shows: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept = items.to_vec();
    let mut tries = 0;
    let mut run = kept.len().div_ceil(2);
    while run > 0 {
        let before = kept.len();
        let mut end = kept.len();
        while end > 0 && tries < TRIES {
            let start = end.saturating_sub(run);
            let shorter: Vec<_> = kept
                .iter()
                .enumerate()
                .filter(|(index, _)| !(start..end).contains(index))
                .map(|(_, item)| item.clone())
                .collect();
            tries += 1;
            if shows(&shorter) {
                kept = shorter;
            }
            end = start;
        }
        // What was needed before may not be needed now.
        if kept.len() == before || tries >= TRIES {
            // By way of two: a pair of moves leaves the colours of all later ones as they are.
            run = if run > 1 { run.div_ceil(2) } else { 0 };
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_shows_it_is_kept() {
        let items: Vec<_> = (0..200).collect();
        let kept = reduce(&items, |list| list.contains(&17) && list.contains(&142));
        assert_eq!(kept, [17, 142]);
    }

    #[test]
    fn pairs_that_only_go_together_are_dropped() {
        let items: Vec<_> = (0..101).collect();
        assert_eq!(reduce(&items, |list| list.len() % 2 == 1).len(), 1);
    }

    #[test]
    fn what_needs_everything_stays() {
        let items = [3, 1, 2];
        assert_eq!(reduce(&items, |list| list.len() == 3), items);
        assert_eq!(reduce(&[0; 0], |_| true), [0; 0]);
    }
}
