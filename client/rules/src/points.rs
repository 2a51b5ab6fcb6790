//! Points of the board and sets of them.

use crate::setup::Size;

/// The most points a board has: 19 * 19.
pub const MAX_POINTS: u16 = 361;

/// A point, numbered `y * size + x` from the top left (protocol 1.1), 0 to 360.
///
/// A point knows no board: it may lie beyond a smaller one, which the rules then refuse with
/// [`RuleError::OutOfRange`](crate::RuleError::OutOfRange).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point with this number; `None` above 360, where the codes of other steps begin.
    #[must_use]
    pub const fn new(code: u16) -> Option<Self> {
        if code < MAX_POINTS {
            Some(Self(code))
        } else {
            None
        }
    }

    /// The point in column `x` and row `y`, both from 0 at the top left; `None` off the board.
    #[must_use]
    pub const fn from_xy(size: Size, x: u8, y: u8) -> Option<Self> {
        if x < size.get() && y < size.get() {
            Some(Self(y as u16 * size.get() as u16 + x as u16))
        } else {
            None
        }
    }

    /// The number of the point.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Column and row from 0 at the top left. Meaningful only for a point of that board.
    #[must_use]
    pub const fn xy(self, size: Size) -> (u8, u8) {
        let size = size.get() as u16;
        ((self.0 % size) as u8, (self.0 / size) as u8)
    }

    /// Whether the point lies on a board of that size.
    #[must_use]
    pub const fn is_on(self, size: Size) -> bool {
        self.0 < size.points()
    }

    /// The two to four points of a board next to one of its points; the edges do not wrap around.
    pub fn neighbours(self, size: Size) -> impl Iterator<Item = Self> {
        let (x, y) = self.xy(size);
        let (last, row) = (size.get() - 1, u16::from(size.get()));
        let up = (y > 0).then(|| Self(self.0 - row));
        let left = (x > 0).then(|| Self(self.0 - 1));
        let right = (x < last).then(|| Self(self.0 + 1));
        let down = (y < last).then(|| Self(self.0 + row));
        [up, left, right, down].into_iter().flatten()
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of points: bit i of the 384-bit little-endian number is point i (protocol 2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u128; 3]);

impl PointSet {
    /// The set without a point.
    pub const EMPTY: Self = Self([0; 3]);

    /// The set with these three limbs, least significant first; `None` if a bit from 361 on is set.
    #[must_use]
    pub const fn from_limbs(limbs: [u128; 3]) -> Option<Self> {
        if limbs[2] >> (MAX_POINTS as u32 - 256) == 0 {
            Some(Self(limbs))
        } else {
            None
        }
    }

    /// The three limbs of the set, least significant first.
    #[must_use]
    pub const fn limbs(self) -> [u128; 3] {
        self.0
    }

    /// Every point of a board.
    #[must_use]
    pub fn all(size: Size) -> Self {
        (0..size.points()).map(Point).collect()
    }

    /// Adds a point.
    pub const fn insert(&mut self, point: Point) {
        self.0[point.index() >> 7] |= 1 << (point.0 & 127);
    }

    /// Takes a point out.
    pub const fn remove(&mut self, point: Point) {
        self.0[point.index() >> 7] &= !(1 << (point.0 & 127));
    }

