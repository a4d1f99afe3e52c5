-- Counts a verification attempt in one round trip. The lock serializes calls with the same key, so that the next statement sees all earlier counts.
-- `live_until`: an attempt of a later time comes from a wrong clock.
-- Its plan is kept, even one that was made for a small table. `at + 0` and the setting leave it only the index by key.
CREATE FUNCTION count_attempt(counted_key TEXT, now BIGINT, since BIGINT, live_until BIGINT, most BIGINT)
RETURNS BIGINT LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  counted BIGINT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(counted_key, 0));
  INSERT INTO attempts (key, at) SELECT counted_key, now
  WHERE (SELECT count(*) FROM attempts WHERE key = counted_key AND at + 0 > since AND at + 0 <= live_until) < most
  RETURNING seq INTO counted;
  RETURN counted;
END $$;
