-- Running processes, as they report themselves every 10 s. Unlogged: they report again after a crash of the server.
CREATE UNLOGGED TABLE processes (
  id TEXT COLLATE "C" PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  version TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  clock_ahead_ms BIGINT NOT NULL,
  certificate_until BIGINT,
  seen_at BIGINT NOT NULL
);
