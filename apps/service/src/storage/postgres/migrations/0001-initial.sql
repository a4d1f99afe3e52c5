-- Times are milliseconds since 1970. Ids are compared byte by byte (COLLATE "C"), as SQLite does.

-- One row.
CREATE TABLE store_identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'production'))
);

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Merchants

-- `moved_to`: the base URL of its new cell. `import_id`: the SHA-256 of the file that it came in. `imported_at`: when its last session was imported.
CREATE TABLE merchants (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT NOT NULL,
  logo_id TEXT COLLATE "C",
  privacy_url TEXT,
  retention_text TEXT,
  reader BOOLEAN NOT NULL,
  device_binding TEXT NOT NULL CHECK (device_binding IN ('off', 'offered', 'required')),
  bio_base_url TEXT NOT NULL,
  bio_ca_pem TEXT,
  bio_timeout_ms INTEGER NOT NULL,
  bio_retries INTEGER NOT NULL,
  session_lifetime_s INTEGER NOT NULL,
  attempts_per_hour INTEGER NOT NULL,
  rate_limits TEXT NOT NULL,
  suspended_at BIGINT,
  moved_to TEXT,
  import_id TEXT COLLATE "C",
  imported_at BIGINT,
  created_at BIGINT NOT NULL
);

-- Apart from the merchants, which are read with every call. Two merchants may have the same picture.
CREATE TABLE merchant_logos (
  merchant_id TEXT COLLATE "C" PRIMARY KEY REFERENCES merchants (id),
  id TEXT COLLATE "C" NOT NULL,
  bytes BYTEA NOT NULL
);
CREATE INDEX merchant_logos_by_id ON merchant_logos (id);

CREATE TABLE clients (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES merchants (id),
  scopes TEXT NOT NULL,
  revoked_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE INDEX clients_by_merchant ON clients (merchant_id);

CREATE TABLE client_secrets (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES clients (id),
  hash TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX client_secrets_by_client ON client_secrets (client_id, seq);

-- Keys

-- `merchant_id`: empty for the keys of this cell. Others came with a merchant from another cell.
-- `last_used_at`: when an enrollment was last opened with this sealing key.
CREATE TABLE keys (
  id TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  purpose TEXT NOT NULL,
  public_key TEXT,
  sealed BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  activates_at BIGINT NOT NULL,
  removed_at BIGINT,
  last_used_at BIGINT,
  PRIMARY KEY (merchant_id, id)
);

CREATE TABLE key_acceptances (
  merchant_id TEXT COLLATE "C" NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL,
  last_accepted_at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, key_id)
);

CREATE TABLE notice_acknowledgments (
  key_id TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  acknowledged_at BIGINT NOT NULL,
  PRIMARY KEY (key_id, merchant_id)
);

-- Sessions

-- The tables by session id have a partition for each day of creation, made ahead of time (partitions.ts): ids begin with the time.
-- Rows without one are in the default partition.

-- The payloads are JSON: each biometric type has its own fields.
-- `final_status` is for operators' lists. An index on `status` would be written by every move, and every other index with it.
CREATE TABLE sessions (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL,
  merchant_user_ref TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('enroll', 'verify')),
  type TEXT NOT NULL,
  payload TEXT,
  return_url TEXT,
  locale TEXT,
  display_text TEXT,
  metadata TEXT,
  request_id TEXT COLLATE "C",
  client_id TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  status TEXT NOT NULL CHECK (status IN (
    'created', 'opened', 'app_launched', 'callback_received', 'processing', 'succeeded', 'failed', 'expired', 'canceled'
  )),
  processing_deadline BIGINT,
  failure_code TEXT,
  outcome_matched BOOLEAN,
  outcome_device TEXT CHECK (outcome_device IN ('bound', 'unbound')),
  outcome_payload TEXT,
  cancel_reason TEXT,
  ended_at BIGINT,
  join_via TEXT,
  join_match_code TEXT,
  join_app_token_hash TEXT,
  join_confirmed BOOLEAN,
  join_wrong_numbers INTEGER,
  join_at BIGINT,
  final_status TEXT GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN status END) STORED,
  CHECK ((ended_at IS NOT NULL) = (status IN ('succeeded', 'failed', 'expired', 'canceled')))
) PARTITION BY RANGE (id);
CREATE TABLE sessions_rest PARTITION OF sessions DEFAULT;
CREATE INDEX sessions_by_merchant ON sessions (merchant_id, id);
CREATE INDEX sessions_by_due_time ON sessions (coalesce(processing_deadline, expires_at)) WHERE ended_at IS NULL;
-- For operators' lists. The few sessions that have not ended are found by sessions_by_due_time.
CREATE INDEX sessions_by_final_status ON sessions (final_status, id) WHERE final_status IS NOT NULL;
CREATE INDEX sessions_by_failure ON sessions (failure_code, id) WHERE failure_code IS NOT NULL;
CREATE INDEX sessions_by_request ON sessions (request_id) WHERE request_id IS NOT NULL;

CREATE TABLE session_events (
  session_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT GENERATED BY DEFAULT AS IDENTITY,
  event TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (session_id, seq)
) PARTITION BY RANGE (session_id);
CREATE TABLE session_events_rest PARTITION OF session_events DEFAULT;

