-- The database itself writes the outbox, with the move that ends a session: no place that ends one can forget it, and neither can a process
-- of an earlier release on the same store. It is erased with its session, for the same reason.

CREATE TABLE webhook_endpoints (
  merchant_id TEXT PRIMARY KEY REFERENCES merchants (id),
  url TEXT NOT NULL,
  ca_pem TEXT,
  created_at INTEGER NOT NULL,
  failing_since INTEGER,
  disabled_at INTEGER
) STRICT;

CREATE TABLE webhook_secrets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL REFERENCES webhook_endpoints (merchant_id) ON DELETE CASCADE,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_secrets_by_merchant ON webhook_secrets (merchant_id, seq);

CREATE TABLE webhook_outbox (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  merchant_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  delivered_at INTEGER,
  last_at INTEGER,
  last_result TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_outbox_by_due_time ON webhook_outbox (merchant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_outbox_by_merchant ON webhook_outbox (merchant_id, at);

CREATE TRIGGER webhook_session_final AFTER UPDATE OF ended_at ON sessions
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO webhook_outbox (session_id, merchant_id, mode, at, until, due_at)
  SELECT NEW.id, NEW.merchant_id, NEW.mode, NEW.ended_at, NEW.ended_at + 86400000, NEW.ended_at
  FROM webhook_endpoints WHERE merchant_id = NEW.merchant_id AND disabled_at IS NULL;
END;
