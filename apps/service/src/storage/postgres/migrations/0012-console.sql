-- Who may look into the console, by hashes. What charts count is made anew where it is lost.

CREATE TABLE console_links (
  hash TEXT COLLATE "C" PRIMARY KEY,
  role TEXT NOT NULL,
  actor TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE TABLE console_sign_ins (
  hash TEXT COLLATE "C" PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  role TEXT NOT NULL,
  actor TEXT NOT NULL,
  began_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);

CREATE UNLOGGED TABLE figures (
  minute BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  label TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (minute, name, label)
);
