-- recent.db: what is kept for days at most and may be lost. It is created again when it is missing.

-- The only index is the key, so that a hit changes its row in place.
CREATE TABLE rate_windows (
  key TEXT PRIMARY KEY,
  hits BLOB NOT NULL,
  last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Counts by the minute, for the last hours.
CREATE TABLE minute_counts (
  minute INTEGER NOT NULL,
  name TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  label TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (minute, name, merchant_id, label)
) STRICT, WITHOUT ROWID;

-- Counts by the hour, for 30 days.
CREATE TABLE hourly_counts (
  hour INTEGER NOT NULL,
  name TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  label TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, name, merchant_id, label)
) STRICT, WITHOUT ROWID;

-- API requests that were answered with an error, for 7 days. No bodies.
CREATE TABLE failed_requests (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT NOT NULL,
  merchant_id TEXT,
  client_id TEXT,
  session_id TEXT,
  field TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX failed_requests_by_age ON failed_requests (at);
CREATE INDEX failed_requests_by_merchant ON failed_requests (merchant_id, at) WHERE merchant_id IS NOT NULL;
CREATE INDEX failed_requests_by_session ON failed_requests (session_id) WHERE session_id IS NOT NULL;

-- Running processes, as they report themselves every 10 s.
CREATE TABLE processes (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  version TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  clock_ahead_ms INTEGER NOT NULL,
  certificate_until INTEGER,
  certificate_late_at INTEGER,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
