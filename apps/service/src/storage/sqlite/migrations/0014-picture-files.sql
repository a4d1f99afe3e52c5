-- Whether the app takes picture files that its camera did not take just now.
ALTER TABLE merchants ADD COLUMN picture_files INTEGER NOT NULL DEFAULT 0;
