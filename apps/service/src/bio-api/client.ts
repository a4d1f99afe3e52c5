import { randomUUID } from 'node:crypto';
import type { LookupRequest, LookupResponse } from '@authly/contract/bio/lookup';
import type { StoreRequest, StoreResponse } from '@authly/contract/bio/store';
import type { FailureCode } from '@authly/contract/failure-codes';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { attempt } from './attempt.ts';
import { checkReply } from './check-reply.ts';
import type { BioConnections } from './connections.ts';
import type { AttemptEnd } from './exchange.ts';
import { judge, type BioCall } from './judge.ts';
import { parseJson } from './parse-json.ts';
import { signedHeaders } from './sign.ts';

export type BioResult<Reply> = { readonly reply: Reply } | { readonly failure: FailureCode };

/** Told of each call: for metrics and for the readiness of merchants. Never what was in it. */
export interface BioCallReport {
  readonly merchantId: string;
  readonly keyId: string;
  readonly call: BioCall;
  readonly failure: FailureCode | null;
  readonly attempts: number;
  /** What the merchant answered shows that the signature held. */
  readonly signatureHeld: boolean;
}

interface Outgoing {
  readonly call: BioCall;
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

  constructor({
    keys,
    connections,
    onCall = () => {},
  }: { keys: KeyRing; connections: BioConnections; onCall?: (report: BioCallReport) => void }) {
    this.#keys = keys;
    this.#connections = connections;
    this.#onCall = onCall;
  }

  async store(merchant: Merchant, request: StoreRequest): Promise<BioResult<StoreResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    const extraHeaders = { 'idempotency-key': request.enrollment_session_id };
    return this.#call({ call: 'store', merchant, path: '/enrollments', body, extraHeaders }, (reply) =>
      checkReply({ kind: 'store', request }, reply),
    );
  }

  async lookup(merchant: Merchant, request: LookupRequest): Promise<BioResult<LookupResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    return this.#call({ call: 'lookup', merchant, path: '/enrollments/lookup', body }, (reply) =>
      checkReply({ kind: 'lookup', request }, reply),
    );
  }

  async #call<Reply>(outgoing: Outgoing, check: (reply: unknown) => Reply | undefined): Promise<BioResult<Reply>> {
    const { merchant, call, body } = outgoing;
    const requestId = randomUUID();
    try {
      for (let attempts = 1; ; attempts++) {
        const key = await this.#keys.signer('bio-signing');
        const end = await this.#attempt(outgoing, key, requestId);
        const { result, again, signatureHeld } = conclude(end, call, check);
        if (again && attempts <= merchant.bioRetries) continue;
        this.#onCall({
          merchantId: merchant.id,
          keyId: key.id,
          call,
          attempts,
          signatureHeld,
          failure: 'failure' in result ? result.failure : null,
        });
        return result;
      }
    } finally {
      body.fill(0);
    }
  }

  async #attempt(
    outgoing: Outgoing,
    key: Awaited<ReturnType<KeyRing['signer']>>,
    requestId: string,
  ): Promise<AttemptEnd> {
    const { merchant, body, extraHeaders } = outgoing;
    let line;
    try {
      line = this.#connections.to(merchant);
    } catch {
      return { kind: 'unreachable' };
    }
    const path = line.basePath + outgoing.path;
    const headers = {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...extraHeaders,
      ...(await signedHeaders({
        merchantId: merchant.id,
        key,
        method: 'POST',
        path,
        body,
        now: new Date(),
        nonce: randomUUID(),
      })),
    };
    return attempt({ path, headers, body, connections: line.connections, timeoutMs: merchant.bioTimeoutMs });
  }
}

interface Conclusion<Reply> {
  readonly result: BioResult<Reply>;
  readonly again: boolean;
  readonly signatureHeld: boolean;
}

function conclude<Reply>(
  end: AttemptEnd,
  call: BioCall,
  check: (reply: unknown) => Reply | undefined,
): Conclusion<Reply> {
  const verdict = judge(end, call);
  const reply = verdict.verdict === 'reply' ? check(parseJson(verdict.body)) : undefined;
  if (end.kind === 'answered') end.body.fill(0);
  if (verdict.verdict === 'failure')
    return { result: { failure: verdict.code }, again: verdict.again, signatureHeld: verdict.signatureHeld };
  return {
    result: reply === undefined ? { failure: 'merchant_bio_invalid_response' } : { reply },
    again: false,
    signatureHeld: reply !== undefined,
  };
}
