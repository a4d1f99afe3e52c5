-- For operators' lists. A session is in them once, when it has ended; the few that have not ended are found by sessions_by_due_time.

CREATE INDEX sessions_by_final_status ON sessions (status, id) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_by_failure ON sessions (failure_code, id) WHERE failure_code IS NOT NULL;
