<?php
// A Merchant Bio API: verify the service's signature, store enrollments, give them back.
// PHP 8.1 or newer with sodium and PDO's SQLite (Debian: php-cli php-sqlite3). Behind PHP-FPM, or for a try:
//   PHP_CLI_SERVER_WORKERS=8 php -S 127.0.0.1:3000 bio-api.php
declare(strict_types=1);

// Errors may quote a body: they are neither shown nor logged, only their kind is told below.
ini_set('display_errors', '0');
ini_set('log_errors', '0');

const TOLERANCE_S = 300;
const NONCE_KEPT_S = 2 * TOLERANCE_S + 60;
const KEY_KEPT_S = 25 * 3600; // idempotency keys: a day, and an hour for clocks
const LIST_MAX_AGE_S = 300;
const UNKNOWN_ID_EVERY_S = 5;
const FAILED_FETCH_EVERY_S = 1;
const MAX_BODY = 1_048_576;
const SPKI_ED25519_PREFIX = '302a300506032b6570032100';

/** A row of the contract's error table. Its message is fixed: nothing of a body gets into it. */
final class Refusal extends Exception
{
    public function __construct(public readonly int $status, public readonly string $name)
    {
        parent::__construct($name);
    }
}

function setting(string $name, ?string $otherwise = null): string
{
    $value = getenv($name);
    return $value !== false && $value !== '' ? $value : ($otherwise ?? throw new RuntimeException("Set $name."));
}

/** Enrollments, idempotency keys, nonces and the key list in one SQLite file: PHP forgets everything else between two requests. */
final class Store
{
    private PDO $db;

    public function __construct(string $file)
    {
        $this->db = new PDO("sqlite:$file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => 5]);
        $this->db->exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
            CREATE TABLE IF NOT EXISTS enrollments (user_ref TEXT, finger TEXT, features TEXT, enc_key TEXT, ref TEXT, stored_at TEXT,
                PRIMARY KEY (user_ref, finger));
            CREATE TABLE IF NOT EXISTS idempotency (key TEXT PRIMARY KEY, body_sha256 TEXT, answer TEXT, expires_at REAL);
            CREATE TABLE IF NOT EXISTS nonces (nonce TEXT PRIMARY KEY, expires_at REAL);
            CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT, at REAL);');
    }

    public function nonceUsed(string $nonce): bool
    {
        return $this->row('SELECT 1 FROM nonces WHERE nonce = ? AND expires_at > ?', $nonce, microtime(true)) !== null;
    }

    /** True for exactly one caller. */
    public function claimNonce(string $nonce): bool
    {
        return $this->inTransaction(function () use ($nonce): bool {
            $this->run('DELETE FROM nonces WHERE expires_at <= ?', microtime(true));
            return $this->run('INSERT OR IGNORE INTO nonces VALUES (?, ?)', $nonce, microtime(true) + NONCE_KEPT_S) === 1;
        });
    }

    /** Claims the idempotency key and overwrites the enrollment in one step; a repeat gets the earlier answer. */
    public function write(object $body, string $bodySha256): string
    {
        return $this->inTransaction(function () use ($body, $bodySha256): string {
            $this->run('DELETE FROM idempotency WHERE expires_at <= ?', microtime(true));
            $key = $body->enrollment_session_id;
            $earlier = $this->row('SELECT body_sha256, answer FROM idempotency WHERE key = ?', $key);
            if ($earlier !== null) {
                return $earlier[0] === $bodySha256 ? $earlier[1] : throw new Refusal(409, 'idempotency_conflict');
            }
            [$ref, $now] = [bin2hex(random_bytes(16)), gmdate('Y-m-d\TH:i:s\Z')];
            $answer = json_encode(['stored' => true, 'enrollment_ref' => $ref, 'stored_at' => $now], JSON_THROW_ON_ERROR);
            $this->run('INSERT INTO idempotency VALUES (?, ?, ?, ?)', $key, $bodySha256, $answer, microtime(true) + KEY_KEPT_S);
            $payload = $body->payload;
            $this->run('INSERT OR REPLACE INTO enrollments VALUES (?, ?, ?, ?, ?, ?)', $body->merchant_user_ref,
                $payload->finger, $payload->features, $payload->enc_key, $ref, $now);
            return $answer;
        });
    }

    public function find(string $userRef, string $finger): string
    {
        $found = $this->row('SELECT features, enc_key, ref, stored_at FROM enrollments WHERE user_ref = ? AND finger = ?', $userRef, $finger)
            ?? throw new Refusal(404, 'bio_enrollment_not_found');
        $payload = ['features' => $found[0], 'enc_key' => $found[1]];
        return json_encode(['found' => true, 'payload' => $payload, 'enrollment_ref' => $found[2], 'enrolled_at' => $found[3]], JSON_THROW_ON_ERROR);
    }

