-- Who may look into the console, by hashes. What charts count lies in the file of the rate windows.

CREATE TABLE console_links (
  hash TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  actor TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE console_sign_ins (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  actor TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
