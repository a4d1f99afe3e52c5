// The least that an answer costs: a bare fastify TLS route with only the same signature or the same SQL. No log, no metrics, no checks.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { LIMITS } from '@authly/contract/limits';
import { OPERATIONS } from '@authly/contract/operations';
import { SCOPES } from '@authly/contract/scopes';
import { AUDIENCE } from '@authly/contract/token';
import { SESSION_ID_RANDOM_BYTES, sessionId } from '../../apps/service/src/session/session-id.ts';
import { migrateStore } from '../../apps/service/src/storage/open-store.ts';
import { answerParent } from './child.ts';
import { postgresFloor } from './floor-postgres.ts';
import { sqliteFloor } from './floor-sqlite.ts';
import type { FloorStore } from './floor-store.ts';
import { TOKEN_WITH_WINDOW_PATH } from './requests.ts';
import type { Setup, Started } from './target.ts';
import { memory, usage } from './usage.ts';

const RESULT_ROUTE = OPERATIONS.readResult.path.replace('{session_id}', ':session_id');
let server: FastifyInstance | undefined;
let store: FloorStore | undefined;
const { privateKey } = generateKeyPairSync('ed25519');

async function start({ folder, databaseUrl, certFile, keyFile, merchantId }: Setup): Promise<Started> {
  await migrateStore({ dataDir: folder, databaseUrl });
  store = databaseUrl === undefined ? sqliteFloor(folder) : postgresFloor(databaseUrl);
  server = Fastify({
    https: { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  }) as unknown as FastifyInstance;
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  addRoutes(server, store, merchantId);
  await server.listen({ host: '127.0.0.1', port: 0 });
  return { port: (server.server.address() as AddressInfo).port };
}

function addRoutes(server: FastifyInstance, store: FloorStore, merchantId: string): void {
  server.post(OPERATIONS.issueToken.path, async () => tokenAnswer(merchantId));
  server.post<{ Body: string }>(TOKEN_WITH_WINDOW_PATH, async ({ body }) => {
    await store.countInWindow(body.slice(body.indexOf('client_id='), body.indexOf('&client_secret')), Date.now());
    return tokenAnswer(merchantId);
  });
  server.post<{ Body: CreateBody }>(OPERATIONS.createEnrollmentSession.path, async ({ body, headers }, reply) => {
    const createdAt = Date.now();
    const id = sessionId(createdAt, randomBytes(SESSION_ID_RANDOM_BYTES));
    const expiresAt = createdAt + LIMITS.sessionLifetimeMaxS * 1000;
    await store.create({
      id,
      merchantId,
      userRef: body.merchant_user_ref,
      returnUrl: body.return_url,
      metadata: JSON.stringify(body.metadata),
      idempotencyKey: headers['idempotency-key'] as string,
      createdAt,
      expiresAt,
    });
    return reply.code(201).send({
      enrollment_session_id: id,
      session_id: id,
      mode: 'enroll',
      status: 'created',
      popup_url: `https://localhost/hosted/#token=${id}`,
      expires_at: new Date(expiresAt).toISOString(),
    });
  });
  server.get<{ Params: { session_id: string } }>(RESULT_ROUTE, async ({ params }) => {
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
}

interface CreateBody {
  merchant_user_ref: string;
  return_url: string;
  metadata: object;
}

async function tokenAnswer(merchantId: string): Promise<object> {
  const scope = SCOPES.join(' ');
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'authly-test',
    sub: merchantId,
    aud: AUDIENCE,
    iat,
    exp: iat + LIMITS.accessTokenLifetimeS,
    jti: randomUUID(),
    merchant_id: merchantId,
    client_id: 'c_bench_0',
    scope,
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'tok_test_20260101_0123456789', typ: 'JWT' })
    .sign(privateKey);
  return { access_token: token, token_type: 'Bearer', expires_in: LIMITS.accessTokenLifetimeS, scope };
}

answerParent({ start, addClients: () => {}, usage, memory }, async () => {
  await server?.close();
  await store?.close();
});
