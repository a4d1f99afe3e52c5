// A Merchant Bio API: verifies the service's signature, stores and returns enrollments. Needs only Node 24. It listens
// on loopback in plain HTTP: put your TLS proxy in front, and let it keep the path.
import { createHash, createPublicKey, randomUUID, verify as verifySignature } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const {
  AUTHLY_MERCHANT_ID,
  AUTHLY_BASE_URL,
  BIO_PORT = '3000',
  BIO_BASE_PATH = '/bio',
  BIO_DATABASE = 'bio.db',
} = process.env;
const KEY_LIST_URL = new URL('/v1/signing-keys', AUTHLY_BASE_URL);

const TOLERANCE_MS = 300_000;
const NONCE_KEPT_MS = 2 * TOLERANCE_MS + 60_000;
const KEY_KEPT_MS = 25 * 3_600_000; // idempotency keys: a day, and an hour for clocks
const LIST_MAX_AGE_MS = 300_000;
const UNKNOWN_ID_EVERY_MS = 5_000;
const FAILED_FETCH_EVERY_MS = 1_000;
const MAX_BODY = 1_048_576;
const DRAINED = 8 * MAX_BODY;

/** A row of the contract's error table. Its message is fixed and contains nothing of a body. */
class Refusal extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

// ── Keys: cached as a whole, so that a removed key is no longer trusted ──

let list = { keys: new Map(), fetchedAt: -Infinity };
let [askedAt, failedAt] = [-Infinity, -Infinity];
let flight;

/** Undefined: the id is not published. */
async function findKey(id) {
  const isFresh = performance.now() - list.fetchedAt < LIST_MAX_AGE_MS;
  if (isFresh && list.keys.has(id)) return list.keys.get(id);
  if (flight === undefined) {
    const everyMs = isFresh ? UNKNOWN_ID_EVERY_MS : FAILED_FETCH_EVERY_MS;
    if (performance.now() - failedAt < everyMs) throw new Error('The key list could not be fetched.');
    if (isFresh && performance.now() - askedAt < UNKNOWN_ID_EVERY_MS) return undefined; // anybody can send unknown ids
    if (isFresh) askedAt = performance.now();
    flight = fetchKeys().finally(() => (flight = undefined));
  }
  await flight;
  return list.keys.get(id);
}

async function fetchKeys() {
  try {
    // A redirect could serve other keys.
    const answer = await fetch(KEY_LIST_URL, { redirect: 'error', signal: AbortSignal.timeout(3_000) });
    if (answer.status !== 200) throw new Error('The key list is not there.');
    const { keys } = await answer.json();
    const current = keys.filter(
      ({ algorithm, status }) => algorithm === 'ed25519' && /^(active|retiring)$/.test(status),
    );
    list = { keys: new Map(current.map((entry) => [entry.key_id, publicKey(entry)])), fetchedAt: performance.now() };
    failedAt = -Infinity;
  } catch (error) {
    failedAt = performance.now();
    throw error;
  }
}

const publicKey = ({ public_key_base64 }) =>
  createPublicKey({ key: Buffer.from(public_key_base64, 'base64'), format: 'der', type: 'spki' });

// ── Store: one SQLite file, whose text comparison is exact ──

// Files with templates are for this user only.
process.umask(0o077);
const db = new DatabaseSync(BIO_DATABASE, { timeout: 5_000 });
db.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS enrollments (user_ref TEXT, finger TEXT, features TEXT, enc_key TEXT, ref TEXT, stored_at TEXT,
    PRIMARY KEY (user_ref, finger)) STRICT;
  CREATE TABLE IF NOT EXISTS idempotency (key TEXT PRIMARY KEY, body_sha256 TEXT, answer TEXT, expires_at INTEGER) STRICT;
  CREATE TABLE IF NOT EXISTS nonces (nonce TEXT PRIMARY KEY, expires_at INTEGER) STRICT;