    /// Whether the point is in the set.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0[point.index() >> 7] >> (point.0 & 127) & 1 == 1
    }

    /// The number of points.
    #[must_use]
    pub fn len(self) -> u16 {
        // At most 384 bits in all.
        self.0.iter().map(|limb| limb.count_ones() as u16).sum()
    }

    /// Whether there is no point.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether all points lie on a board of that size.
    #[must_use]
    pub fn is_on(self, size: Size) -> bool {
        self.iter().all(|point| point.is_on(size))
    }

    /// The points, in rising order.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        self.0
            .into_iter()
            .zip([0, 128, 256])
            .flat_map(|(mut limb, base)| {
                std::iter::from_fn(move || {
                    let bit = limb.trailing_zeros();
                    // Clears the lowest bit; an empty limb stays empty.
                    limb &= limb.wrapping_sub(1);
                    (bit < 128).then(|| Point(base + bit as u16))
                })
            })
    }

    /// The points of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The points of both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The points of this set that the other lacks.
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(self, other: Self, op: impl Fn(u128, u128) -> u128) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        Self([op(a0, b0), op(a1, b1), op(a2, b2)])
    }

    /// Every point moved to the number `by` higher. Points beyond 383 are lost; the caller masks
    /// what left its board. `by` is 1 to 127.
    pub(crate) const fn raised(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        Self([
            a << by,
            b << by | a >> (128 - by),
            c << by | b >> (128 - by),
        ])
    }

    /// Every point moved to the number `by` lower; those below 0 are lost. `by` is 1 to 127.
    pub(crate) const fn lowered(self, by: u32) -> Self {
        let [a, b, c] = self.0;
        Self([
            a >> by | b << (128 - by),
            b >> by | c << (128 - by),
            c >> by,
        ])
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(code: u16) -> Point {
        Point::new(code).unwrap()
    }

    #[test]
    fn a_code_of_another_step_is_no_point() {
        assert_eq!(Point::new(360).map(Point::code), Some(360));
        assert_eq!(Point::new(361), None);
    }

    #[test]
    fn points_count_rows_from_the_top_left() {
        let size = Size::new(7).unwrap();
        let p = Point::from_xy(size, 3, 2).unwrap();
        assert_eq!(p.code(), 17);
        assert_eq!(p.xy(size), (3, 2));
        assert_eq!(Point::from_xy(size, 7, 0), None);
        assert_eq!(Point::from_xy(size, 0, 7), None);
        assert!(point(48).is_on(size) && !point(49).is_on(size));
    }

    #[test]
    fn edges_do_not_wrap() {
        let size = Size::new(3).unwrap();
        let next = |code| {
            point(code)
                .neighbours(size)
                .map(Point::code)
                .collect::<Vec<_>>()
        };
        assert_eq!(next(0), [1, 3]);
        assert_eq!(next(2), [1, 5]);
        assert_eq!(next(3), [0, 4, 6]);
        assert_eq!(next(4), [1, 3, 5, 7]);
        assert_eq!(next(8), [5, 7]);
    }

    #[test]
    fn sets_hold_points_across_limbs() {
        let codes = [0, 127, 128, 255, 256, 360];
        let mut set: PointSet = codes.into_iter().map(point).collect();
        assert_eq!(set.limbs(), [1 | 1 << 127, 1 | 1 << 127, 1 | 1 << 104]);
        assert_eq!(set.iter().map(Point::code).collect::<Vec<_>>(), codes);
        assert_eq!(set.len(), 6);
        set.remove(point(128));
        assert!(!set.contains(point(128)) && set.contains(point(127)));
        assert_eq!(PointSet::from_limbs(set.limbs()), Some(set));
    }

    #[test]
    fn a_set_is_empty_once_all_points_are_taken_out() {
        // The same bit of two limbs, and another that is not the lowest.
        for codes in [[5, 133], [5, 261], [133, 261]] {
            let mut set: PointSet = codes.into_iter().map(point).collect();
            assert!(!set.is_empty(), "{codes:?}");
            set.remove(point(codes[0]));
            assert_eq!(set, [point(codes[1])].into_iter().collect());
            set.remove(point(codes[1]));
            assert!(set.is_empty(), "{codes:?}");
        }
    }

    #[test]
    fn a_set_is_on_a_board_that_has_all_its_points() {
        let size = Size::new(7).unwrap();
        let set = |codes: [u16; 2]| -> PointSet { codes.into_iter().map(point).collect() };
        assert!(set([0, 48]).is_on(size) && PointSet::EMPTY.is_on(size));
        assert!(!set([0, 49]).is_on(size));
    }

    #[test]
    fn limbs_beyond_the_largest_board_are_no_set() {
        assert!(PointSet::from_limbs([0, 0, 1 << 104]).is_some());
        assert_eq!(PointSet::from_limbs([0, 0, 1 << 105]), None);
        assert_eq!(PointSet::from_limbs([0, 0, 1 << 127]), None);
    }

    #[test]
    fn shifting_carries_between_limbs() {
        let set: PointSet = [120, 250].into_iter().map(point).collect();
        let up = set.raised(19);
        assert_eq!(up.iter().map(Point::code).collect::<Vec<_>>(), [139, 269]);
        assert_eq!(up.lowered(19), set);
    }
}
