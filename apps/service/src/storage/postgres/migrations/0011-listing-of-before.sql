-- Sessions that had ended before 0006. In a transaction of its own: rows that nobody changes any more are locked, and no table is.

UPDATE sessions SET final_status = status WHERE ended_at IS NOT NULL AND final_status IS NULL;
