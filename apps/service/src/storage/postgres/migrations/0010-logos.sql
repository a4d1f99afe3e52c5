-- Pictures lie apart from the merchants, who are read with every call. Two merchants may have the same one.

ALTER TABLE merchants ADD COLUMN logo_id TEXT;

CREATE TABLE merchant_logos (
  merchant_id TEXT COLLATE "C" PRIMARY KEY REFERENCES merchants (id),
  id TEXT COLLATE "C" NOT NULL,
  bytes BYTEA NOT NULL
);
CREATE INDEX merchant_logos_by_id ON merchant_logos (id);
