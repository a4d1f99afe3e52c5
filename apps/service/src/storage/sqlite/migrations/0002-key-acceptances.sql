
CREATE TABLE key_acceptances (
  merchant_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  last_accepted_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, key_id)
) STRICT, WITHOUT ROWID;
