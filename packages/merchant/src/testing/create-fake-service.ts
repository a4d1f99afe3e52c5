import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { LIMITS } from '@authly/contract/wire/limits';
import { matchPath } from '@authly/contract/wire/operation-path';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@authly/contract/operation-table';
import { PARAM_HEADER } from '@authly/contract/wire/answer-headers';
import { parseScopes, type Scope, SCOPES } from '@authly/contract/wire/scopes';
import { type Clock, systemClock } from '../clock.ts';
import { parseJson } from '../json.ts';
import { createFakeKeys, type FakeKeys } from './service-key.ts';
import { type Answered, createFakeSessions, type FakeOutcome } from './fake-sessions.ts';

export interface FakeServiceOptions {
  readonly merchantId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly clock?: Clock | undefined;
}

/** The service in memory, as a merchant's backend sees it: tokens, sessions, signing keys. */
export interface FakeService {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly keys: FakeKeys;
  /** Answers requests to `baseUrl` without a network. Pass it to the client and to the Bio API. */
  readonly fetch: typeof fetch;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  /** Moves a session, as the user, the app or time would. */
  move(sessionId: string, outcome: FakeOutcome): void;
  /** Answers the next request with this. */
  answerNext(answer: Response | Error): void;
  /** The same service on a loopback port, for a server in another process. */
  listen(port?: number): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }>;
}

const BASE_URL = 'https://authly.test';

export async function createFakeService(options: FakeServiceOptions = {}): Promise<FakeService> {
  const {
    merchantId = 'mch_test',
    clientId = 'cli_test',
    clientSecret = 'authly_test_secret',
    clock = systemClock,
  } = options;
  const keys = await createFakeKeys();
  const sessions = createFakeSessions(clock);
  const tokens = new Map<string, { readonly expiresAt: number; readonly scopes: readonly Scope[] }>();
  const requests: string[] = [];
  const planned: (Response | Error)[] = [];

  const issueToken = (form: URLSearchParams): Answered => {
    const [grantType, id, secret] = ['grant_type', 'client_id', 'client_secret'].map((name) => form.get(name));
    if (grantType == null) return { refused: 'invalid_request', param: 'grant_type' };
    if (id == null || secret == null) return { refused: 'invalid_request' };
    if (id !== clientId || secret !== clientSecret) return { refused: 'invalid_client' };
    if (grantType !== 'client_credentials') return { refused: 'unsupported_grant_type' };
    const scopes = parseScopes(form.get('scope')?.trim() || SCOPES.join(' '));
    if (scopes === undefined) return { refused: 'invalid_scope' };
    const access_token = crypto.randomUUID();
    tokens.set(access_token, { expiresAt: clock.now() + LIMITS.accessTokenLifetimeS * 1000, scopes });
    return {
      status: 200,
      body: {
        access_token,
        token_type: 'Bearer',
        expires_in: LIMITS.accessTokenLifetimeS,
        scope: scopes.join(' '),
      },
    };
  };

  const answerSession = async (request: Request, operation: OperationName, sessionId: string): Promise<Answered> => {
    const token = tokens.get(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '');
    if (token === undefined || token.expiresAt <= clock.now()) return { refused: 'invalid_token' };
    const { body: media, scope } = OPERATIONS[operation];
    if (scope !== undefined && !token.scopes.includes(scope)) return { refused: 'insufficient_scope' };
    if (media !== undefined && request.headers.get('content-type')?.split(';')[0] !== media)
      return { refused: 'invalid_request' };
    const body = (media === undefined ? {} : parseJson(await request.text())) as Record<string, unknown>;
    const idempotencyKey = request.headers.get('idempotency-key');
    switch (operation) {
      case 'createEnrollmentSession':
        return sessions.create('enroll', merchantId, body, idempotencyKey);
      case 'createVerificationSession':
        return sessions.create('verify', merchantId, body, idempotencyKey);
      case 'readResult':
        return sessions.read(sessionId, Object.fromEntries(new URL(request.url).searchParams));
      case 'cancelSession':
        return sessions.cancel(sessionId, merchantId, body);
      default:
        return { refused: 'not_found' };
    }
  };

  const answer = async (request: Request): Promise<Response> => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    requests.push(`${method} ${pathname}`);
    const instead = planned.shift();
    if (instead instanceof Error) throw instead;
    if (instead !== undefined) return instead;
    const { operation, sessionId } = operationOf(method, pathname);
    if (operation === undefined) return respond({ refused: 'not_found' });
    if (operation === 'issueToken') return respond(issueToken(new URLSearchParams(await request.text())));
    if (operation === 'listSigningKeys') return respond({ status: 200, body: { keys: keys.list() } });
    return respond(await answerSession(request, operation, sessionId));
  };

  return {
    baseUrl: BASE_URL,
    merchantId,
    clientId,
    clientSecret,
    keys,
    requests,
    async fetch(input, init) {
      init?.signal?.throwIfAborted();
      return answer(new Request(input, init));
    },
    move: (sessionId, outcome) => sessions.move(sessionId, outcome),
    answerNext: (instead) => void planned.push(instead),
    async listen(port = 0) {
      const { listen } = await import('./listen.ts');
      return listen(answer, { port });
    },
  };
}

function operationOf(method: string, path: string): { operation: OperationName | undefined; sessionId: string } {
  const operation = OPERATION_NAMES.find((name) => OPERATIONS[name].method === method && matchPath(name, path));
  const parameters = operation === undefined ? undefined : matchPath(operation, path);
  return { operation, sessionId: decodeURIComponent(parameters?.['session_id'] ?? '') };
}

/** The service's error answer, for `answerNext`. */
export function errorAnswer(code: ErrorCode, headers: Record<string, string> = {}): Response {
  const requestId = crypto.randomUUID();
  const { status, message } = ERRORS[code];
  return Response.json(
    { error: { code, message, request_id: requestId } },
    { status, headers: { 'x-request-id': requestId, ...headers } },
  );
}

const respond = (answered: Answered): Response =>
  'refused' in answered
    ? errorAnswer(answered.refused, answered.param === undefined ? {} : { [PARAM_HEADER]: answered.param })
    : Response.json(answered.body, {
        status: answered.status,
        headers: { 'x-request-id': crypto.randomUUID(), 'cache-control': 'no-store' },
      });
