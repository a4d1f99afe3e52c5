-- The database itself writes the outbox, with the move that ends a session: no place that ends one can forget it, and neither can a process
-- of an earlier release on the same store. It is erased with its session, for the same reason.

CREATE TABLE webhook_endpoints (
  merchant_id TEXT COLLATE "C" PRIMARY KEY REFERENCES merchants (id),
  url TEXT NOT NULL,
  ca_pem TEXT,
  created_at BIGINT NOT NULL,
  failing_since BIGINT,
  disabled_at BIGINT
);

CREATE TABLE webhook_secrets (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES webhook_endpoints (merchant_id) ON DELETE CASCADE,
  sealed BYTEA NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX webhook_secrets_by_merchant ON webhook_secrets (merchant_id, seq);

CREATE TABLE webhook_outbox (
  session_id TEXT COLLATE "C" PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  merchant_id TEXT COLLATE "C" NOT NULL,
  mode TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at BIGINT,
  delivered_at BIGINT,
  last_at BIGINT,
  last_result TEXT
);
CREATE INDEX webhook_outbox_by_due_time ON webhook_outbox (merchant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_outbox_by_merchant ON webhook_outbox (merchant_id, at);

CREATE FUNCTION webhook_session_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_outbox (session_id, merchant_id, mode, at, until, due_at)
  SELECT NEW.id, NEW.merchant_id, NEW.mode, NEW.ended_at, NEW.ended_at + 86400000, NEW.ended_at
  FROM webhook_endpoints e WHERE e.merchant_id = NEW.merchant_id AND e.disabled_at IS NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_session_final AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION webhook_session_final();
