import { randomUUID } from 'node:crypto';
import type { LookupRequest, LookupResponse } from '@authly/contract/captures/lookup';
import { parseReply, replyFaults } from '@authly/contract/captures/replies';
import type { StoreRequest, StoreResponse } from '@authly/contract/captures/store';
import type { FailureCode } from '@authly/contract/wire/failure-codes';
import { BIO_OPERATIONS, JSON_BODY, type BioOperationName } from '@authly/contract/operation-table';
import { systemClock, type Clock } from '../runtime/clock.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeySigner } from '../keys/key-signer.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { BioAttempt } from '../session/bio-attempt.ts';
import { currentRequestId } from '../observability/request-id.ts';
import type { Span, Tracer } from '../observability/tracer.ts';
import { attempt, type Attempted } from '../outbound/attempt.ts';
import { classifyAttempt } from './classify-attempt.ts';
import type { OutboundConnections } from '../outbound/connections.ts';
import { signedHeaders } from './sign.ts';
import { systemReason } from '../outbound/system-reason.ts';

export type BioResult<Reply> = { readonly reply: Reply } | { readonly failure: FailureCode };

/** Logs, metrics and the readiness of merchants use it. It contains nothing that was sent or received. */
export interface BioCallReport {
  readonly merchantId: string;
  readonly sessionId: string;
  readonly keyId: string;
  readonly call: BioOperationName;
  readonly failure: FailureCode | null;
  readonly attempts: readonly AttemptReport[];
  /** The response proves that the merchant accepted the signature. */
  readonly signatureHeld: boolean;
}

export type AttemptReport = Omit<BioAttempt, 'at' | 'call'>;

interface Outgoing {
  readonly sessionId: string;
  readonly call: BioOperationName;
  readonly merchant: Merchant;
  readonly request: StoreRequest | LookupRequest;
  readonly body: Uint8Array;
  readonly idempotencyKey?: string;
  /** Milliseconds until the session is interrupted. */
  readonly timeLeft: (() => number) | undefined;
}

interface BioApiOptions {
  readonly keys: Pick<KeyRing, 'signer'>;
  readonly connections: OutboundConnections;
  /** Real time, except in tests. */
  readonly deadlineClock?: Clock | undefined;
  readonly isDown?: ((merchantId: string) => Promise<boolean>) | undefined;
  readonly onCall?: (report: BioCallReport) => void;
  readonly tracer?: Tracer | undefined;
}

const TAKEN_FOR_DOWN: Attempted = { end: { kind: 'unreachable', reason: 'SANDBOX_DOWN' }, stage: 'connect' };

/** Enrollment data exists in memory only: the sent bytes are overwritten when the call ends. */
export class BioApi {
  readonly #options: BioApiOptions;

  constructor(options: BioApiOptions) {
    this.#options = options;
  }

