// The real service in a process of its own, with a way to put sessions where the app has joined them.
import { randomBytes } from 'node:crypto';
import { startEngineThreads } from '../../apps/service/src/capture/engine-threads.ts';
import { advanceSession } from '../../apps/service/src/lifecycle/advance-session.ts';
import { startService, type RunningService } from '../../apps/service/src/main.ts';
import type { Merchant } from '../../apps/service/src/merchants/merchant.ts';
import { sessionId } from '../../apps/service/src/session/session-id.ts';
import { createdSession, type Session } from '../../apps/service/src/session/session.ts';
import { hashAppToken } from '../../apps/service/src/tokens/app-token.ts';
import { answerParent } from '../api/child.ts';
import { benchMerchant, serviceConfig, type ServiceSetup } from '../api/service-config.ts';

export interface JoinedSession {
  readonly id: string;
  readonly appToken: string;
}

export interface Joins {
  readonly merchantId: string;
  /** Sessions are theirs in turns. */
  readonly users: number;
  readonly count: number;
}

export type SessionEnd = Pick<Session, 'failureCode' | 'outcome'>;

const LIFETIME_MS = 1_800_000;
let service: RunningService | undefined;

async function start(setup: ServiceSetup): Promise<number> {
  service = await startService({
    config: serviceConfig(setup, randomBytes(32).toString('base64')),
    threads: startEngineThreads(),
  });
  return service.ports.api;
}

const addMerchant = ({ id, ...settings }: Pick<Merchant, 'id'> & Partial<Merchant>): Promise<boolean> =>
  service!.store.merchants.add(benchMerchant(id, settings));

const join = ({ merchantId, users, count }: Joins): Promise<JoinedSession[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => joined(merchantId, `user-${i % users}`)));

async function joined(merchantId: string, merchantUserRef: string): Promise<JoinedSession> {
  const { sessions } = service!.store;
  const now = Date.now();
  const appToken = randomBytes(32).toString('base64url');
  const session = createdSession({
    id: sessionId(now, randomBytes(16)),
    merchantId,
    merchantUserRef,
    mode: 'verify',
    type: 'fingerprint',
    payload: { finger: 'RI' },
    returnUrl: null,
    locale: null,
    displayText: null,
    metadata: null,
    createdAt: now,
    expiresAt: now + LIFETIME_MS,
  });
  await sessions.create(session);
  await advanceSession(sessions, session.id, { event: 'open' }, now);
  const app = {
    via: 'button',
    matchCode: '42',
    appTokenHash: hashAppToken(appToken),
    confirmed: true,
    at: now,
  } as const;
  await advanceSession(sessions, session.id, { event: 'claim', join: app }, now);
  return { id: session.id, appToken };
}

const endOf = async (id: string): Promise<SessionEnd> => {
  const session = await service!.store.sessions.find(id);
  return { failureCode: session?.failureCode ?? null, outcome: session?.outcome ?? null };
};

answerParent({ start, addMerchant, join, endOf }, async () => service?.close());
