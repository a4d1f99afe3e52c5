import type { LookupRequest } from '@authly/contract/captures/lookup';
import type { StoreRequest } from '@authly/contract/captures/store';
import {
  BIOMETRIC_TYPES,
  biometricType,
  type BiometricType,
  type BiometricTypes,
} from '@authly/contract/wire/biometric-types';
import { isIsoTimestamp } from '@authly/contract/wire/iso-timestamp';
import { LIMITS } from '@authly/contract/wire/limits';
import { countChars, isStorableJson } from '@authly/contract/wire/wire-text';
import { isObject, type JsonObject } from '../json.ts';
import { refusal } from './bio-refusal.ts';
import type { Bytes } from './encoding.ts';
import type { BioEndpoint } from './endpoint.ts';

export type BioBody<Endpoint extends BioEndpoint> = Endpoint extends 'store' ? StoreRequest : LookupRequest;

const TOP_LEVEL_TEXTS = {
  store: ['merchant_id', 'merchant_user_ref', 'enrollment_session_id', 'type', 'captured_at'],
  lookup: ['merchant_id', 'merchant_user_ref', 'verification_session_id', 'type'],
} as const satisfies Record<BioEndpoint, readonly string[]>;

const ENROLLMENT_DATA = { store: ['features', 'enc_key'], lookup: [] } as const satisfies Record<
  BioEndpoint,
  readonly string[]
>;

/** Names the field, never its value: the reason may be logged. */
const invalid = (reason: string) => refusal('invalid_request', 'binding', reason);

/** The type is checked first, because it decides the payload's fields. */
export function parseBioBody<Endpoint extends BioEndpoint>(
  endpoint: Endpoint,
  rawBody: Bytes,
  types: BiometricTypes = BIOMETRIC_TYPES,
): BioBody<Endpoint> {
  const body = parseJson(rawBody);
  if (!isObject(body)) throw invalid('The body is not a JSON object.');
  requireTexts(body, TOP_LEVEL_TEXTS[endpoint], '');
  if (countChars(body['merchant_user_ref'] as string) > LIMITS.merchantUserRefChars)
    throw invalid(`The field merchant_user_ref is longer than ${LIMITS.merchantUserRefChars} characters.`);
  const type = biometricType(types, body['type'] as string);
  if (type === undefined)
    throw refusal('unsupported_bio_type', 'binding', `The type is not ${Object.keys(types).join(' or ')}.`);
  const { payload } = body;
  if (!isObject(payload)) throw invalid('The field payload is missing or not an object.');
  requireTexts(payload, [...Object.keys(type.fields), ...ENROLLMENT_DATA[endpoint]], 'payload.');
  if (endpoint === 'store' && !isIsoTimestamp(body['captured_at'] as string))
    throw invalid('The field captured_at is not an ISO 8601 timestamp.');
  requireCodes(payload, type);
  return body as BioBody<Endpoint>;
}

function parseJson(rawBody: Bytes): unknown {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    // The parser's message quotes the body, so it is dropped.
    throw invalid('The body is not JSON in UTF-8.');
  }
  if (!isStorableJson(document)) throw invalid('The body holds U+0000, a lone surrogate or too deep a nesting.');
  return document;
}

function requireCodes(payload: JsonObject, { fields }: BiometricType): void {
  for (const [name, { codes, unsupported }] of Object.entries(fields)) {
    if (!codes.includes(payload[name] as string))
      throw refusal(unsupported, 'binding', `The field payload.${name} is not one of ${codes.join(', ')}.`);
  }
}

function requireTexts(fields: JsonObject, names: readonly string[], prefix: string): void {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value !== 'string' || value === '')
      throw invalid(`The field ${prefix}${name} is missing or not a non-empty string.`);
  }
}
