-- A suspended merchant gets no tokens. A paused webhook keeps its events and sends none. Merchants acknowledge the notice of a rotation.

ALTER TABLE merchants ADD COLUMN suspended_at INTEGER;
ALTER TABLE webhook_endpoints ADD COLUMN paused_at INTEGER;
ALTER TABLE webhook_outbox ADD COLUMN last_ms INTEGER;

CREATE TABLE notice_acknowledgements (
  key_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  acknowledged_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, merchant_id)
) STRICT, WITHOUT ROWID;
