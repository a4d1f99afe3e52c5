
CREATE TABLE store_stamp (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'production')),
  touched INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE merchants (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  bio_base_url TEXT NOT NULL,
  bio_ca_pem TEXT,
  bio_timeout_ms INTEGER NOT NULL,
  bio_retries INTEGER NOT NULL,
  session_lifetime_s INTEGER NOT NULL,
  rate_limits TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

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

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  public_key TEXT,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  activates_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  merchant_user_ref TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('enroll', 'verify')),
  type TEXT NOT NULL,
  finger TEXT,
  return_url TEXT,
  locale TEXT,
  metadata TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('created', 'opened', 'app_launched', 'callback_received', 'processing', 'succeeded', 'failed', 'expired', 'canceled')),
  processing_deadline INTEGER,
  failure_code TEXT,
  outcome_matched INTEGER CHECK (outcome_matched IN (0, 1)),
  outcome_finger TEXT,
  cancel_reason TEXT,
  ended_at INTEGER,
  join_via TEXT,
  join_match_code TEXT,
  join_app_token_hash TEXT,
  join_confirmed INTEGER CHECK (join_confirmed IN (0, 1)),
  join_at INTEGER,
  CHECK ((ended_at IS NOT NULL) = (status IN ('succeeded', 'failed', 'expired', 'canceled')))
) STRICT;
CREATE INDEX sessions_by_merchant ON sessions (merchant_id, id);
CREATE INDEX sessions_by_age ON sessions (created_at);
CREATE INDEX sessions_by_due_time ON sessions (coalesce(processing_deadline, expires_at)) WHERE ended_at IS NULL;

CREATE TABLE session_events (
  session_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  event TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (session_id, n)
) STRICT, WITHOUT ROWID;

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
CREATE INDEX idempotency_claims_by_age ON idempotency_claims (claimed_at, session_id);

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_age ON audit (at);
