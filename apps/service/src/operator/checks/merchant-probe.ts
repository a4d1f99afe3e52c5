import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { calledAddresses } from '../../outbound/address-guard.ts';
import { BioApi, type AttemptReport, type BioCallReport, type BioResult } from '../../bio-api/client.ts';
import { OutboundConnections } from '../../outbound/connections.ts';
import { systemReason } from '../../outbound/system-reason.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { sessionId, SESSION_ID_RANDOM_BYTES } from '../../session/session-id.ts';
import type { MerchantActing } from '../row/action.ts';
import { bioCertificate } from './bio-certificate.ts';
import { daysUntil } from './certificates.ts';
import { attemptInWords, lookupInWords, storeInWords } from '../reads/bio-answer-words.ts';
import { findMerchant } from '../reads/merchant-rows.ts';
import { openSigningRing, provenMasterKey } from '../row/open-key-ring.ts';
import { inTime } from '../../runtime/in-time.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { MerchantOperator } from '../row/operator.ts';
import type { Printed } from '../../cli/terminal/output.ts';

interface ProbeStep {
  readonly check: 'name' | 'tls' | 'lookup' | 'store' | 'found';
  readonly ok: boolean;
  readonly detail: string;
  readonly ms: number;
}

/**
 * Calls a merchant's Bio API as the service does, for a user that does not exist. `store`, in the sandbox: stores an enrollment of a marked
 * test user, and looks it up.
 */
export async function probeMerchant(operator: MerchantActing, id: string, store = false) {
  if (store && operator.environment !== 'test')
    throw new RefusedError('--store works in the test environment only: it leaves a test user in the merchant’s store');
  const merchant = await findMerchant(operator, id);
  if ((await operator.store.keys.list('bio-signing')).length === 0)
    throw new RefusedError('there is no signing key yet: the service creates one when it starts');
  await provenMasterKey(operator, operator.store.keys.list('bio-signing'));
  await operator.store.audit.write(operator.entry(id));
  const url = new URL(merchant.bioBaseUrl);
  const findings = [await timed('name', merchant, () => addressesOf(url, operator))];
  if (findings[0]!.ok) findings.push(await timed('tls', merchant, (signal) => handshake(merchant, operator, signal)));
  const user = `authly-probe-${randomUUID()}`;
  const { attempt, signatureHeld } = await signedCall(operator, merchant, (api, to) =>
    api.lookup(to, lookupOf(operator, merchant, user)),
  );
  const held = signatureHeld && attempt.failure === 'enrollment_not_found';
  findings.push({ check: 'lookup', ok: held, detail: lookupInWords(attempt), ms: attempt.ms });
  if (store && held) findings.push(...(await storeAndFind(operator, merchant, user)));
  const ok = held && (!store || findings.every((each) => each.ok));
  const { stage, status, code, reason } = attempt;
  return {
    merchant_id: id,
    bio_base_url: merchant.bioBaseUrl,
    ok,
    findings,
    lookup: { stage, status, code, reason },
  };
}

export function printProbe({ bio_base_url, findings }: Awaited<ReturnType<typeof probeMerchant>>): Printed {
  const lines = findings.map(
    ({ ok, check, ms, detail }) => `${ok ? '✓' : '✗'} ${check.padEnd(7)} ${String(ms).padStart(5)} ms  ${detail}`,
  );
  return { text: [bio_base_url, ...lines].join('\n'), failed: !findings.every(({ ok }) => ok) };
}

async function timed(
  check: ProbeStep['check'],
  { bioTimeoutMs }: Merchant,
  look: (signal: AbortSignal) => Promise<string>,
): Promise<ProbeStep> {
  const began = performance.now();
  const late = new Error(`no response within ${bioTimeoutMs} ms`);
  const over = new AbortController();
  const said = await inTime(look(over.signal), bioTimeoutMs, late).then(
    (detail) => ({ ok: true, detail }),
    (error: unknown) => ({ ok: false, detail: systemReason(error) ?? (error as Error).message }),
  );
  over.abort();
  return { check, ...said, ms: Math.round(performance.now() - began) };
}

async function addressesOf({ hostname }: URL, { environment }: MerchantOperator): Promise<string> {
  const addresses = await calledAddresses(hostname, environment);
  const host = hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) === 0
    ? `${host} resolves to ${addresses.join(', ')}`
    : `${host} is an address, so no name is resolved`;
}

async function handshake(merchant: Merchant, operator: MerchantOperator, signal: AbortSignal): Promise<string> {
  const { protocol, life } = await bioCertificate(merchant, operator, signal);
  const issuer = merchant.bioCaPem === null ? 'a public CA' : "the merchant's own CA";
  return `${protocol}, certificate from ${issuer}, expires in ${daysUntil(life.until)} days`;
}

/** One call without a retry. */
async function signedCall<Reply>(
  operator: MerchantOperator,
  merchant: Merchant,
  call: (api: BioApi, merchant: Merchant) => Promise<BioResult<Reply>>,
): Promise<{ attempt: AttemptReport; signatureHeld: boolean; result: BioResult<Reply> }> {
  const { store, environment, now } = operator;
  const keys = await openSigningRing(operator);
  const connections = new OutboundConnections({ environment });
  const reports: BioCallReport[] = [];
  try {
    const api = new BioApi({ keys, connections, onCall: (report) => reports.push(report) });
    const result = await call(api, { ...merchant, bioRetries: 0 });
    const { attempts, signatureHeld, keyId, merchantId } = reports[0]!;
    if (signatureHeld) await store.keys.noteAcceptance({ merchantId, keyId, lastAcceptedAt: now() });
    return { attempt: attempts[0]!, signatureHeld, result };
  } finally {
    connections.close();
  }
}

const newSessionId = ({ now }: MerchantOperator): string => sessionId(now(), randomBytes(SESSION_ID_RANDOM_BYTES));

const lookupOf = (operator: MerchantOperator, { id }: Merchant, user: string) => ({
  merchant_id: id,
  merchant_user_ref: user,
  verification_session_id: newSessionId(operator),
  type: 'fingerprint',
  payload: { finger: 'RI' as const },
});

/** Stores random data that no finger opens. */
async function storeAndFind(operator: MerchantOperator, merchant: Merchant, user: string): Promise<ProbeStep[]> {
  const [features, enc_key] = [randomBytes(600).toString('base64'), randomBytes(64).toString('base64')];
  const written = await signedCall(operator, merchant, (api, to) =>
    api.store(to, {
      merchant_id: merchant.id,
      merchant_user_ref: user,
      enrollment_session_id: newSessionId(operator),
      type: 'fingerprint',
      payload: { finger: 'RI', features, enc_key },
      captured_at: new Date().toISOString(),
    }),
  );
  const stored = written.attempt.failure === null;
  const { ms } = written.attempt;
  const store: ProbeStep = { check: 'store', ok: stored, detail: storeInWords(written.attempt), ms };
  if (!stored) return [store];
  const { attempt, result } = await signedCall(operator, merchant, (api, to) =>
    api.lookup(to, lookupOf(operator, merchant, user)),
  );
  const payload = 'reply' in result ? result.reply.payload : undefined;
  const same = payload?.features === features && payload.enc_key === enc_key;
  const detail = same
    ? `200, what was stored; ${user} remains in the merchant's store`
    : payload === undefined
      ? attemptInWords(attempt)
      : '200, but features or enc_key differ from what was stored';
  return [store, { check: 'found', ok: same, detail, ms: attempt.ms }];
}
