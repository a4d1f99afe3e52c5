// The lower bound: bare Fastify routes over TLS with the same signatures, SQL and log line. No metrics, limits or checks of the input.
import { generateKeyPairSync, hash, randomBytes, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { jwtVerify } from 'jose';
import pino from 'pino';
import { LIMITS } from '@authly/contract/wire/limits';
import { OPERATIONS } from '@authly/contract/operation-table';
import { SCOPES } from '@authly/contract/wire/scopes';
import { AUDIENCE } from '@authly/contract/schemas/access-token';
import { SESSION_ID_RANDOM_BYTES, sessionId } from '../../../apps/service/src/session/session-id.ts';
import type { FloorSettings } from './floor.ts';
import { postgresFloor, sqliteFloor } from './floor-store.ts';

const { folder, databaseUrl, merchantId, certFile, keyFile } = JSON.parse(process.env['SETTINGS']!) as FloorSettings;
const store = databaseUrl === undefined ? sqliteFloor(folder) : postgresFloor(databaseUrl);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const SCOPE = SCOPES.join(' ');
const ISSUER = 'authly-test';
const log = pino(
  { timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 }),
);

const server = Fastify({
  https: { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  genReqId: () => randomUUID(),
});
server.addHook('onResponse', ({ id, method, routeOptions, ip, params }, { statusCode, elapsedTime }, done) => {
  const { session_id } = params as { session_id?: string };
  const ms = Math.round(elapsedTime * 10) / 10;
  const who = { merchant_id: merchantId, client_id: 'c_0', session_id, client_address: ip };
  log.info({ request_id: id, method, route: routeOptions.url, status: statusCode, ms, ...who }, 'request');
  done();
});
server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

server.post<{ Body: string }>(OPERATIONS.issueToken.path, async ({ body }) => {
  const client_id = new URLSearchParams(body).get('client_id')!;
  await store.findClient(client_id);
  await store.countInWindow(client_id, Date.now());
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + LIMITS.accessTokenLifetimeS;
  const claims = {
    iss: ISSUER,
    sub: merchantId,
    aud: AUDIENCE,
    iat,
    exp,
    jti: randomUUID(),
    merchant_id: merchantId,
    client_id,
    scope: SCOPE,
  };
  const header = { alg: 'EdDSA', kid: 'tok_test_20260101_0123456789', typ: 'JWT' };
  const text = `${base64url(header)}.${base64url(claims)}`;
  const access_token = `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  return { access_token, token_type: 'Bearer', expires_in: LIMITS.accessTokenLifetimeS, scope: SCOPE };
});

/** Expiry by token hash: a signature is checked once, as in the service. */
const verified = new Map<string, number>();

async function verify(authorization: string | undefined): Promise<void> {
  const token = authorization!.slice('Bearer '.length);
  const key = hash('sha256', token, 'base64');
  const known = verified.get(key);
  if (known !== undefined && Date.now() < known) return;
  const { payload } = await jwtVerify(token, publicKey, { issuer: ISSUER, audience: AUDIENCE, typ: 'JWT' });
  verified.set(key, payload.exp! * 1000);
}

interface CreateBody {
  readonly merchant_user_ref: string;
  readonly return_url: string;
  readonly metadata: object;
}

server.post<{ Body: CreateBody }>(OPERATIONS.createEnrollmentSession.path, async ({ body, headers }, reply) => {
  await verify(headers.authorization);
  const createdAt = Date.now();
  const id = sessionId(createdAt, randomBytes(SESSION_ID_RANDOM_BYTES));
  const expiresAt = createdAt + LIMITS.sessionLifetimeMaxS * 1000;
  const key = headers['idempotency-key'] as string;
  const row = [
    id,
    merchantId,
    body.merchant_user_ref,
    body.return_url,
    JSON.stringify(body.metadata),
    createdAt,
    expiresAt,
  ] as const;
  await store.create(row, key);
  return reply.code(201).send({
    enrollment_session_id: id,
    session_id: id,
    mode: 'enroll',
    status: 'created',
    popup_url: `https://localhost/hosted/#token=${randomBytes(32).toString('base64url')}`,
    expires_at: new Date(expiresAt).toISOString(),
  });
});

const resultPath = OPERATIONS.readResult.path.replace('{session_id}', ':session_id');
server.get<{ Params: { session_id: string } }>(resultPath, async ({ params, headers }) => {
  await verify(headers.authorization);
  const row = (await store.find(params.session_id))!;
  return {
    session_id: row['id'],
    mode: row['mode'],
    merchant_id: row['merchant_id'],
    merchant_user_ref: row['merchant_user_ref'],
    status: row['status'],
    result: null,
    expires_at: row['expires_at'],
  };
});

await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;
console.log(JSON.stringify({ msg: 'ready', api: port, ops: 0 }));
process.on('SIGTERM', () => process.exit());
