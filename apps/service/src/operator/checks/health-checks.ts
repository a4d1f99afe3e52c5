import { TOKEN_PURPOSES, type KeyPurpose } from '../../config/key-purposes.ts';
import type { Sealed } from '../../keys/rewrap.ts';
import { isCurrent, unseal } from '../../keys/seal.ts';
import { noToken } from '../../keys/signing-token.ts';
import { differs, SILENT_MS } from '../../lifecycle/clock-watch.ts';
import { clockAheadMs, mostDifferAlike } from '../../lifecycle/server-clock.ts';
import { isoTime } from '../../session/iso-time.ts';
import { CLOCK_TOLERANCE_MS } from '../../runtime/clock.ts';
import { BACKUP_AT, type RunningProcess } from '../../storage/port/store.ts';
import { plural } from '../../cli/terminal/output.ts';
import { runCheck, type Finding, type CheckDetail } from './check.ts';
import { listKeys } from '../reads/key-view.ts';
import type { Operator } from '../row/operator.ts';

/** The checks of the console and of `authly doctor`, which adds those that need a terminal. A failed check says how to fix it. */
const CHECKS: Readonly<Record<string, (operator: Operator) => Promise<CheckDetail>>> = {
  store: checkStore,
  clock: checkClock,
  processes: checkProcesses,
  keys: checkKeys,
  signing: checkSigning,
  backup: checkBackup,
  webhooks: checkWebhooks,
};

export const checkHealth = (operator: Operator): Promise<Finding[]> =>
  Promise.all(Object.entries(CHECKS).map(([name, check]) => runCheck(name, () => check(operator))));

async function checkStore({ store }: Operator): Promise<CheckDetail> {
  await store.check();
  return `${store.kind} is reachable and writable`;
}

const TOLERANCE = `${CLOCK_TOLERANCE_MS / 1000} s`;
const inSeconds = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(1)} s`;

async function checkClock({ store, now }: Operator): Promise<CheckDetail> {
  const aheadMs = await clockAheadMs(store);
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS) throw new Error(`${differs(aheadMs)}. Synchronize the clocks with NTP`);
  const [newest] = await store.sessions.list({ limit: 1 });
  const futureMs = (newest?.createdAt ?? 0) - now();
  if (futureMs > CLOCK_TOLERANCE_MS)
    throw new Error(
      `the newest session was created ${inSeconds(futureMs)} in the future; the maximum is ${TOLERANCE}. This machine's clock is behind, or another clock was ahead`,
    );
  // SQLite uses the clock of this machine.
  return store.hasOwnClock
    ? `${inSeconds(aheadMs)} from the database server's; the maximum is ${TOLERANCE}`
    : { note: 'this machine has the only clock of the store; it must agree with those of merchants within 5 minutes' };
}

/** Every process reports itself. */
export const runningProcesses = async ({ store }: Pick<Operator, 'store'>): Promise<RunningProcess[]> =>
  store.processes.list((await store.now()) - SILENT_MS);

async function checkProcesses(operator: Operator): Promise<CheckDetail> {
  const running = await runningProcesses(operator);
  const wrong = running.filter(({ clockAheadMs }) => Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS);
  const alone = wrong.filter(({ clockAheadMs }) => !mostDifferAlike(running, clockAheadMs));
  if (alone.length > 0)
    throw new Error(`a clock is wrong by more than ${TOLERANCE}, so its process returns 503: ${listed(alone)}`);
  if (wrong.length > 0)
    throw new Error(
      `most clocks differ alike from the database server's: correct the database server's: ${listed(wrong)}`,
    );
  const versions = new Set(running.map(({ version }) => version)).size;
  if (running.length === 0) return { note: 'none is running' };
  return versions === 1 ? listed(running) : { note: `${versions} versions: ${listed(running)}` };
}

const listed = (processes: readonly RunningProcess[]): string =>
  processes
    .map(({ host, pid, version, startedAt, clockAheadMs }) =>
      [`${host} (${pid})`, version, `since ${isoTime(startedAt)}`, ...clockOff(clockAheadMs)].join(', '),
    )
    .join('; ');

