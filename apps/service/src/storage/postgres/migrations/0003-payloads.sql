-- Each biometric type has fields of its own: the finger becomes one field of a payload in JSON. Rewrites the table once.
-- breaks

ALTER TABLE sessions
  ALTER COLUMN finger TYPE TEXT USING CASE WHEN finger IS NOT NULL THEN json_build_object('finger', finger)::text END,
  ALTER COLUMN outcome_finger TYPE TEXT
    USING CASE WHEN outcome_finger IS NOT NULL THEN json_build_object('finger', outcome_finger)::text END;
ALTER TABLE sessions RENAME COLUMN finger TO payload;
ALTER TABLE sessions RENAME COLUMN outcome_finger TO outcome_payload;
