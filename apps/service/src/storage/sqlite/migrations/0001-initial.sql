-- Times are milliseconds since 1970. Rate windows, counts, failed requests and processes are in another file, recent.db.

-- One row. `touched` is written by readiness checks.
CREATE TABLE store_identity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'production')),
  touched INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Merchants

-- `moved_to`: the base URL of its new cell. `import_id`: the SHA-256 of the file that it came in. `imported_at`: when its last session was imported.
CREATE TABLE merchants (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  logo_id TEXT,
  privacy_url TEXT,
  retention_text TEXT,
  reader INTEGER NOT NULL CHECK (reader IN (0, 1)),
  device_binding TEXT NOT NULL CHECK (device_binding IN ('off', 'offered', 'required')),
  bio_base_url TEXT NOT NULL,
  bio_ca_pem TEXT,
  bio_timeout_ms INTEGER NOT NULL,
  bio_retries INTEGER NOT NULL,
  session_lifetime_s INTEGER NOT NULL,
  attempts_per_hour INTEGER NOT NULL,
  rate_limits TEXT NOT NULL,
  suspended_at INTEGER,
  moved_to TEXT,
  import_id TEXT,
  imported_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

-- Apart from the merchants, which are read with every call. Two merchants may have the same picture.
CREATE TABLE merchant_logos (
  merchant_id TEXT PRIMARY KEY REFERENCES merchants (id),
  id TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX merchant_logos_by_id ON merchant_logos (id);

CREATE TABLE clients (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  scopes TEXT NOT NULL,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX clients_by_merchant ON clients (merchant_id);

CREATE TABLE client_secrets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (id),
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX client_secrets_by_client ON client_secrets (client_id, seq);

-- Keys

-- `merchant_id`: empty for the keys of this cell. Others came with a merchant from another cell.
-- `last_used_at`: when an enrollment was last opened with this sealing key.
CREATE TABLE keys (
  id TEXT NOT NULL,
  merchant_id TEXT NOT NULL DEFAULT '',
  purpose TEXT NOT NULL,
  public_key TEXT,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  activates_at INTEGER NOT NULL,
  removed_at INTEGER,
  last_used_at INTEGER,
  PRIMARY KEY (merchant_id, id)
) STRICT;

CREATE TABLE key_acceptances (
  merchant_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  last_accepted_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, key_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_acknowledgments (
  key_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  acknowledged_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, merchant_id)
) STRICT, WITHOUT ROWID;

-- Sessions

-- The payloads are JSON: each biometric type has its own fields.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  merchant_user_ref TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('enroll', 'verify')),
  type TEXT NOT NULL,
  payload TEXT,
  return_url TEXT,
  locale TEXT,
  display_text TEXT,
  metadata TEXT,
  request_id TEXT,
  client_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN (
    'created', 'opened', 'app_launched', 'callback_received', 'processing', 'succeeded', 'failed', 'expired', 'canceled'
  )),
  processing_deadline INTEGER,
  failure_code TEXT,
  outcome_matched INTEGER CHECK (outcome_matched IN (0, 1)),
  outcome_device TEXT CHECK (outcome_device IN ('bound', 'unbound')),
  outcome_payload TEXT,
  cancel_reason TEXT,
  ended_at INTEGER,
  join_via TEXT,
  join_match_code TEXT,
  join_app_token_hash TEXT,
  join_confirmed INTEGER CHECK (join_confirmed IN (0, 1)),
  join_wrong_numbers INTEGER,
  join_at INTEGER,
  CHECK ((ended_at IS NOT NULL) = (status IN ('succeeded', 'failed', 'expired', 'canceled')))
) STRICT;
CREATE INDEX sessions_by_merchant ON sessions (merchant_id, id);
CREATE INDEX sessions_by_due_time ON sessions (coalesce(processing_deadline, expires_at)) WHERE ended_at IS NULL;
-- For operators' lists. The few sessions that have not ended are found by sessions_by_due_time.
CREATE INDEX sessions_by_final_status ON sessions (status, id) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_by_failure ON sessions (failure_code, id) WHERE failure_code IS NOT NULL;
CREATE INDEX sessions_by_request ON sessions (request_id) WHERE request_id IS NOT NULL;

CREATE TABLE session_events (
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  event TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (session_id, seq)
) STRICT, WITHOUT ROWID;

-- Read by other processes, in place of notifications.
CREATE TABLE session_changes (
  seq INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL
) STRICT;

CREATE TABLE idempotency_claims (
  merchant_id TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  session_id TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, endpoint, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_claims_by_age ON idempotency_claims (claimed_at);

-- Verification attempts that count toward the limit. `key` is a keyed hash. `seq` is never used twice, so that taking back one attempt never takes back another.
CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX attempts_by_key ON attempts (key, at);
CREATE INDEX attempts_by_age ON attempts (at);

-- The call attempts of a session as JSON. It holds no request, and of an answer only its status and error code.
CREATE TABLE bio_attempts (
  session_id TEXT PRIMARY KEY,
  attempts TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Webhooks

-- `tests`: the latest test events and their results, as JSON.
CREATE TABLE webhook_endpoints (
  merchant_id TEXT PRIMARY KEY REFERENCES merchants (id),
  url TEXT NOT NULL,
  ca_pem TEXT,
  created_at INTEGER NOT NULL,
  failing_since INTEGER,
  disabled_at INTEGER,
  paused_at INTEGER,
  tests TEXT
) STRICT;
CREATE INDEX webhook_endpoints_in_trouble ON webhook_endpoints (merchant_id)
WHERE failing_since IS NOT NULL OR disabled_at IS NOT NULL OR paused_at IS NOT NULL;

CREATE TABLE webhook_secrets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL REFERENCES webhook_endpoints (merchant_id) ON DELETE CASCADE,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_secrets_by_merchant ON webhook_secrets (merchant_id, seq);

-- `attempt_log` has a line of JSON for each delivery attempt.
CREATE TABLE webhook_outbox (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  merchant_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  delivered_at INTEGER,
  attempt_log TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_outbox_by_due_time ON webhook_outbox (merchant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_outbox_by_merchant ON webhook_outbox (merchant_id, at);
CREATE INDEX webhook_outbox_given_up ON webhook_outbox (merchant_id) WHERE due_at IS NULL AND delivered_at IS NULL;

-- No code that ends a session can forget its event.
CREATE TRIGGER webhook_session_final AFTER UPDATE OF ended_at ON sessions
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO webhook_outbox (session_id, merchant_id, mode, at, until, due_at)
  SELECT NEW.id, NEW.merchant_id, NEW.mode, NEW.ended_at, NEW.ended_at + 86400000, NEW.ended_at
  FROM webhook_endpoints WHERE merchant_id = NEW.merchant_id AND disabled_at IS NULL;
END;

-- Operators

CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

-- One row: the newest entry.
CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO audit_head (one, seq, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

CREATE TABLE console_links (
  hash TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  merchant_id TEXT,
  actor TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE console_sign_ins (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  merchant_id TEXT,
  actor TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