CREATE TABLE idempotency_claims (
  merchant_id TEXT COLLATE "C" NOT NULL,
  endpoint TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  session_id TEXT COLLATE "C" NOT NULL,
  claimed_at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, endpoint, key)
);
CREATE INDEX idempotency_claims_by_age ON idempotency_claims (claimed_at);

-- Verification attempts that count toward the limit. `key` is a keyed hash.
CREATE TABLE attempts (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX attempts_by_key ON attempts (key, at);
CREATE INDEX attempts_by_age ON attempts (at);

-- Counts an attempt in one round trip. The lock serializes calls with the same key, so that the next statement sees all earlier counts.
-- `live_until`: an attempt of a later time comes from a wrong clock.
-- Its plan is kept, even one that was made for a small table. `at + 0` and the setting leave it only the index by key.
CREATE FUNCTION count_attempt(counted_key TEXT, now BIGINT, since BIGINT, live_until BIGINT, most BIGINT)
RETURNS BIGINT LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  counted BIGINT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(counted_key, 0));
  INSERT INTO attempts (key, at) SELECT counted_key, now
  WHERE (SELECT count(*) FROM attempts WHERE key = counted_key AND at + 0 > since AND at + 0 <= live_until) < most
  RETURNING seq INTO counted;
  RETURN counted;
END $$;

-- The call attempts of a session as JSON. It holds no request, and of an answer only its status and error code.
CREATE TABLE bio_attempts (
  session_id TEXT COLLATE "C" PRIMARY KEY,
  attempts TEXT NOT NULL
) PARTITION BY RANGE (session_id);
CREATE TABLE bio_attempts_rest PARTITION OF bio_attempts DEFAULT;

-- Webhooks

-- `tests`: the latest test events and their results, as JSON.
CREATE TABLE webhook_endpoints (
  merchant_id TEXT COLLATE "C" PRIMARY KEY REFERENCES merchants (id),
  url TEXT NOT NULL,
  ca_pem TEXT,
  created_at BIGINT NOT NULL,
  failing_since BIGINT,
  disabled_at BIGINT,
  paused_at BIGINT,
  tests TEXT
);
CREATE INDEX webhook_endpoints_in_trouble ON webhook_endpoints (merchant_id)
WHERE failing_since IS NOT NULL OR disabled_at IS NOT NULL OR paused_at IS NOT NULL;

CREATE TABLE webhook_secrets (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  merchant_id TEXT COLLATE "C" NOT NULL REFERENCES webhook_endpoints (merchant_id) ON DELETE CASCADE,
  sealed BYTEA NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX webhook_secrets_by_merchant ON webhook_secrets (merchant_id, seq);

-- `attempt_log` has a line of JSON for each delivery attempt.
CREATE TABLE webhook_outbox (
  session_id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL,
  mode TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at BIGINT,
  delivered_at BIGINT,
  attempt_log TEXT
);
CREATE INDEX webhook_outbox_by_due_time ON webhook_outbox (merchant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_outbox_by_merchant ON webhook_outbox (merchant_id, at);
CREATE INDEX webhook_outbox_given_up ON webhook_outbox (merchant_id) WHERE due_at IS NULL AND delivered_at IS NULL;

-- No code that ends a session can forget its event.
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

-- Operators

CREATE TABLE audit_log (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
);

-- One row: the newest entry.
CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq BIGINT NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_head (one, seq, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

CREATE TABLE console_links (
  hash TEXT COLLATE "C" PRIMARY KEY,
  role TEXT NOT NULL,
  merchant_id TEXT COLLATE "C",
  actor TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE TABLE console_sign_ins (
  hash TEXT COLLATE "C" PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  role TEXT NOT NULL,
  merchant_id TEXT COLLATE "C",
  actor TEXT NOT NULL,
  began_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);

-- API requests that were answered with an error, for 7 days. No bodies.
CREATE TABLE failed_requests (
  id TEXT COLLATE "C" PRIMARY KEY,
  at BIGINT NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT NOT NULL,
  merchant_id TEXT COLLATE "C",
  client_id TEXT COLLATE "C",
  session_id TEXT COLLATE "C",
  field TEXT
);
CREATE INDEX failed_requests_by_age ON failed_requests (at);
CREATE INDEX failed_requests_by_merchant ON failed_requests (merchant_id, at) WHERE merchant_id IS NOT NULL;
CREATE INDEX failed_requests_by_session ON failed_requests (session_id) WHERE session_id IS NOT NULL;

-- Rate limits and charts

-- Unlogged: writes do not wait for the disk, and a crash of the server empties the table, which does no harm.
-- No index but the key, and free space in each page, so that a hit changes its row in place.
CREATE UNLOGGED TABLE rate_windows (
  key TEXT COLLATE "C" PRIMARY KEY,
  hits BIGINT[] NOT NULL,
  last_at BIGINT NOT NULL
) WITH (fillfactor = 50);

-- Counts by the minute, for the last hours.
CREATE UNLOGGED TABLE minute_counts (
  minute BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (minute, name, merchant_id, label)
);

-- Counts by the hour, for 30 days.
CREATE TABLE hourly_counts (
  hour BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (hour, name, merchant_id, label)
);

-- Running processes, as they report themselves every 10 s. Unlogged: they report again after a crash of the server.
CREATE UNLOGGED TABLE processes (
  id TEXT COLLATE "C" PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  version TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  clock_ahead_ms BIGINT NOT NULL,
  certificate_until BIGINT,
  certificate_late_at BIGINT,
  seen_at BIGINT NOT NULL
);
