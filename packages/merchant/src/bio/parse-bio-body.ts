import type { LookupRequest } from '@authly/contract/bio/lookup';
import type { StoreRequest } from '@authly/contract/bio/store';
import { isFinger } from '@authly/contract/fingers';
import { isIsoTimestamp } from '@authly/contract/iso-timestamp';
import { isStorableJson } from '@authly/contract/wire-text';
import { BioRefusal } from './bio-refusal.ts';
import type { Bytes } from './encoding.ts';
import type { BioEndpoint } from './endpoint.ts';

export type BioBody<Endpoint extends BioEndpoint> = Endpoint extends 'store' ? StoreRequest : LookupRequest;

type Fields = Record<string, unknown>;

const TOP_LEVEL_TEXTS = {
  store: ['merchant_id', 'merchant_user_ref', 'enrollment_session_id', 'type', 'captured_at'],
  lookup: ['merchant_id', 'merchant_user_ref', 'verification_session_id', 'type'],
} as const satisfies Record<BioEndpoint, readonly string[]>;

const PAYLOAD_TEXTS = {
  store: ['finger', 'features', 'enc_key'],
  lookup: ['finger'],
} as const satisfies Record<BioEndpoint, readonly string[]>;

/** Names the field, never its value: the reason may end up in a log. */
const invalid = (reason: string) => new BioRefusal('invalid_request', { step: 'binding', reason });

/** The contract's field tables. The type is checked before the payload, because it decides the payload's structure. */
export function parseBioBody<Endpoint extends BioEndpoint>(endpoint: Endpoint, rawBody: Bytes): BioBody<Endpoint> {
  const body = parseJson(rawBody);
  if (!isObject(body)) throw invalid('The body is not a JSON object.');
  requireTexts(body, TOP_LEVEL_TEXTS[endpoint], '');
  if (body['type'] !== 'fingerprint')
    throw new BioRefusal('unsupported_bio_type', { step: 'binding', reason: 'The type is not fingerprint.' });
  const { payload } = body;
  if (!isObject(payload)) throw invalid('The field payload is missing or not an object.');
  requireTexts(payload, PAYLOAD_TEXTS[endpoint], 'payload.');
  if (!isFinger(payload['finger']))
    throw new BioRefusal('unsupported_finger', {
      step: 'binding',
      reason: 'The field payload.finger is not one of LI, LM, RI, RM.',
    });
  if (endpoint === 'store' && !isIsoTimestamp(body['captured_at'] as string))
    throw invalid('The field captured_at is not an ISO 8601 timestamp.');
  return body as BioBody<Endpoint>;
}

function parseJson(rawBody: Bytes): unknown {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    // The parser's own message quotes the body: it is dropped, not passed on as a cause.
    throw invalid('The body is not JSON in UTF-8.');
  }
  if (!isStorableJson(document)) throw invalid('The body holds U+0000, a lone surrogate or too deep a nesting.');
  return document;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function requireTexts(fields: Fields, names: readonly string[], prefix: string): void {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value !== 'string' || value === '')
      throw invalid(`The field ${prefix}${name} is missing or not a non-empty string.`);
  }
}
