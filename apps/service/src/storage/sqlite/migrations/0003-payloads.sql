-- Each biometric type has fields of its own: the finger becomes one field of a payload in JSON.
-- breaks

ALTER TABLE sessions RENAME COLUMN finger TO payload;
ALTER TABLE sessions RENAME COLUMN outcome_finger TO outcome_payload;
UPDATE sessions SET payload = json_object('finger', payload) WHERE payload IS NOT NULL;
UPDATE sessions SET outcome_payload = json_object('finger', outcome_payload) WHERE outcome_payload IS NOT NULL;
