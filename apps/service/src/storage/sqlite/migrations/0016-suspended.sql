-- A suspended merchant gets no tokens. A paused webhook keeps its events and sends none.

ALTER TABLE merchants ADD COLUMN suspended_at INTEGER;
ALTER TABLE webhook_endpoints ADD COLUMN paused_at INTEGER;
ALTER TABLE webhook_outbox ADD COLUMN last_ms INTEGER;
