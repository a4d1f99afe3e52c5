-- What the people of a merchant see: failed calls with their session and refused field, the request that created a session, and sign-ins of one merchant.

ALTER TABLE sessions ADD COLUMN request_id TEXT;
CREATE INDEX sessions_by_request ON sessions (request_id) WHERE request_id IS NOT NULL;

ALTER TABLE failed_requests ADD COLUMN session_id TEXT;
ALTER TABLE failed_requests ADD COLUMN field TEXT;
CREATE INDEX failed_requests_by_merchant ON failed_requests (merchant_id, at) WHERE merchant_id IS NOT NULL;
CREATE INDEX failed_requests_by_session ON failed_requests (session_id) WHERE session_id IS NOT NULL;

ALTER TABLE console_links ADD COLUMN merchant_id TEXT;
ALTER TABLE console_sign_ins ADD COLUMN merchant_id TEXT;
