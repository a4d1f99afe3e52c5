-- For how many events of each webhook were given up: they are few among many.
CREATE INDEX webhook_outbox_given_up ON webhook_outbox (merchant_id) WHERE due_at IS NULL AND delivered_at IS NULL;