  store(merchant: Merchant, request: StoreRequest, timeLeft?: Outgoing['timeLeft']): Promise<BioResult<StoreResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    const sessionId = request.enrollment_session_id;
    return this.#call({ call: 'store', sessionId, merchant, request, body, idempotencyKey: sessionId, timeLeft });
  }

  lookup(
    merchant: Merchant,
    request: LookupRequest,
    timeLeft?: Outgoing['timeLeft'],
  ): Promise<BioResult<LookupResponse>> {
    const body = Buffer.from(JSON.stringify(request));
    const sessionId = request.verification_session_id;
    return this.#call({ call: 'lookup', sessionId, merchant, request, body, timeLeft });
  }

  async #call<Reply>(outgoing: Outgoing): Promise<BioResult<Reply>> {
    const { merchant, sessionId, call, body } = outgoing;
    const requestId = currentRequestId() ?? randomUUID();
    const attempts: AttemptReport[] = [];
    try {
      let last = await this.#attempted<Reply>(outgoing, requestId, attempts);
      while (last.retry && attempts.length <= merchant.bioRetries) {
        // Without a key or enough time for another attempt, the earlier one decides.
        const next = await this.#attempted<Reply>(outgoing, requestId, attempts).catch(() => undefined);
        if (next === undefined) break;
        last = next;
      }
      const { keyId, signatureHeld, failure, reply } = last;
      this.#options.onCall?.({ merchantId: merchant.id, sessionId, keyId, call, attempts, signatureHeld, failure });
      return failure === null ? { reply: reply! } : { failure };
    } finally {
      body.fill(0);
    }
  }

  /** Throws if it could not be made. */
  async #attempted<Reply>(outgoing: Outgoing, requestId: string, attempts: AttemptReport[]) {
    const { merchant, call, request } = outgoing;
    const key = await this.#options.keys.signer('bio-signing');
    const began = performance.now();
    const span = this.#beginSpan(outgoing, attempts.length + 1, requestId);
    const { end, stage } = await this.#attempt(outgoing, key, requestId).catch((error: unknown) => {
      span?.end('internal_error');
      throw error;
    });
    const { retry, signatureHeld, ...ended } = classifyAttempt(end, call);
    const isReply = ended.failure === undefined && end.kind === 'answered';
    const answer = isReply ? parseReply(end.body) : undefined;
    const reply = replyFaults(call, request, answer).length === 0 ? (answer as Reply) : undefined;
    if (end.kind === 'answered') end.body.fill(0);
    const failure = reply === undefined ? (ended.failure ?? 'merchant_bio_invalid_response') : null;
    const status = 'status' in end ? end.status : undefined;
    span?.note({ 'authly.bio.stage': stage, 'http.response.status_code': status });
    span?.end(failure ?? undefined);
    attempts.push({
      url: merchant.bioBaseUrl + BIO_OPERATIONS[call].path,
      requestId,
      attempt: attempts.length + 1,
      stage,
      status: status ?? null,
      code: ended.merchantCode ?? null,
      reason: ('reason' in end ? end.reason : undefined) ?? null,
      failure,
      ms: Math.round(performance.now() - began),
    });
    return { retry, keyId: key.id, reply, failure, signatureHeld: reply !== undefined || (signatureHeld ?? false) };
  }

  /** Excludes the URL, which may contain a merchant's secret. */
  #beginSpan({ call, merchant }: Outgoing, attempt: number, requestId: string): Span | undefined {
    const facts = {
      'authly.merchant_id': merchant.id,
      'authly.bio.call': call,
      'authly.bio.attempt': attempt,
      'authly.request_id': requestId,
    };
    return this.#options.tracer?.begin({ name: `bio ${call}`, kind: 'client', facts });
  }

  async #attempt(outgoing: Outgoing, key: KeySigner, requestId: string): Promise<Attempted> {
    const { merchant, body, idempotencyKey, timeLeft } = outgoing;
    const { connections, deadlineClock: clock = systemClock, isDown } = this.#options;
    const { method, path: operationPath } = BIO_OPERATIONS[outgoing.call];
    if (await isDown?.(merchant.id)) return TAKEN_FOR_DOWN;
    let target;
    try {
      target = connections.endpointOf(merchant);
    } catch (error) {
      return { end: { kind: 'unreachable', reason: systemReason(error) }, stage: 'name' };
    }
    const path = target.basePath + operationPath;
    const now = Date.now();
    const toSign = { merchantId: merchant.id, key, method, path, body, now, nonce: randomUUID() };
    const headers: Record<string, string> = await signedHeaders(toSign);
    headers['content-type'] = JSON_BODY;
    headers['x-request-id'] = requestId;
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    // A merchant must not store an enrollment after its session was interrupted.
    if (timeLeft !== undefined && timeLeft() < merchant.bioTimeoutMs)
      throw new Error(`a ${outgoing.call} could last longer than the processing of its session`);
    return attempt(target.connections, { method, path, headers, body }, { timeoutMs: merchant.bioTimeoutMs, clock });
  }
}
