-- What the people of a merchant see: the request that created a session, and sign-ins of one merchant.

ALTER TABLE sessions ADD COLUMN request_id TEXT;
CREATE INDEX sessions_by_request ON sessions (request_id) WHERE request_id IS NOT NULL;

ALTER TABLE console_links ADD COLUMN merchant_id TEXT;
ALTER TABLE console_sign_ins ADD COLUMN merchant_id TEXT;
