-- A suspended merchant gets no tokens. A paused webhook keeps its events and sends none. Merchants acknowledge the notice of a rotation.
-- Counts by the hour are kept for the charts of 30 days, those by the minute only for the last hours.

ALTER TABLE merchants ADD COLUMN suspended_at BIGINT;
ALTER TABLE webhook_endpoints ADD COLUMN paused_at BIGINT;
ALTER TABLE webhook_outbox ADD COLUMN last_ms BIGINT;

CREATE TABLE hourly_counts (
  hour BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (hour, name, label)
);

CREATE TABLE notice_acknowledgements (
  key_id TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  acknowledged_at BIGINT NOT NULL,
  PRIMARY KEY (key_id, merchant_id)
);