    /** The value if it was noted within so many seconds. After the clock was set back, old notes are in the future. */
    public function note(string $name, float $withinS): ?string
    {
        $now = microtime(true);
        return $this->row('SELECT value FROM notes WHERE name = ? AND at > ? AND at <= ?', $name, $now - $withinS, $now)[0] ?? null;
    }

    public function take(string $name, string $value): void
    {
        $this->run('INSERT OR REPLACE INTO notes VALUES (?, ?, ?)', $name, $value, microtime(true));
    }

    private function run(string $sql, string|float ...$values): int
    {
        $statement = $this->db->prepare($sql);
        $statement->execute($values);
        return $statement->rowCount();
    }

    private function row(string $sql, string|float ...$values): ?array
    {
        $statement = $this->db->prepare($sql);
        $statement->execute($values);
        return $statement->fetch(PDO::FETCH_NUM) ?: null;
    }

    private function inTransaction(callable $work): mixed
    {
        $this->db->exec('BEGIN IMMEDIATE');
        try {
            $result = $work();
            $this->db->exec('COMMIT');
            return $result;
        } catch (Throwable $failure) {
            $this->db->exec('ROLLBACK');
            throw $failure;
        }
    }
}

/** The 32 bytes of the key with this id, or null if it is not published. The list is kept as a whole: what is no longer in it is no longer trusted. */
function findKey(string $id, Store $store): ?string
{
    $known = static function () use ($store): ?array {
        $list = $store->note('key list', LIST_MAX_AGE_S);
        return $list === null ? null : json_decode($list, true, 8, JSON_THROW_ON_ERROR);
    };
    if (isset(($keys = $known())[$id])) {
        return base64_decode($keys[$id], true);
    }
    $flight = fopen(setting('BIO_DATABASE') . '.fetching', 'c');
    flock($flight, LOCK_EX); // one fetch at a time, over all workers
    try {
        if (!isset(($keys = $known())[$id])) {
            if ($store->note('fetch failed', $keys === null ? FAILED_FETCH_EVERY_S : UNKNOWN_ID_EVERY_S) !== null) {
                throw new RuntimeException('The key list could not be fetched a moment ago.');
            }
            if ($keys !== null && $store->note('asked for an unknown id', UNKNOWN_ID_EVERY_S) !== null) {
                return null; // anybody can send unknown ids
            }
            if ($keys !== null) {
                $store->take('asked for an unknown id', '');
            }
            $keys = fetchKeys($store);
        }
        return isset($keys[$id]) ? base64_decode($keys[$id], true) : null;
    } finally {
        fclose($flight);
    }
}

/** @return array<string, string> the raw public key in base64, by id */
function fetchKeys(Store $store): array
{
    // Keys come from the configured address or not at all: no redirects. The sandbox has a CA of its own.
    $ca = getenv('AUTHLY_CA_FILE');
    $context = stream_context_create([
        'http' => ['timeout' => 3, 'follow_location' => 0, 'ignore_errors' => false],
        'ssl' => $ca ? ['cafile' => $ca] : [],
    ]);
    $text = @file_get_contents(rtrim(setting('AUTHLY_BASE_URL'), '/') . '/v1/signing-keys', false, $context, 0, 65_536);
    $listed = $text === false ? null : json_decode($text, true);
    if (!is_array($listed['keys'] ?? null) || !str_contains($http_response_header[0] ?? '', ' 200 ')) {
        $store->take('fetch failed', '');
        throw new RuntimeException('The key list cannot be fetched.');
    }
    $keys = [];
    foreach ($listed['keys'] as $entry) {
        $der = base64_decode($entry['public_key_base64'], true) ?: '';
        $isCurrent = $entry['algorithm'] === 'ed25519' && in_array($entry['status'], ['active', 'retiring'], true);
        if ($isCurrent && strlen($der) === 44 && str_starts_with(bin2hex($der), SPKI_ED25519_PREFIX)) {
            $keys[$entry['key_id']] = base64_encode(substr($der, -32));
        }
    }
    $store->take('key list', json_encode((object) $keys, JSON_THROW_ON_ERROR));
    return $keys;
}

