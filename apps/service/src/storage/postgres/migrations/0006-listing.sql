-- For operators' lists. An index by status itself would be written at each move, and each move would write all the others anew with it: this
-- one has a session once, when it has ended. The few that have not ended are found by sessions_by_due_time.
-- A column that the database computes by itself would have the whole table written anew while nobody may read it. This one is empty at
-- first, and 0011 fills it while everybody works on.

ALTER TABLE sessions ADD COLUMN final_status TEXT;
CREATE FUNCTION sessions_final_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.final_status := CASE WHEN NEW.ended_at IS NOT NULL THEN NEW.status END;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_final_status BEFORE UPDATE OF ended_at ON sessions FOR EACH ROW
WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION sessions_final_status();
CREATE TRIGGER sessions_final_status_of_new BEFORE INSERT ON sessions FOR EACH ROW
WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION sessions_final_status();
CREATE INDEX sessions_by_final_status ON sessions (final_status, id) WHERE final_status IS NOT NULL;
CREATE INDEX sessions_by_failure ON sessions (failure_code, id) WHERE failure_code IS NOT NULL;