/** SQLite has no second clock, so none is off. */
const clockOff = (aheadMs: number): string[] =>
  aheadMs === 0 ? [] : [`clock ${inSeconds(aheadMs)} ${aheadMs < 0 ? 'behind' : 'ahead'}`];

async function checkKeys(operator: Operator): Promise<CheckDetail> {
  const keys = await listKeys(operator);
  if (keys.length === 0) return { note: 'none yet: the service creates them when it starts' };
  const stored = (await operator.store.keys.list()).filter(({ sealed }) => sealed.length > 0);
  const found = checkSealed(
    operator,
    stored.map((key) => ({ ...key, keyId: key.id })),
    'key',
  );
  // A purpose that is new in this release gets its key at the next start.
  for (const [purpose, own] of Map.groupBy(keys, (key) => key.purpose))
    if (!own.some(({ status }) => status === 'active')) throw new Error(`there is no active ${purpose} key`);
  return found;
}

/** The alert has the same limit. */
const BACKUP_LATE_MS = 2 * 24 * 60 * 60 * 1000;

async function checkBackup({ store, environment, now }: Operator): Promise<CheckDetail> {
  const at = Number((await store.settings.get(BACKUP_AT)) ?? 0);
  const last = at > 0 ? `the last was made at ${isoTime(at)}` : 'none was made or noted';
  // The first keys are as old as the store.
  const from = at || Math.min(now(), ...(await store.keys.list()).map(({ createdAt }) => createdAt));
  if (now() - from <= BACKUP_LATE_MS || (!at && environment === 'test')) return at > 0 ? last : { note: last };
  throw new Error(`${last}: run "authly backup", and see why it was not run`);
}

export function checkSealed({ environment, masterKey }: Operator, sealed: readonly Sealed[], what: string): string {
  const master = masterKey();
  for (const each of sealed) unseal(master, { ...each, environment }, each.sealed).fill(0);
  const old = sealed.filter((each) => !isCurrent(master, { ...each, environment }, each.sealed)).length;
  return old === 0
    ? `the master key decrypts all ${plural(sealed.length, what)}`
    : `${plural(old, what)} of ${sealed.length} ${old === 1 ? 'needs' : 'need'} AUTHLY_MASTER_KEY_PREVIOUS_FILE: run "authly keys rewrap"`;
}

async function checkSigning(operator: Operator): Promise<CheckDetail> {
  const active = (await listKeys(operator)).filter(
    ({ status, purpose }) => status === 'active' && canBeInToken(purpose),
  );
  const unreadable = active.find(({ kept_in }) => kept_in === null);
  if (unreadable !== undefined) throw new Error(`the master key does not decrypt key ${unreadable.key_id}`);
  const inToken = active.filter(({ kept_in }) => kept_in === 'pkcs11');
  const token = await operator.signingToken();
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

/** The alert has the same limit. */
const LONGEST_DUE_MS = 5 * 60_000;

/** Throws if one is disabled, and if due events are not sent. */
async function checkWebhooks({ store, now }: Operator): Promise<CheckDetail> {
  const troubled = await store.webhooks.troubled();
  const disabled = troubled.filter(({ disabledAt }) => disabledAt !== null).map(({ merchantId }) => merchantId);
  if (disabled.length > 0)
    throw new Error(
      `disabled after days of failures: ${disabled.join(', ')}. Tell the merchants, then enable with "authly webhook retry <merchant_id>"`,
    );
  const waiting = (await store.webhooks.counts()).reduce((all, each) => all + each.waiting, 0);
  const oldestMs = Math.max(0, now() - ((await store.webhooks.oldestDue()) ?? Infinity));
  const queue = `${plural(waiting, 'event')} waiting, the oldest due for ${Math.round(oldestMs / 1000)} s`;
  if (oldestMs > LONGEST_DUE_MS) throw new Error(`${queue}: one merchant is slow, or no process delivers`);
  return `no endpoint is disabled; ${queue}`;
}
