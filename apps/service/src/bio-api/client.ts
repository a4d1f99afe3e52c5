import { randomUUID } from 'node:crypto';
import type { LookupRequest, LookupResponse } from '@authly/contract/bio/lookup';
import type { StoreRequest, StoreResponse } from '@authly/contract/bio/store';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { KeyRing } from '../merchants/key-ring.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { attempt } from './attempt.ts';
import { checkReply } from './check-reply.ts';
import type { BioConnections } from './connections.ts';
import { judge, parseJson } from './judge.ts';
import { signedHeaders } from './sign.ts';

export type BioResult<Reply> = { readonly reply: Reply } | { readonly failure: FailureCode };

/** Told of each call: for metrics and for the readiness of merchants. Never what was in it. */
export interface BioCallReport {
  readonly merchantId: string;
  readonly keyId: string;
  readonly call: 'store' | 'lookup';
  readonly failure: FailureCode | null;
  readonly attempts: number;
}

interface Outgoing {
  readonly call: 'store' | 'lookup';
  readonly merchant: Merchant;
  readonly path: string;
  readonly body: Uint8Array;
  readonly extraHeaders?: Record<string, string>;
}

/** Signs, calls and checks. Enrollment data passes through memory only: the bytes sent are wiped when the call is over. */
export class BioApi {
  readonly #keys: KeyRing;
  readonly #connections: BioConnections;
  readonly #onCall: (report: BioCallReport) => void;

  constructor({ keys, connections, onCall = () => {} }: { keys: KeyRing; connections: BioConnections; onCall?: (report: BioCallReport) => void }) {
    this.#keys = keys;
    this.#connections = connections;
    this.#onCall = onCall;
  }

  async store(merchant: Merchant, request: StoreRequest): Promise<BioResult<StoreResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    const extraHeaders = { 'idempotency-key': request.enrollment_session_id };
    return this.#call({ call: 'store', merchant, path: '/enrollments', body, extraHeaders }, (reply) => checkReply({ kind: 'store', request }, reply));
  }

  async lookup(merchant: Merchant, request: LookupRequest): Promise<BioResult<LookupResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    return this.#call({ call: 'lookup', merchant, path: '/enrollments/lookup', body }, (reply) => checkReply({ kind: 'lookup', request }, reply));
  }

  async #call<Reply>(outgoing: Outgoing, check: (reply: unknown) => Reply | undefined): Promise<BioResult<Reply>> {
    const { merchant, call, body } = outgoing;
    const url = new URL(merchant.bioBaseUrl + outgoing.path);
    const requestId = randomUUID();
    try {
      for (let attempts = 1; ; attempts++) {
        const key = await this.#keys.signer('bio-signing');
        const verdict = judge(await this.#attempt(outgoing, url, key, requestId), call);
        const result = verdict.verdict === 'reply' ? checked(verdict.body, check) : { failure: verdict.code };
        if (verdict.verdict === 'reply' || !verdict.again || attempts > merchant.bioRetries) {
          this.#onCall({ merchantId: merchant.id, keyId: key.id, call, attempts, failure: 'failure' in result ? result.failure : null });
          return result;
        }
      }
    } finally {
      body.fill(0);
    }
  }

  #attempt({ merchant, body, extraHeaders }: Outgoing, url: URL, key: Awaited<ReturnType<KeyRing['signer']>>, requestId: string): ReturnType<typeof attempt> {
    const headers = {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...extraHeaders,
      ...signedHeaders({ merchantId: merchant.id, key, method: 'POST', url, body, now: new Date() }),
    };
    try {
      return attempt({ url, headers, body, dispatcher: this.#connections.to(url, merchant.bioCaPem), timeoutMs: merchant.bioTimeoutMs });
    } catch (cause) {
      return Promise.resolve({ kind: 'unreachable', cause });
    }
  }
}

function checked<Reply>(body: Uint8Array, check: (reply: unknown) => Reply | undefined): BioResult<Reply> {
  const reply = check(parseJson(body));
  body.fill(0);
  return reply === undefined ? { failure: 'merchant_bio_invalid_response' } : { reply };
}
