import { randomBytes, randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isForbiddenAddress } from '../bio-api/address-guard.ts';
import { BioApi, type AttemptReport, type BioCallReport } from '../bio-api/client.ts';
import { BioConnections } from '../bio-api/connections.ts';
import { resolveName } from '../bio-api/resolve-name.ts';
import { systemReason } from '../bio-api/system-reason.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { sessionId, SESSION_ID_RANDOM_BYTES } from '../session/session-id.ts';
import { bioCertificate } from './bio-certificate.ts';
import { lookupInWords } from './bio-answer-words.ts';
import { openKeyRing } from './open-key-ring.ts';
import { NotFoundError, OperatorError, type Operator } from './operator.ts';
import type { Probe, ProbeFinding } from './views.ts';

/** Calls a merchant's Bio API as the service does, for a user that does not exist. Nothing is stored. */
export async function probeMerchant(operator: Operator, id: string): Promise<Probe> {
  const merchant = await operator.store.merchants.find(id);
  if (merchant === undefined) throw new NotFoundError('merchant', id, 'authly merchant list');
  if ((await operator.store.keys.list('bio-signing')).length === 0)
    throw new OperatorError('there is no signing key yet: the service creates one when it starts');
  await operator.store.audit.write(operator.auditEntry('merchant.probe', id));
  const url = new URL(merchant.bioBaseUrl);
  const findings = [await finding('name', merchant, () => addressesOf(url, operator))];
  if (findings[0]!.ok) findings.push(await finding('tls', merchant, (signal) => handshake(merchant, operator, signal)));
  const { attempt, signatureHeld } = await signedLookup(operator, merchant);
  const ok = signatureHeld && attempt.failure === 'enrollment_not_found';
  const looked: ProbeFinding = { check: 'lookup', ok, detail: lookupInWords(attempt), ms: attempt.ms };
  const { stage, status, code, reason } = attempt;
  return {
    merchant_id: id,
    bio_base_url: merchant.bioBaseUrl,
    ok,
    findings: [...findings, looked],
    lookup: { stage, status, code, reason },
  };
}

async function finding(
  check: ProbeFinding['check'],
  { bioTimeoutMs }: Merchant,
  look: (signal: AbortSignal) => Promise<string>,
): Promise<ProbeFinding> {
  const began = performance.now();
  const signal = AbortSignal.timeout(bioTimeoutMs);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(`no response within ${bioTimeoutMs} ms`))),
  );
  const said = await Promise.race([look(signal), late]).then(
    (detail) => ({ ok: true, detail }),
    (error: unknown) => ({ ok: false, detail: systemReason(error) ?? (error as Error).message }),
  );
  return { check, ...said, ms: Math.round(performance.now() - began) };
}

/** As the service resolves it: in production by DNS only, and to no private address. */
async function addressesOf({ hostname }: URL, { environment }: Operator): Promise<string> {
  const host = hostname.replaceAll(/[[\]]/g, '');
  const found =
    isIP(host) !== 0
      ? [{ address: host }]
      : environment === 'test'
        ? await lookup(host, { all: true })
        : await resolveName()(host);
  const addresses = found.map(({ address }) => address);
  const forbidden = environment === 'production' ? addresses.find(isForbiddenAddress) : undefined;
  if (forbidden !== undefined) throw new Error(`${forbidden} is a private address, which is not allowed for a Bio API`);
  return `${host} resolves to ${addresses.join(', ')}`;
}

async function handshake(merchant: Merchant, operator: Operator, signal: AbortSignal): Promise<string> {
  const { protocol, expiresInDays } = await bioCertificate(merchant, operator, signal);
  const issuer = merchant.bioCaPem === null ? 'a public CA' : "the merchant's own CA";
  return `${protocol}, certificate from ${issuer}, expires in ${expiresInDays} days`;
}

async function signedLookup(
  operator: Operator,
  merchant: Merchant,
): Promise<{ attempt: AttemptReport; signatureHeld: boolean }> {
  const { store, environment, now } = operator;
  const keys = await openKeyRing(operator);
  const connections = new BioConnections({ allowPrivateAddresses: environment === 'test' });
  const reports: BioCallReport[] = [];
  try {
    await new BioApi({ keys, connections, onCall: (report) => reports.push(report) }).lookup(
      { ...merchant, bioRetries: 0 },
      {
        merchant_id: merchant.id,
        merchant_user_ref: `authly-probe-${randomUUID()}`,
        verification_session_id: sessionId(now(), randomBytes(SESSION_ID_RANDOM_BYTES)),
        type: 'fingerprint',
        payload: { finger: 'RI' },
      },
    );
  } finally {
    connections.close();
  }
  const { attempts, signatureHeld, keyId, merchantId } = reports[0]!;
  if (signatureHeld) await store.keys.noteAcceptance({ merchantId, keyId, lastAcceptedAt: now() });
  return { attempt: attempts[0]!, signatureHeld };
}
