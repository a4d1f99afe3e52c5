-- One row a session: its attempts to call the merchant as JSON, with nothing that was sent and nothing of an answer but its status and code.

CREATE TABLE bio_attempts (
  session_id TEXT PRIMARY KEY,
  attempts TEXT NOT NULL
) STRICT, WITHOUT ROWID;
