import { canonicalRequest, SIGNATURE_HEADERS } from '@authly/contract/wire/bio/canonical-request';
import { BioRefusal, type BioRefusalCode, type VerificationStep } from './bio-refusal.ts';
import { sha256Hex } from './encoding.ts';
import { signedPath } from './endpoint.ts';
import { findSignedPath } from './find-signed-path.ts';
import { readBody } from './read-body.ts';
import { type VerifyBioRequestOptions, verifyBioRequest } from './verify-bio-request.ts';

/** Options of `explain`. */
export interface ExplainOptions extends VerifyBioRequestOptions {
  /** The base address as registered with the service. It shows the path that the service signed. */
  readonly merchantBioBaseUrl?: string;
}

/** The result of `explain`. */
export interface Explanation {
  /** Whether the request passes. */
  readonly ok: boolean;
  /** The code that the Bio API would answer with. */
  readonly code?: BioRefusalCode;
  /** The step that refuses the request. */
  readonly step?: VerificationStep;
  /** The reason, in one or more sentences. */
  readonly why: string;
  /** The signed string as this server builds it. */
  readonly ours?: string;
  /** The signed string as the service built it, if it can be derived. */
  readonly theirs?: string;
  /** Reason and both strings, ready to print. Contains no body. */
  readonly text: string;
}

const STEPS: Readonly<Record<VerificationStep, string>> = {
  1: 'step 1, required headers are present',
  2: 'step 2, the public key is found',
  3: 'step 3, the merchant id is our own',
  4: 'step 4, the timestamp is within tolerance',
  5: 'step 5, the nonce was not used before',
  6: 'step 6, the hash of the raw body',
  7: 'step 7, the canonical request',
  8: 'step 8, the signature',
  9: 'step 9, the store or lookup itself',
  binding: 'after step 8, the body and whom it is meant for',
};

/** Explains at which step a request is refused and why. Pass a clone with an unread body. It claims no nonce. */
export async function explain(request: Request, options: ExplainOptions): Promise<Explanation> {
  const nonces = { has: (nonce: string) => options.nonces.has(nonce), claim: async () => true };
  const copy = request.clone();
  try {
    await verifyBioRequest(request, { ...options, nonces });
    return { ok: true, why: 'Every step holds.', text: 'Every step holds.' };
  } catch (error) {
    if (!(error instanceof BioRefusal)) throw error;
    return describe(error, copy, options);
  }
}

async function describe(
  { code, step, reason }: BioRefusal,
  request: Request,
  options: ExplainOptions,
): Promise<Explanation> {
  const sides = await bothSides(request, options).catch(() => undefined);
  const why = step === 6 || step === 8 ? `${reason} ${sides?.hint ?? ''}`.trim() : reason;
  const explanation = {
    ok: false,
    code,
    ...(step === undefined ? {} : { step }),
    why,
    ...(sides === undefined ? {} : { ours: sides.ours, theirs: sides.theirs }),
  };
  return { ...explanation, text: print(explanation) };
}

async function bothSides(request: Request, options: ExplainOptions) {
  const header = (name: keyof typeof SIGNATURE_HEADERS) => request.headers.get(SIGNATURE_HEADERS[name]);
  const [timestamp, nonce, stated] = [header('timestamp'), header('nonce'), header('contentSha256')];
  if (timestamp === null || nonce === null || stated === null) return undefined;
  const computed = await sha256Hex(await readBody(request));
  const parts = { method: request.method, pathAndQuery: signedPath(request, options.publicBasePath), timestamp, nonce };
  const found = await findSignedPath(request, { ...parts, contentSha256: stated }, options);
  const hint =
    computed === stated
      ? found.hint
      : `The body was changed on the way here, or the bytes that reached the check are not the raw ones (a JSON parser ran before it). ${found.hint}`;
  return {
    ours: canonicalRequest({ ...parts, contentSha256: computed }),
    theirs: canonicalRequest({ ...parts, pathAndQuery: found.path, contentSha256: stated }),
    hint: hint.trim(),
  };
}

function print({ code, step, why, ours, theirs }: Omit<Explanation, 'text'>): string {
  const place = step === undefined ? 'before the steps' : STEPS[step];
  const lines = [`Refused with ${code} at ${place}.`, why];
  if (ours !== undefined && theirs !== undefined)
    lines.push('', 'The signed string here:', indent(ours), 'The signed string at the service:', indent(theirs));
  return lines.join('\n');
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  | ');
