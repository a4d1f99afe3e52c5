-- A key is a keyed hash.

ALTER TABLE merchants ADD COLUMN attempts_per_hour INTEGER NOT NULL DEFAULT 10;

CREATE TABLE attempts (
  seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX attempts_by_key ON attempts (key, at);
CREATE INDEX attempts_by_age ON attempts (at);
