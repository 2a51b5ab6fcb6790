-- How often a simulation refused the work on its record: what was refused rests longer each time, and
-- comes after what never was.
ALTER TABLE jobs ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
-- Since this version a decision that did not see why its channel was woken is written down all the
-- same, with `decide_at` 0: the channel is decided again at once.
