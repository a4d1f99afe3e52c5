import { randomUUID } from 'node:crypto';
import type { LookupRequest, LookupResponse } from '@authly/contract/bio/lookup';
import type { StoreRequest, StoreResponse } from '@authly/contract/bio/store';
import type { FailureCode } from '@authly/contract/failure-codes';
import { BIO_OPERATIONS, JSON_BODY, type BioOperationName } from '@authly/contract/operations';
import { systemClock, type Clock } from '../clock.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { attempt } from './attempt.ts';
import { checkReply } from './check-reply.ts';
import { classifyAttempt } from './classify-attempt.ts';
import type { BioConnections } from './connections.ts';
import type { AttemptEnd } from './exchange.ts';
import { parseJson } from './parse-json.ts';
import { signedHeaders } from './sign.ts';

export type BioResult<Reply> = { readonly reply: Reply } | { readonly failure: FailureCode };

/** Told of each call: for metrics and for the readiness of merchants. Never what was in it. */
export interface BioCallReport {
  readonly merchantId: string;
  readonly keyId: string;
  readonly call: BioOperationName;
  readonly failure: FailureCode | null;
  readonly attempts: number;
  /** What the merchant answered shows that the signature held. */
  readonly signatureHeld: boolean;
}

interface Outgoing {
  readonly call: BioOperationName;
  readonly merchant: Merchant;
  readonly body: Uint8Array;
  readonly extraHeaders?: Record<string, string>;
}

interface BioApiOptions {
  readonly keys: KeyRing;
  readonly connections: BioConnections;
  /** What the deadlines of calls run on: real time, unless a test moves it. */
  readonly deadlineClock?: Clock | undefined;
  readonly onCall?: (report: BioCallReport) => void;
}

/** Signs, calls and checks. Enrollment data passes through memory only: the bytes sent are wiped when the call is over. */
export class BioApi {
  readonly #keys: KeyRing;
  readonly #connections: BioConnections;
  readonly #deadlineClock: Clock;
  readonly #onCall: (report: BioCallReport) => void;

  constructor({ keys, connections, deadlineClock = systemClock, onCall = () => {} }: BioApiOptions) {
    this.#keys = keys;
    this.#connections = connections;
    this.#deadlineClock = deadlineClock;
    this.#onCall = onCall;
  }

  async store(merchant: Merchant, request: StoreRequest): Promise<BioResult<StoreResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    const extraHeaders = { 'idempotency-key': request.enrollment_session_id };
    return this.#call({ call: 'store', merchant, body, extraHeaders }, (reply) =>
      checkReply({ kind: 'store', request }, reply),
    );
  }

  async lookup(merchant: Merchant, request: LookupRequest): Promise<BioResult<LookupResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    return this.#call({ call: 'lookup', merchant, body }, (reply) => checkReply({ kind: 'lookup', request }, reply));
  }

  async #call<Reply>(outgoing: Outgoing, check: (reply: unknown) => Reply | undefined): Promise<BioResult<Reply>> {
    const { merchant, call, body } = outgoing;
    const requestId = randomUUID();
    try {
      for (let attempts = 1; ; attempts++) {
        const key = await this.#keys.signer('bio-signing');
        const end = await this.#attempt(outgoing, key, requestId);
        const { result, retry, signatureHeld } = conclude(end, call, check);
        if (retry && attempts <= merchant.bioRetries) continue;
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
    const { method, path: operationPath } = BIO_OPERATIONS[outgoing.call];
    let target;
    try {
      target = this.#connections.endpointOf(merchant);
    } catch {
      return { kind: 'unreachable' };
    }
    const path = target.basePath + operationPath;
    const headers = {
      'content-type': JSON_BODY,
      'x-request-id': requestId,
      ...extraHeaders,
      ...(await signedHeaders({
        merchantId: merchant.id,
        key,
        method,
        path,
        body,
        now: new Date(),
        nonce: randomUUID(),
      })),
    };
    return attempt({
      method,
      path,
      headers,
      body,
      connections: target.connections,
      timeoutMs: merchant.bioTimeoutMs,
      clock: this.#deadlineClock,
    });
  }
}

interface Conclusion<Reply> {
  readonly result: BioResult<Reply>;
  readonly retry: boolean;
  readonly signatureHeld: boolean;
}

function conclude<Reply>(
  end: AttemptEnd,
  call: BioOperationName,
  check: (reply: unknown) => Reply | undefined,
): Conclusion<Reply> {
  const attempted = classifyAttempt(end, call);
  const reply = attempted.outcome === 'reply' ? check(parseJson(attempted.body)) : undefined;
  if (end.kind === 'answered') end.body.fill(0);
  if (attempted.outcome === 'failure')
    return { result: { failure: attempted.code }, retry: attempted.retry, signatureHeld: attempted.signatureHeld };
  return {
    result: reply === undefined ? { failure: 'merchant_bio_invalid_response' } : { reply },
    retry: false,
    signatureHeld: reply !== undefined,
  };
}
