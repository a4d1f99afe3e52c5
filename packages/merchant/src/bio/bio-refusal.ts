import { BIO_ERRORS, type BioErrorCode } from '@authly/contract/bio/errors';
import { ERRORS } from '@authly/contract/errors';

const { not_found, method_not_allowed, payload_too_large } = ERRORS;

/** The contract's error table, and the three answers of plain HTTP that it has no row for. */
const ANSWERS = { ...BIO_ERRORS, not_found, method_not_allowed, payload_too_large } as const;

/** A code of the contract's error table, or one of plain HTTP. */
export type BioRefusalCode = BioErrorCode | 'not_found' | 'method_not_allowed' | 'payload_too_large';

/** 1 to 8 as the contract numbers them; `binding` is the binding check after step 8; 9 is the store or lookup itself. */
export type VerificationStep = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'binding' | 9;

interface BioRefusalOptions {
  readonly step?: VerificationStep | undefined;
  /** For the merchant's own eyes. Never the body, never a stored value: it may be logged. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** Why a Bio API call is refused. `message` is public and fixed per code; `reason` stays on the merchant's side. */
export class BioRefusal extends Error {
  override readonly name = 'BioRefusal';
  /** The code of the answer. */
  readonly code: BioRefusalCode;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The step that did not hold. Undefined for a call that reached none. */
  readonly step: VerificationStep | undefined;
  /** Why, for your log. Never the body, never a stored value. */
  readonly reason: string;

  constructor(code: BioRefusalCode, { step, reason, cause }: BioRefusalOptions) {
    super(ANSWERS[code].message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = ANSWERS[code].status;
    this.step = step;
    this.reason = reason;
  }
}

export const refusal = (
  code: BioRefusalCode,
  step: VerificationStep | undefined,
  reason: string,
  cause?: unknown,
): BioRefusal => new BioRefusal(code, { step, reason, cause });

/** No fail-open: a store that cannot answer refuses the call. */
export async function orRefuse<Answer>(
  step: VerificationStep,
  reason: string,
  ask: () => Promise<Answer>,
  causeOf = (error: unknown): unknown => error,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw refusal('merchant_bio_internal_error', step, reason, causeOf(error));
  }
}

/**
 * What a log may hold of a failure below us. Database drivers put values into their messages ("Failing row contains …"),
 * and here such a row holds enrollment data: only the name and a code that looks like one pass.
 */
export function withoutDetail(error: unknown): Error {
  const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    code?: unknown;
  };
  const shownCode = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  const shownName = typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  return new Error(`${shownName}${shownCode}`);
}
