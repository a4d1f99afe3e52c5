-- A key is a keyed hash. No number comes twice, so that taking back one attempt never takes back another.

ALTER TABLE merchants ADD COLUMN attempts_per_hour INTEGER NOT NULL DEFAULT 10;

CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX attempts_by_key ON attempts (key, at);
CREATE INDEX attempts_by_age ON attempts (at);
