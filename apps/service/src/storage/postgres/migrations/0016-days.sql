-- Both tables in parts by the day of the session, which its id begins with. Whoever names a table means all its parts: statements of the
-- release before work as they did, each id in one part. No row is written anew, and none is read. Days are made by whoever runs, ahead of
-- time (partitions.ts); what belongs to no day that was made lies in a part for the rest.

DO $$
DECLARE
  bound TEXT;
  last_seq BIGINT;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM '''(ses_[^'']*)''') INTO STRICT bound
  FROM pg_constraint WHERE conrelid = 'session_events'::regclass AND conname = 'session_events_bound';

  LOCK TABLE session_events, bio_attempts IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('SELECT last_value FROM %s', pg_get_serial_sequence('session_events', 'seq')) INTO last_seq;
  ALTER TABLE session_events ALTER COLUMN seq DROP IDENTITY;
  ALTER TABLE session_events RENAME CONSTRAINT session_events_pkey TO session_events_before_pkey;
  ALTER TABLE session_events RENAME TO session_events_before;
  ALTER TABLE bio_attempts RENAME CONSTRAINT bio_attempts_pkey TO bio_attempts_before_pkey;
  ALTER TABLE bio_attempts RENAME TO bio_attempts_before;

  CREATE TABLE session_events (
    session_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT GENERATED ALWAYS AS IDENTITY,
    event TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (session_id, seq)
  ) PARTITION BY RANGE (session_id);
  PERFORM setval(pg_get_serial_sequence('session_events', 'seq'), last_seq + 1);
  CREATE TABLE bio_attempts (
    session_id TEXT COLLATE "C" PRIMARY KEY,
    attempts TEXT NOT NULL
  ) PARTITION BY RANGE (session_id);

  EXECUTE format('ALTER TABLE session_events ATTACH PARTITION session_events_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  EXECUTE format('ALTER TABLE bio_attempts ATTACH PARTITION bio_attempts_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE session_events_before DROP CONSTRAINT session_events_bound;
  ALTER TABLE bio_attempts_before DROP CONSTRAINT bio_attempts_bound;
  CREATE TABLE session_events_rest PARTITION OF session_events DEFAULT;
  CREATE TABLE bio_attempts_rest PARTITION OF bio_attempts DEFAULT;
END $$;