/** The contract's steps in their order. Returns the body's hash; whatever is thrown refuses the call. */
function verify(string $method, string $path, string $raw, Store $store): string
{
    $signed = [];
    foreach (['MERCHANT_ID', 'KEY_ID', 'TIMESTAMP', 'NONCE', 'CONTENT_SHA256', 'SIGNATURE'] as $name) {
        $signed[] = ($_SERVER["HTTP_X_SERVICE_$name"] ?? '') ?: throw new Refusal(401, 'missing_signature'); // step 1
    }
    [$merchantId, $keyId, $timestamp, $nonce, $contentSha256, $signature] = $signed;
    if (!preg_match('~^v2=[A-Za-z0-9+/]{86}==$~D', $signature) || !preg_match('~^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$~Di', $nonce)) {
        throw new Refusal(401, 'invalid_signature');
    }
    $key = findKey($keyId, $store) ?? throw new Refusal(401, 'invalid_signature'); // step 2
    if ($merchantId !== setting('AUTHLY_MERCHANT_ID')) {
        throw new Refusal(401, 'signature_mismatch'); // step 3
    }
    $sentAt = preg_match('~^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)$~D', $timestamp) ? strtotime($timestamp) : false;
    if ($sentAt === false || abs(microtime(true) - $sentAt) > TOLERANCE_S) {
        throw new Refusal(401, 'timestamp_out_of_range'); // step 4
    }
    if ($store->nonceUsed($nonce)) {
        throw new Refusal(409, 'nonce_reused'); // step 5
    }
    $bodySha256 = hash('sha256', $raw);
    if ($bodySha256 !== $contentSha256) {
        throw new Refusal(401, 'signature_mismatch'); // step 6
    }
    $lines = implode("\n", ['SERVICE-ED25519', $method, $path, $timestamp, $nonce, $bodySha256]); // step 7
    if (!sodium_crypto_sign_verify_detached(base64_decode(substr($signature, 3), true), $lines, $key)) {
        throw new Refusal(401, 'signature_mismatch'); // step 8
    }
    if (!$store->claimNonce($nonce)) { // only now: a stranger must not burn nonces
        throw new Refusal(409, 'nonce_reused');
    }
    return $bodySha256;
}

/** The field tables, then whom the call is meant for: one key signs for all merchants. */
function parse(string $raw, bool $isStore): object
{
    $body = json_decode($raw, false, 64); // null for what is no JSON in UTF-8
    $session = $isStore ? 'enrollment_session_id' : 'verification_session_id';
    $isText = static fn (mixed $value): bool => is_string($value) && $value !== '' && !str_contains($value, "\0");
    $areTexts = static fn (object $of, array $names): bool => array_filter($names, static fn ($name) => !$isText($of->$name ?? null)) === [];
    $outer = ['merchant_id', 'merchant_user_ref', $session, 'type', ...($isStore ? ['captured_at'] : [])];
    if (!is_object($body) || !is_object($body->payload ?? null) || !$areTexts($body, $outer)) {
        throw new Refusal(400, 'invalid_request');
    }
    if (preg_match('~^.{1,256}$~Dsu', $body->merchant_user_ref) !== 1) { // characters, not bytes
        throw new Refusal(400, 'invalid_request');
    }
    if ($body->type !== 'fingerprint') {
        throw new Refusal(400, 'unsupported_bio_type');
    }
    $isTime = !$isStore || (preg_match('~^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3])(:?[0-5]\d)?)$~D', $body->captured_at, $date)
        && checkdate((int) $date[2], (int) $date[3], (int) $date[1]));
    if (!$isTime || !$areTexts($body->payload, ['finger', ...($isStore ? ['features', 'enc_key'] : [])])) {
        throw new Refusal(400, 'invalid_request');
    }
    if (!in_array($body->payload->finger, ['LI', 'LM', 'RI', 'RM'], true)) {
        throw new Refusal(400, 'unsupported_finger');
    }
    $key = $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? '';
    if ($body->merchant_id !== setting('AUTHLY_MERCHANT_ID') || ($isStore && $key !== $body->$session)) {
        throw new Refusal(401, 'signature_mismatch');
    }
    return $body;
}

function answer(): string
{
    $uri = $_SERVER['REQUEST_URI'];
    $base = rtrim(setting('BIO_BASE_PATH', '/bio'), '/');
    $path = explode('?', $uri)[0];
    $isStore = $path === "$base/enrollments";
    if (!$isStore && $path !== "$base/enrollments/lookup") {
        throw new Refusal(404, 'not_found');
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        throw new Refusal(405, 'method_not_allowed');
    }
    $raw = file_get_contents('php://input', length: MAX_BODY + 1);
    if (strlen($raw) > MAX_BODY) {
        throw new Refusal(413, 'payload_too_large');
    }
    umask(0077); // templates and their keys: for this user alone
    $store = new Store(setting('BIO_DATABASE'));
    $bodySha256 = verify('POST', $uri, $raw, $store);
    $body = parse($raw, $isStore);
    return $isStore ? $store->write($body, $bodySha256) : $store->find($body->merchant_user_ref, $body->payload->finger);
}

$requestId = $_SERVER['HTTP_X_REQUEST_ID'] ?? '';
if (!preg_match('/^[\x21-\x7e]{1,128}$/D', $requestId)) {
    $requestId = bin2hex(random_bytes(16)); // anybody can send bytes that are no text
}
try {
    [$status, $content] = [200, answer()];
} catch (Throwable $failure) {
    if (!$failure instanceof Refusal) {
        error_log($failure::class . ' ' . json_encode($requestId), 4);
        $failure = new Refusal(500, 'merchant_bio_internal_error');
    }
    $status = $failure->status;
    $content = json_encode(['error' => ['code' => $failure->name, 'message' => strtr($failure->name, '_', ' '), 'request_id' => $requestId]]);
}
http_response_code($status);
header('Content-Type: application/json');
echo $content;
