-- Rows of the table `audit` are taken into the trail with the next act: a process of an earlier release may still write there.

CREATE TABLE audit_trail (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
);

CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq BIGINT NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_head (one, seq, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
