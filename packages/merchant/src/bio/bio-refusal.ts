import { BIO_ERRORS, type BioErrorCode } from '@authly/contract/wire/bio/errors';
import { ERRORS } from '@authly/contract/errors';

const { not_found, method_not_allowed, payload_too_large } = ERRORS;

const ANSWERS = { ...BIO_ERRORS, not_found, method_not_allowed, payload_too_large } as const;

/** A code of the contract's error table, or one of plain HTTP. */
export type BioRefusalCode = BioErrorCode | 'not_found' | 'method_not_allowed' | 'payload_too_large';

/** 1 to 8 as the contract numbers them. `binding` is the binding check after step 8. 9 is the store or lookup itself. */
export type VerificationStep = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'binding' | 9;

interface BioRefusalOptions {
  readonly step?: VerificationStep | undefined;
  readonly reason: string;
  readonly cause?: unknown;
}

/** Why a Bio API call is refused. `message` is public and fixed for each code; `reason` is for your own log. */
export class BioRefusal extends Error {
  override readonly name = 'BioRefusal';
  /** The code of the answer. */
  readonly code: BioRefusalCode;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The step that failed. Undefined for a call that reached none. */
  readonly step: VerificationStep | undefined;
  /** Why, for your log. Contains no body and no stored value. */
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

/** Database drivers quote rows in their messages, and these hold enrollment data: only a name and a code may be logged. */
export function withoutDetail(error: unknown): Error {
  const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    code?: unknown;
  };
  const shownCode = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  const shownName = typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  return new Error(`${shownName}${shownCode}`);
}
