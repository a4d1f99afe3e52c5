
CREATE TABLE key_acceptances (
  merchant_id TEXT COLLATE "C" NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL,
  last_accepted_at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, key_id)
);
