-- What nobody reads: the envelope says what a transaction may cost, the history in which one a record
-- was seen.
ALTER TABLE attempts DROP COLUMN max_fee;
ALTER TABLE observations DROP COLUMN seen_in;
