-- When an enrollment was last opened with this sealing key: whether it is still needed.
ALTER TABLE keys ADD COLUMN last_used_at BIGINT;
