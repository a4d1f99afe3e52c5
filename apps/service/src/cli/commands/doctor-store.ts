import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import { readShutdownDelayMs } from '../../config/config.ts';
import { TOKEN_PURPOSES, type KeyPurpose } from '../../config/key-purposes.ts';
import { isCurrent, unseal } from '../../keys/seal.ts';
import { noToken } from '../../keys/signing-token.ts';
import { clockAheadMs } from '../../lifecycle/clock-check.ts';
import { longestDrainMs } from '../../api/drain-time.ts';
import { counted, type Found } from '../../operator/actions/finding.ts';
import { listKeys } from '../../operator/actions/key-view.ts';
import type { StoreContext } from '../store-context.ts';

const TOLERANCE = `${CLOCK_TOLERANCE_MS / 1000} s`;
const inSeconds = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(1)} s`;

export async function checkClock({ store, now }: StoreContext): Promise<Found> {
  const aheadMs = await clockAheadMs(store);
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS)
    throw new Error(
      `this machine's clock is ${inSeconds(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database server's; the maximum is ${TOLERANCE}. Synchronize the clocks with NTP`,
    );
  const [newest] = await store.sessions.list({ limit: 1 });
  const futureMs = (newest?.createdAt ?? 0) - now();
  if (futureMs > CLOCK_TOLERANCE_MS)
    throw new Error(
      `the newest session was created ${inSeconds(futureMs)} in the future; the maximum is ${TOLERANCE}. This machine's clock is behind, or another clock was ahead`,
    );
  // SQLite uses the clock of this machine.
  return store.kind === 'postgres'
    ? `${inSeconds(aheadMs)} from the database server's; the maximum is ${TOLERANCE}`
    : { note: 'this machine has the only clock of the store; it must agree with those of merchants within 5 minutes' };
}

export async function checkKeys(context: StoreContext): Promise<Found> {
  const { store, environment, masterKey } = context;
  const keys = await listKeys(context);
  if (keys.length === 0) return { note: 'none yet: the service creates them when it starts' };
  const master = masterKey();
  const sealed = await store.keys.allSealed();
  for (const each of sealed) unseal(master, { ...each, environment }, each.sealed).fill(0);
  // A purpose that is new in this release gets its key at the next start.
  for (const [purpose, own] of Map.groupBy(keys, (key) => key.purpose))
    if (!own.some(({ status }) => status === 'active')) throw new Error(`there is no active ${purpose} key`);
  const old = sealed.filter((each) => !isCurrent(master, { ...each, environment }, each.sealed)).length;
  return old === 0
    ? `the master key decrypts all ${keys.filter(({ kept_in }) => kept_in !== null).length} keys`
    : `${counted(old, 'key')} of ${sealed.length} ${old === 1 ? 'needs' : 'need'} AUTHLY_MASTER_KEY_PREVIOUS_FILE: run "authly keys rewrap"`;
}

export async function checkSigning(context: StoreContext): Promise<Found> {
  const active = (await listKeys(context)).filter(
    ({ status, purpose }) => status === 'active' && canBeInToken(purpose),
  );
  const unreadable = active.find(({ kept_in }) => kept_in === null);
  if (unreadable !== undefined) throw new Error(`the master key does not decrypt key ${unreadable.key_id}`);
  const inToken = active.filter(({ kept_in }) => kept_in === 'pkcs11');
  const token = await context.signingToken();
  if (token === undefined) {
    if (inToken.length > 0) throw new Error(noToken(inToken[0]!.key_id));
    return { note: 'keys are encrypted in the store; no PKCS#11 token is set' };
  }
  await token.checkKeys(inToken.map(({ key_id }) => key_id));
  const purposes = inToken.map(({ purpose }) => purpose).join(', ');
  const there =
    purposes === '' ? `token ${token.name} is available` : `in the PKCS#11 token ${token.name}: ${purposes}`;
  const waiting = token.purposes.filter((purpose) =>
    active.some((key) => key.purpose === purpose && key.kept_in === 'store'),
  );
  return waiting.length === 0
    ? there
    : `${there}; in the store until they are rotated: ${waiting.join(', ')} (authly keys schedule --purpose …)`;
}

const canBeInToken = (purpose: KeyPurpose): boolean => (TOKEN_PURPOSES as readonly KeyPurpose[]).includes(purpose);

export async function checkMerchants({ store: { merchants } }: StoreContext): Promise<string> {
  const all = await merchants.list();
  const live = (await merchants.listClients()).filter(({ revokedAt }) => revokedAt === null);
  return `${counted(all.length, 'merchant')}, ${counted(live.length, 'live client')}`;
}

export async function checkDraining({ env, store }: StoreContext): Promise<Found> {
  const longestS = Math.ceil((readShutdownDelayMs(env) + (await longestDrainMs(store.merchants))) / 1000);
  return { note: `at most ${longestS} s after SIGTERM: your supervisor must not kill it earlier` };
}