`);

const isNonceUsed = (nonce) =>
  db.prepare('SELECT 1 FROM nonces WHERE nonce = ? AND expires_at > ?').get(nonce, Date.now()) !== undefined;

/** True for exactly one caller. */
const claimNonce = (nonce) =>
  inTransaction(() => {
    db.prepare('DELETE FROM nonces WHERE expires_at <= ?').run(Date.now());
    return (
      db.prepare('INSERT OR IGNORE INTO nonces VALUES (?, ?)').run(nonce, Date.now() + NONCE_KEPT_MS).changes === 1
    );
  });

/** Claims the idempotency key and overwrites the enrollment in one step. A repeat gets the earlier answer. */
const store = ({ enrollment_session_id: key, merchant_user_ref: userRef, payload }, bodySha256) =>
  inTransaction(() => {
    db.prepare('DELETE FROM idempotency WHERE expires_at <= ?').run(Date.now());
    const earlier = db.prepare('SELECT body_sha256, answer FROM idempotency WHERE key = ?').get(key);
    if (earlier !== undefined && earlier.body_sha256 !== bodySha256) throw new Refusal(409, 'idempotency_conflict');
    if (earlier !== undefined) return JSON.parse(earlier.answer);
    const answer = { stored: true, enrollment_ref: randomUUID(), stored_at: new Date().toISOString() };
    const { enrollment_ref: ref, stored_at: storedAt } = answer;
    db.prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?)').run(
      key,
      bodySha256,
      JSON.stringify(answer),
      Date.now() + KEY_KEPT_MS,
    );
    db.prepare('INSERT OR REPLACE INTO enrollments VALUES (?, ?, ?, ?, ?, ?)').run(
      userRef,
      payload.finger,
      payload.features,
      payload.enc_key,
      ref,
      storedAt,
    );
    return answer;
  });

function lookUp({ merchant_user_ref: userRef, payload: { finger } }) {
  const found = db.prepare('SELECT * FROM enrollments WHERE user_ref = ? AND finger = ?').get(userRef, finger);
  if (found === undefined) throw new Refusal(404, 'bio_enrollment_not_found');
  const { features, enc_key, ref: enrollment_ref, stored_at: enrolled_at } = found;
  return { found: true, payload: { features, enc_key }, enrollment_ref, enrolled_at };
}

function inTransaction(work) {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

// ── The contract's steps, in order ──

const SIGNED = ['merchant-id', 'key-id', 'timestamp', 'nonce', 'content-sha256', 'signature'];
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)$/;

/** Returns the body's hash. Any error refuses the call. */
async function verify(method, path, headers, raw) {
  const signed = SIGNED.map((name) => headers[`x-service-${name}`]);
  if (!signed.every(Boolean)) throw new Refusal(401, 'missing_signature'); // step 1
  const [merchantId, keyId, timestamp, nonce, contentSha256, signature] = signed;
  const isWellFormed =
    /^v2=[A-Za-z0-9+/]{86}==$/.test(signature) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(nonce);
  if (!isWellFormed) throw new Refusal(401, 'invalid_signature');
  const key = await findKey(keyId); // step 2
  if (key === undefined) throw new Refusal(401, 'invalid_signature');
  if (merchantId !== AUTHLY_MERCHANT_ID) throw new Refusal(401, 'signature_mismatch'); // step 3
  const skewMs = UTC.test(timestamp) ? Math.abs(Date.now() - Date.parse(timestamp)) : Infinity;
  if (!(skewMs <= TOLERANCE_MS)) throw new Refusal(401, 'timestamp_out_of_range'); // step 4
  if (isNonceUsed(nonce)) throw new Refusal(409, 'nonce_reused'); // step 5
  const bodySha256 = createHash('sha256').update(raw).digest('hex');
  if (bodySha256 !== contentSha256) throw new Refusal(401, 'signature_mismatch'); // step 6
  const lines = ['SERVICE-ED25519', method, path, timestamp, nonce, bodySha256].join('\n'); // step 7
  const holds = verifySignature(null, Buffer.from(lines), key, Buffer.from(signature.slice(3), 'base64'));
  if (!holds) throw new Refusal(401, 'signature_mismatch'); // step 8
  if (!claimNonce(nonce)) throw new Refusal(409, 'nonce_reused'); // only now, so that a forged request cannot use up nonces
  return bodySha256;
}

/** Checks the fields, then the merchant: one key signs for all merchants. */
function parse(raw, isStore, idempotencyKey) {
  const body = parseJson(raw);
  const session = isStore ? 'enrollment_session_id' : 'verification_session_id';
  const outer = ['merchant_id', 'merchant_user_ref', session, 'type', ...(isStore ? ['captured_at'] : [])];
  const inner = ['finger', ...(isStore ? ['features', 'enc_key'] : [])];
  if (!isObject(body) || !isObject(body.payload) || !outer.every((name) => isText(body[name])))
    throw new Refusal(400, 'invalid_request');
  if ([...body.merchant_user_ref].length > 256) throw new Refusal(400, 'invalid_request');
  if (body.type !== 'fingerprint') throw new Refusal(400, 'unsupported_bio_type');
  const isTime = !isStore || (ISO.test(body.captured_at) && !Number.isNaN(Date.parse(body.captured_at.slice(0, 10))));
  if (!isTime || !inner.every((name) => isText(body.payload[name]))) throw new Refusal(400, 'invalid_request');
  if (!['LI', 'LM', 'RI', 'RM'].includes(body.payload.finger)) throw new Refusal(400, 'unsupported_finger');
  if (body.merchant_id !== AUTHLY_MERCHANT_ID || (isStore && idempotencyKey !== body[session]))
    throw new Refusal(401, 'signature_mismatch');
  return body;
}

function parseJson(raw) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new Refusal(400, 'invalid_request'); // the parser's own message quotes the body
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0');

// ── HTTP ──

const PATHS = new Map([
  [`${BIO_BASE_PATH}/enrollments`, true],
  [`${BIO_BASE_PATH}/enrollments/lookup`, false],
]);

async function answer({ method, url, headers }, raw) {
  const isStore = PATHS.get(url.split('?')[0]);
  if (isStore === undefined) throw new Refusal(404, 'not_found');
  if (method !== 'POST') throw new Refusal(405, 'method_not_allowed');
  if (raw === undefined) throw new Refusal(413, 'payload_too_large');
  const bodySha256 = await verify(method, url, headers, raw);
  const body = parse(raw, isStore, headers['idempotency-key']);
  return isStore ? store(body, bodySha256) : lookUp(body);
}

/** Undefined if the body is too large. It is read to the end, so that the caller gets an answer. */
async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > DRAINED) break;
    if (length <= MAX_BODY) chunks.push(chunk);
  }
  return length <= MAX_BODY ? Buffer.concat(chunks) : undefined;
}

async function handle(request, response) {
  const requestId = request.headers['x-request-id'] ?? randomUUID();
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    send(200, await answer(request, await readBody(request)));
  } catch (error) {
    // An unexpected error may quote a body, so only its name is logged.
    if (!(error instanceof Refusal)) console.error(error?.name, JSON.stringify(requestId));
    const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'merchant_bio_internal_error');
    send(status, { error: { code, message: code.replaceAll('_', ' '), request_id: requestId } });
  }
}
const server = createServer((request, response) => void handle(request, response));
server.listen(Number(BIO_PORT), '127.0.0.1', () =>
  console.log(`Bio API on http://127.0.0.1:${BIO_PORT}${BIO_BASE_PATH}`),
);
