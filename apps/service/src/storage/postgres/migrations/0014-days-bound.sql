-- What grows with every move gets a part for each day (0016). What is there becomes the first part, up to a day that lies ahead: until then
-- nothing changes but that. That no row lies beyond it is said here and proven by 0015, while everybody works on; to the next step it is
-- known, and it has to look at no row. More than a month ahead: also where an upgrade stops in between, nobody meets this rule.

DO $$
DECLARE
  has_sessions BOOLEAN := EXISTS (SELECT 1 FROM sessions);
  day BIGINT := floor(extract(epoch FROM now()) / 86400)::bigint + CASE WHEN has_sessions THEN 40 ELSE 2 END;
  -- The first session id of that day: its milliseconds in 48 bits, five to a letter.
  bits BIGINT := day * 86400000 * 4;
  bound TEXT COLLATE "C" := 'ses_';
  latest TEXT COLLATE "C";
BEGIN
  FOR i IN REVERSE 9..0 LOOP
    bound := bound || substr('0123456789abcdefghjkmnpqrstvwxyz', ((bits >> (5 * i)) & 31)::integer + 1, 1);
  END LOOP;
  -- A sandbox's clock may have been ahead.
  SELECT max(session_id) INTO latest FROM
    (SELECT max(session_id) AS session_id FROM session_events UNION ALL SELECT max(session_id) FROM bio_attempts) AS each;
  IF latest >= bound THEN bound := latest || 'z'; END IF;
  EXECUTE format('ALTER TABLE session_events ADD CONSTRAINT session_events_bound CHECK (session_id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE bio_attempts ADD CONSTRAINT bio_attempts_bound CHECK (session_id < %L) NOT VALID', bound);
END $$;
