-- A line of JSON for each delivery attempt of an event. It goes with its event.

ALTER TABLE webhook_outbox ADD COLUMN attempt_log TEXT;
