import { randomUUID } from 'node:crypto';
import type { LookupRequest } from '@authly/contract/bio/lookup';
import type { StoreRequest } from '@authly/contract/bio/store';
import { BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operations';
import type { Clock } from '../clock.ts';
import { sampleLookup, sampleStore } from '../testing/sample-bodies.ts';
import type { ServiceKey } from '../testing/service-key.ts';
import { signBioCall } from '../testing/sign-bio-request.ts';
import type { KeyList } from './key-list.ts';
import { type Reply, sendRaw, type Transport } from './send-raw.ts';

type HeaderChanges = Readonly<Record<string, string | undefined>>;

/** How a call differs from one that the service would make. */
export interface CallChanges {
  readonly key?: ServiceKey;
  readonly merchantId?: string;
  readonly method?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly idempotencyKey?: string;
  /** Signed for this path below the base address, and sent to the endpoint's own. */
  readonly signedFor?: string;
  /** Added to the sent address only. */
  readonly query?: string;
  /** Sent instead of the body that was signed. */
  readonly sentBody?: string;
  /** Changed after signing; undefined leaves the header out. */
  readonly headers?: HeaderChanges | ((signed: Readonly<Record<string, string>>) => HeaderChanges);
}

export interface ProbeOptions {
  readonly merchantBioBaseUrl: string;
  readonly merchantId: string;
  readonly toleranceMs: number;
  /** How long a removed key may still be accepted before that counts. */
  readonly removedKeyWaitMs: number;
  /** How long after its use a nonce is sent again. */
  readonly nonceWaitMs: number;
  /** How long after the other checks --long looks again. */
  readonly longWaitMs: number;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly keyList: KeyList;
  /** Published as active when the run begins. */
  readonly key: ServiceKey;
  readonly onProgress?: (text: string) => void;
}

/** What a check works with: calls as the service makes them, and calls that differ from those in one thing. */
export interface Probe extends ProbeOptions {
  /** The key that signs unless a call says otherwise. The key checks rotate it. */
  signingKey: ServiceKey;
  /** The one before, while it is published as retiring. */
  retiringKey: ServiceKey | undefined;
  /** A well-formed store request for a user that no other check knows. */
  storeBody(fields?: Partial<Omit<StoreRequest, 'payload'>>, payload?: Partial<StoreRequest['payload']>): StoreRequest;
  /** The lookup that finds what this store request stored. */
  lookupBody(stored: StoreRequest, fields?: Partial<LookupRequest>): LookupRequest;
  store(body: object | string, changes?: CallChanges): Promise<Reply>;
  lookup(body: object | string, changes?: CallChanges): Promise<Reply>;
  /** For advice inside a check of the contract. */
  warn(message: string): void;
}

export function createProbe(options: ProbeOptions, warn: (message: string) => void): Probe {
  const { merchantBioBaseUrl, merchantId, clock, transport } = options;

  const send = async (name: BioOperationName, body: object | string, changes: CallChanges): Promise<Reply> => {
    const { path } = BIO_OPERATIONS[name];
    const url = merchantBioBaseUrl + (changes.signedFor ?? path);
    const signed = await signBioCall({ key: probe.signingKey, merchantId, now: clock.now(), ...changes, body, url });
    const changed = typeof changes.headers === 'function' ? changes.headers(signed.headers) : changes.headers;
    const headers = Object.entries({ ...signed.headers, ...changed }).filter(([, value]) => value !== undefined);
    const call = {
      url: merchantBioBaseUrl + path + (changes.query ?? ''),
      method: signed.method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: changes.sentBody ?? signed.body,
    };
    return sendRaw(call, transport);
  };

  const probe: Probe = {
    ...options,
    signingKey: options.key,
    retiringKey: undefined,
    storeBody: (fields = {}, payload = {}) =>
      sampleStore({
        merchant_id: merchantId,
        merchant_user_ref: `bio-check-${randomUUID()}`,
        enrollment_session_id: `ses_bio-check-${randomUUID()}`,
        captured_at: new Date(clock.now()).toISOString(),
        ...fields,
        payload,
      }),
    lookupBody: ({ merchant_user_ref, payload: { finger } }, fields = {}) =>
      sampleLookup({
        merchant_id: merchantId,
        merchant_user_ref,
        verification_session_id: `ses_bio-check-${randomUUID()}`,
        payload: { finger },
        ...fields,
      }),
    store: (body, changes = {}) => send('store', body, changes),
    lookup: (body, changes = {}) => send('lookup', body, changes),
    warn,
  };
  return probe;
}
