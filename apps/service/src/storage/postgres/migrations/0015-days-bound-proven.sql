-- Reads both tables once. Nobody waits for it.

ALTER TABLE session_events VALIDATE CONSTRAINT session_events_bound;
ALTER TABLE bio_attempts VALIDATE CONSTRAINT bio_attempts_bound;
