-- What people are told before a capture, and whether the app offers a USB reader.
ALTER TABLE merchants ADD COLUMN privacy_url TEXT;
ALTER TABLE merchants ADD COLUMN retention_text TEXT;
ALTER TABLE merchants ADD COLUMN reader INTEGER NOT NULL DEFAULT 0;
