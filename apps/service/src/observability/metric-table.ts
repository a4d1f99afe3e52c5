import { MetricRegistry } from './metric-registry.ts';

/** Merchants with their own label; later ones share one. */
export const MAX_MERCHANT_LABELS = 100;

// biome-ignore format: one line
export const RESOURCES = ['connections', 'body_bytes', 'event_streams', 'long_polls', 'database_connections', 'engine_threads'] as const;
export type Resource = (typeof RESOURCES)[number];

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 15];

/** Label values are from a fixed set, or merchant ids up to a limit; never another id, an address or a raw path. */
// biome-ignore format: one row a line
export class MetricTable extends MetricRegistry {
  protected readonly requests = this.histogram('authly_http_request_duration_seconds', ['route', 'method', 'status'], REQUEST_BUCKETS, 'Time from the start of a request to the end of its response.');
  readonly errors = this.counter('authly_http_errors_total', ['route', 'code'], 'Error responses by error code.');
  readonly sessionMoves = this.counter('authly_session_moves_total', ['event', 'to'], 'Session state changes made by this process.');
  readonly devices = this.counter('authly_devices_total', ['result'], 'Enrollments and comparisons with a device (bound) and without one (unbound), and sessions that a device check failed (refused), of merchants that bind devices.');
  readonly bioCalls = this.counter('authly_bio_calls_total', ['call', 'end'], 'Calls to merchant Bio APIs by outcome.');
  protected readonly bioAttempts = this.counter('authly_bio_attempts_total', ['merchant', 'end'], `Call attempts to merchant Bio APIs by merchant and outcome. Merchants after the first ${MAX_MERCHANT_LABELS} share one label.`);
  protected readonly bioAttemptTimes = this.histogram('authly_bio_attempt_duration_seconds', ['merchant'], CALL_BUCKETS, 'Duration of a call attempt to a merchant Bio API, including the connection.');
  protected readonly webhooks = this.histogram('authly_webhook_attempt_duration_seconds', ['merchant', 'end'], CALL_BUCKETS, 'Duration of webhook delivery attempts by merchant and outcome: delivered, failed (will be retried), given_up.');
  protected readonly webhooksDisabled = this.counter('authly_webhooks_disabled_total', ['merchant'], 'Webhooks that this process disabled after days of failures, or because they responded 410.');
  readonly storeErrors = this.counter('authly_store_unavailable_total', ['reason'], 'Operations and readiness checks that failed because the database was unavailable.');
  readonly cutOff = this.counter('authly_connections_cut_off_total', ['why'], 'Connections closed by a limit: too many from one IPv4 address or IPv6 /64 (address) or one IPv6 /48 (network), one that was idle or unread when there were nearly too many (idle), too many in total (all), or a client that stopped reading its response (stalled).');
  readonly droppedLines = this.counter('authly_log_lines_dropped_total', ['reason'], 'Log lines dropped because the buffer was full (full): the disk is full, or nothing reads the log.');
  readonly lostSpans = this.counter('authly_trace_spans_lost_total', [], 'Trace spans dropped because the collector rejected them or the queue was full.');
  readonly certificateFailures = this.counter('authly_certificate_reload_failures_total', [], 'Renewed certificate files that were rejected. The previous certificate is still served.');
  readonly certificateLate = this.gauge('authly_certificate_late_timestamp_seconds', [], 'When the served certificate should have been replaced: with 21 days left, or with a fifth of a shorter life. 0 behind a proxy that ends TLS.');
  readonly certificateExpiry = this.gauge('authly_certificate_expiry_timestamp_seconds', [], 'When the served certificate expires. 0 behind a proxy that ends TLS.');
  readonly unavailable = this.counter('authly_http_unavailable_total', ['why'], 'Responses 503 by reason: the event loop was overloaded (shed), the process ends (draining), the database or the signing token did not answer (database, signing), or a limit for all callers was reached (limit).');
  readonly sessionFailures = this.counter('authly_session_failures_total', ['code'], 'Sessions that this process ended as failed, by failure code.');
  readonly queries = this.histogram('authly_database_query_duration_seconds', [], REQUEST_BUCKETS, 'Duration of a database query, without the wait for a connection.');
  readonly notificationsMissing = this.gauge('authly_notifications_missing', [], '1 while notifications of the database do not arrive: pages and long polls see changes late.');
  readonly oldestDueWebhook = this.gauge('authly_webhook_oldest_due_seconds', [], 'How long the oldest due webhook event of all merchants has waited for a delivery attempt.');
  readonly partitionsMissing = this.gauge('authly_partitions_missing', [], 'Of today and the next three days, those without a partition: their sessions go to the default one. SQLite: 0.');
  readonly retentionLag = this.gauge('authly_retention_lag_seconds', [], 'How long ago the oldest session should have been erased.');
  readonly backup = this.gauge('authly_backup_timestamp_seconds', [], 'When `authly backup` last made or noted a backup. 0: never.');
  readonly clockOffset = this.gauge('authly_clock_offset_seconds', [], "How far this machine's clock differs from the database server's. 0 on SQLite.");
  protected readonly used = this.gauge('authly_capacity_used', ['resource'], 'How much of a resource is in use.');
  protected readonly limit = this.gauge('authly_capacity_limit', ['resource'], 'How much of a resource there is.');
  protected readonly waiting = this.gauge('authly_capacity_waiting', ['resource'], 'Calls that wait for a database connection, captures that wait for an engine thread.');
  protected readonly refused = this.counter('authly_limit_refusals_total', ['limit', 'share'], 'Refusals by a limit, and the share that was used up: of a session, token, merchant, address (IPv4 address or IPv6 /64) or network (IPv6 /48), of all long polls (polls), all users of a merchant (users) or all callers without a token (unauthenticated), or the total (all). Of `failed_requests`: request ids that were not kept for operators.');
  protected readonly bioCertificateExpiry = this.gauge('authly_bio_certificate_expiry_timestamp_seconds', ['merchant'], `When the certificate of a merchant Bio API expires, as seen at the last new connection. Merchants after the first ${MAX_MERCHANT_LABELS} share one label, with the earliest time.`);
  protected readonly bioCertificateLate = this.gauge('authly_bio_certificate_late_timestamp_seconds', ['merchant'], 'When that certificate should have been replaced: with 21 days left, or with a fifth of a shorter life.');
  protected readonly inFlight = this.gauge('authly_http_requests_in_flight', [], 'Requests in progress.');
}
