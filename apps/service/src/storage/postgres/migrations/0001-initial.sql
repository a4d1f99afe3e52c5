
CREATE TABLE store_stamp (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  environment TEXT NOT NULL CHECK (environment IN ('test', 'production')),
  touched SMALLINT NOT NULL DEFAULT 0
);

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE merchants (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT NOT NULL,
  bio_base_url TEXT NOT NULL,
  bio_ca_pem TEXT,
  bio_timeout_ms INTEGER NOT NULL,
  bio_retries INTEGER NOT NULL,
  session_lifetime_s INTEGER NOT NULL,
  rate_limits TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE clients (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchants (id),
  scopes TEXT NOT NULL,
  revoked_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE INDEX clients_by_merchant ON clients (merchant_id);

CREATE TABLE client_secrets (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  hash TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX client_secrets_by_client ON client_secrets (client_id, seq);

CREATE TABLE keys (
  id TEXT COLLATE "C" PRIMARY KEY,
  purpose TEXT NOT NULL,
  public_key TEXT,
  sealed BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  activates_at BIGINT NOT NULL,
  removed_at BIGINT
);

CREATE TABLE sessions (
  id TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  merchant_user_ref TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('enroll', 'verify')),
  type TEXT NOT NULL,
  finger TEXT,
  return_url TEXT,
  locale TEXT,
  metadata TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('created', 'opened', 'app_launched', 'callback_received', 'processing', 'succeeded', 'failed', 'expired', 'canceled')),
  processing_deadline BIGINT,
  failure_code TEXT,
  outcome_matched BOOLEAN,
  outcome_finger TEXT,
  cancel_reason TEXT,
  ended_at BIGINT,
  join_via TEXT,
  join_match_code TEXT,
  join_app_token_hash TEXT,
  join_confirmed BOOLEAN,
  join_at BIGINT,
  CHECK ((ended_at IS NOT NULL) = (status IN ('succeeded', 'failed', 'expired', 'canceled')))
);
CREATE INDEX sessions_by_merchant ON sessions (merchant_id, id);
CREATE INDEX sessions_by_age ON sessions (created_at);
CREATE INDEX sessions_by_due_time ON sessions (coalesce(processing_deadline, expires_at)) WHERE ended_at IS NULL;

CREATE TABLE session_events (
  session_id TEXT COLLATE "C" NOT NULL,
  seq BIGINT GENERATED ALWAYS AS IDENTITY,
  event TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (session_id, seq)
);

CREATE TABLE idempotency_claims (
  merchant_id TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  session_id TEXT COLLATE "C" NOT NULL,
  claimed_at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, endpoint, key)
);
CREATE INDEX idempotency_claims_by_age ON idempotency_claims (claimed_at, session_id);

CREATE TABLE audit (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
);
CREATE INDEX audit_by_age ON audit (at);

-- Emptied by a crash of the server, which harms nobody, and so never waits for a disk. No index but the key, and room in
-- each page: a hit then changes its row in place.
CREATE UNLOGGED TABLE rate_windows (
  key TEXT COLLATE "C" PRIMARY KEY,
  hits BIGINT[] NOT NULL,
  last_at BIGINT NOT NULL
) WITH (fillfactor = 50);
