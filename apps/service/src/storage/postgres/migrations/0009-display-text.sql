-- Processes of the release before write sessions without it, and read none.
ALTER TABLE sessions ADD COLUMN display_text TEXT;