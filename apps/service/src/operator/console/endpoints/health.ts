import type { RunningProcess, Store } from '../../../storage/port/store.ts';
import { recentBio } from '../../reads/bio-counts.ts';
import { checkBioCertificates } from '../../checks/bio-certificates.ts';
import { daysUntil, expires } from '../../checks/certificates.ts';
import { runCheck, type Finding, type CheckDetail } from '../../checks/check.ts';
import { checkHealth, runningProcesses } from '../../checks/health-checks.ts';
import type { Operator } from '../../row/operator.ts';
import { endpoint } from '../endpoint.ts';

/** What the table of processes shows as well. */
const IN_TABLE = ['processes', 'TLS certificates'];

/** The checks of `authly doctor` that need no terminal, and the Bio APIs. */
export const health = endpoint({
  name: 'health',
  role: 'read',
  params: {},
  async run(operator) {
    const running = await runningProcesses(operator);
    const checks = [
      ...(await checkHealth(operator)),
      await runCheck('TLS certificates', () => checkCertificates(running)),
      await runCheck('Bio APIs', () => checkBioApis(operator)),
      lookedAtCertificates(operator),
    ].filter(({ check, ok }) => !ok || !IN_TABLE.includes(check));
    const processes = running.map(({ host, pid, version, startedAt, clockAheadMs, certificateUntil: until }) => ({
      host,
      pid,
      version,
      started_at: startedAt,
      clock_ahead_ms: clockAheadMs,
      certificate_days: until === null ? null : daysUntil(until),
    }));
    return { checks, processes };
  },
});

/** Processes on several machines have several. */
function checkCertificates(running: readonly RunningProcess[]): CheckDetail {
  const until = Math.min(...running.map((each) => each.certificateUntil ?? Infinity));
  const lateAt = Math.min(...running.map((each) => each.certificateLateAt ?? Infinity));
  return until === Infinity ? { note: 'a proxy ends TLS' } : `the first ${expires({ until, lateAt })}`;
}

async function checkBioApis({ store, now }: Operator): Promise<string> {
  const troubles = (await recentBio(store.counts, now())).filter(({ trouble }) => trouble !== null);
  if (troubles.length > 0)
    throw new Error(troubles.map(({ merchant_id, trouble }) => `${merchant_id}: ${trouble}`).join('; '));
  return 'none failed or was slow in the last 10 minutes';
}

const LOOK_EVERY_MS = 10 * 60_000;
const LOOKING: Finding = { check: 'Bio API certificates', ok: true, note: true, detail: 'looking …' };
const looked = new WeakMap<Store, { readonly at: number; found: Finding }>();

/** Connects to every merchant, so rarely, and no page waits for it. */
function lookedAtCertificates(operator: Operator): Finding {
  const { store, now } = operator;
  const last = looked.get(store);
  if (last !== undefined && now() - last.at < LOOK_EVERY_MS) return last.found;
  const look = { at: now(), found: last?.found ?? LOOKING };
  looked.set(store, look);
  void runCheck(LOOKING.check, () => checkBioCertificates(operator)).then((found) => (look.found = found));
  return look.found;
}
