import { HOSTED_CALLS } from '@authly/contract/operations';
import { readSession } from '../../lifecycle/advance-session.ts';
import { hostedToken } from '../../tokens/hosted-token.ts';
import { openKeyRing } from './open-key-ring.ts';
import { NotFoundError, OperatorError, type Operator } from './operator.ts';

const TIMEOUT_MS = 10_000;

function requireTest({ environment }: Operator): void {
  if (environment !== 'test') throw new OperatorError('sandbox commands work only on a store of the environment test');
}

/** Moves the store's clock forward. Returns its offset from real time. */
export async function advanceSandboxClock(operator: Operator, byMs: number): Promise<number> {
  requireTest(operator);
  const { store, auditEntry } = operator;
  const { advanceClock } = await import('../../sandbox/virtual-clock.ts');
  return advanceClock(store.settings, byMs, (offset_ms) => auditEntry('sandbox.advance', 'clock', { offset_ms }));
}

/** Simulates an outage of one Bio API, or of all, or ends it. Returns the merchants whose Bio API is down. */
export async function setBioApisDown(
  operator: Operator,
  down: boolean,
  merchantId?: string,
): Promise<readonly string[]> {
  requireTest(operator);
  const { store, auditEntry } = operator;
  const known = (await store.merchants.list()).map(({ id }) => id);
  if (merchantId !== undefined && !known.includes(merchantId))
    throw new NotFoundError('merchant', merchantId, 'authly merchant list');
  const entry = auditEntry('sandbox.bio-api', merchantId ?? 'all merchants', { down });
  const { switchBioApis } = await import('../../sandbox/bio-api-switch.ts');
  return switchBioApis(store.settings, merchantId === undefined ? known : [merchantId], down, entry);
}

export interface ServiceAddress {
  readonly baseUrl: string;
  /** PEM of the CA that its certificate is from; undefined: a public one. */
  readonly ca: string | undefined;
}

/** Calls the running service as the hosted page does when a user opens it. */
export async function openSandboxSession(
  operator: Operator,
  sessionId: string,
  addressOf: () => ServiceAddress,
): Promise<{ readonly status: string; readonly hasOutcome: boolean }> {
  requireTest(operator);
  const { store, now, auditEntry } = operator;
  const session = await readSession(store.sessions, sessionId, now());
  if (session === undefined) throw new NotFoundError('session', sessionId, 'authly sessions list');
  await store.audit.write(auditEntry('sandbox.open', sessionId));
  const secret = await (await openKeyRing(operator)).hostedSecret(session.createdAt);
  const status = await postOpened(addressOf(), hostedToken(secret, sessionId));
  return { status, hasOutcome: session.metadata !== null && 'sandbox_outcome' in session.metadata };
}

async function postOpened({ baseUrl, ca }: ServiceAddress, token: string): Promise<string> {
  const { method, path } = HOSTED_CALLS.hostedOpened;
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: { ca, timeout: TIMEOUT_MS } });
  try {
    const { statusCode, body } = await request(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      dispatcher,
    });
    const response = (await body.json()) as { status?: string; error?: { code: string; message: string } };
    if (statusCode === 200 && response.status !== undefined) return response.status;
    const { code = '', message = '' } = response.error ?? {};
    throw new OperatorError(`the service responded ${statusCode} ${code}: ${message}`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new OperatorError(`the service at ${baseUrl} does not respond (${code ?? message}). Is the sandbox running?`);
  } finally {
    await dispatcher.close();
  }
}
