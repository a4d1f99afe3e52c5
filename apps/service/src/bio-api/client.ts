import { randomUUID } from 'node:crypto';
import type { LookupRequest, LookupResponse } from '@authly/contract/bio/lookup';
import type { StoreRequest, StoreResponse } from '@authly/contract/bio/store';
import type { FailureCode } from '@authly/contract/failure-codes';
import { BIO_OPERATIONS, JSON_BODY, type BioOperationName } from '@authly/contract/operations';
import { systemClock, type Clock } from '../config/clock.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeySigner } from '../keys/key-signer.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import type { Span, Tracer } from '../observability/tracer.ts';
import { attempt, type Attempted } from './attempt.ts';
import { checkReply } from './check-reply.ts';
import { classifyAttempt } from './classify-attempt.ts';
import type { BioConnections } from './connections.ts';
import type { AttemptEnd } from './exchange.ts';
import { parseJson } from './parse-json.ts';
import { signedHeaders } from './sign.ts';
import { systemReason } from './system-reason.ts';

export type BioResult<Reply> = { readonly reply: Reply } | { readonly failure: FailureCode };

/** Told of each call: for logs, metrics and the readiness of merchants. Never what was in it. */
export interface BioCallReport {
  readonly merchantId: string;
  readonly sessionId: string;
  readonly keyId: string;
  readonly call: BioOperationName;
  readonly failure: FailureCode | null;
  readonly attempts: readonly AttemptReport[];
  /** What the merchant answered shows that the signature held. */
  readonly signatureHeld: boolean;
}

export type AttemptReport = Omit<BioAttempt, 'at' | 'call'>;

interface Outgoing {
  readonly sessionId: string;
  readonly call: BioOperationName;
  readonly merchant: Merchant;
  readonly body: Uint8Array;
  readonly idempotencyKey?: string;
}

interface BioApiOptions {
  readonly keys: KeyRing;
  readonly connections: BioConnections;
  /** What the deadlines of calls run on: real time, unless a test moves it. */
  readonly deadlineClock?: Clock | undefined;
  /** A sandbox may take a Bio API for down. */
  readonly isDown?: ((merchantId: string) => Promise<boolean>) | undefined;
  readonly onCall?: (report: BioCallReport) => void;
  readonly tracer?: Tracer | undefined;
  /** Merchants are told which trace a call belongs to. */
  readonly tellsTrace?: boolean;
}

const TAKEN_FOR_DOWN: Attempted = { end: { kind: 'unreachable', reason: 'SANDBOX_DOWN' }, stage: 'connect' };

/** Signs, calls and checks. Enrollment data passes through memory only: the bytes sent are wiped when the call is over. */
export class BioApi {
  readonly #keys: KeyRing;
  readonly #connections: BioConnections;
  readonly #deadlineClock: Clock;
  readonly #isDown: BioApiOptions['isDown'];
  readonly #onCall: (report: BioCallReport) => void;
  readonly #tracer: Tracer | undefined;
  readonly #tellsTrace: boolean;

  constructor(options: BioApiOptions) {
    this.#keys = options.keys;
    this.#connections = options.connections;
    this.#deadlineClock = options.deadlineClock ?? systemClock;
    this.#isDown = options.isDown;
    this.#onCall = options.onCall ?? (() => {});
    this.#tracer = options.tracer;
    this.#tellsTrace = options.tellsTrace ?? false;
  }

  store(merchant: Merchant, request: StoreRequest): Promise<BioResult<StoreResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    const sessionId = request.enrollment_session_id;
    return this.#call({ call: 'store', sessionId, merchant, body, idempotencyKey: sessionId }, (reply) =>
      checkReply({ kind: 'store', request }, reply),
    );
  }

  lookup(merchant: Merchant, request: LookupRequest): Promise<BioResult<LookupResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    return this.#call({ call: 'lookup', sessionId: request.verification_session_id, merchant, body }, (reply) =>
      checkReply({ kind: 'lookup', request }, reply),
    );
  }

  async #call<Reply>(outgoing: Outgoing, check: (reply: unknown) => Reply | undefined): Promise<BioResult<Reply>> {
    const { merchant, sessionId, call, body } = outgoing;
    const requestId = randomUUID();
    const attempts: AttemptReport[] = [];
    try {
      for (;;) {
        const key = await this.#keys.signer('bio-signing');
        const began = performance.now();
        const span = this.#beginSpan(outgoing, attempts.length + 1);
        const attempted = await this.#attempt(outgoing, key, requestId, span);
        const { result, retry, signatureHeld, merchantCode } = conclude(attempted.end, call, check);
        const failure = 'failure' in result ? result.failure : null;
        const status = 'status' in attempted.end ? attempted.end.status : undefined;
        span?.note({ 'authly.bio.stage': attempted.stage, 'http.response.status_code': status });
        span?.end(failure ?? undefined);
        attempts.push({
          attempt: attempts.length + 1,
          stage: attempted.stage,
          status: status ?? null,
          code: merchantCode,
          reason: ('reason' in attempted.end ? attempted.end.reason : undefined) ?? null,
          failure,
          ms: Math.round(performance.now() - began),
        });
        if (retry && attempts.length <= merchant.bioRetries) continue;
        this.#onCall({ merchantId: merchant.id, sessionId, keyId: key.id, call, attempts, signatureHeld, failure });
        return result;
      }
    } finally {
      body.fill(0);
    }
  }

  /** Which call to whom. Its address may hold a merchant's secret. */
  #beginSpan({ call, merchant }: Outgoing, attempt: number): Span | undefined {
    const facts = { 'authly.merchant_id': merchant.id, 'authly.bio.call': call, 'authly.bio.attempt': attempt };
    return this.#tracer?.begin({ name: `bio ${call}`, kind: 'client', facts });
  }

  async #attempt(outgoing: Outgoing, key: KeySigner, requestId: string, span: Span | undefined): Promise<Attempted> {
    const { merchant, body, idempotencyKey } = outgoing;
    const { method, path: operationPath } = BIO_OPERATIONS[outgoing.call];
    if (this.#isDown !== undefined && (await this.#isDown(merchant.id))) return TAKEN_FOR_DOWN;
    let target;
    try {
      target = this.#connections.endpointOf(merchant);
    } catch (error) {
      return { end: { kind: 'unreachable', reason: systemReason(error) }, stage: 'name' };
    }
    const path = target.basePath + operationPath;
    const now = Date.now();
    const toSign = { merchantId: merchant.id, key, method, path, body, now, nonce: randomUUID() };
    const headers: Record<string, string> = await signedHeaders(toSign);
    headers['content-type'] = JSON_BODY;
    headers['x-request-id'] = requestId;
    if (span && this.#tellsTrace) headers['traceparent'] = span.traceparent;
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    return await attempt({
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
  readonly merchantCode: string | null;
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
    return {
      result: { failure: attempted.code },
      retry: attempted.retry,
      signatureHeld: attempted.signatureHeld,
      merchantCode: attempted.merchantCode,
    };
  return {
    result: reply === undefined ? { failure: 'merchant_bio_invalid_response' } : { reply },
    retry: false,
    signatureHeld: reply !== undefined,
    merchantCode: null,
  };
}
