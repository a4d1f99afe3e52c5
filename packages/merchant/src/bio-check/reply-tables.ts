import type { LookupRequest } from '@authly/contract/captures/lookup';
import type { StoreRequest } from '@authly/contract/captures/store';
import { BIOMETRIC_TYPES, payloadFields } from '@authly/contract/wire/biometric-types';
import { isIsoTimestamp } from '@authly/contract/wire/iso-timestamp';
import { hasTooManyParts } from '@authly/contract/wire/json-structure';
import { LIMITS } from '@authly/contract/wire/limits';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from './send-raw.ts';

const TOO_MANY = `the answer has more than ${LIMITS.jsonStructure} fields and values`;

/** The two response tables of the contract. Faults name fields, never values. */

export function storeReplyFaults({ json, text }: Reply, request: StoreRequest): string[] {
  if (!isObject(json)) return ['the answer is not a JSON object'];
  const payload = asObject(json['payload']);
  return [
    hasTooManyParts(text) && TOO_MANY,
    json['stored'] !== true && 'stored is not true',
    'payload' in json && payload === undefined && 'payload is returned and not an object',
    ...sharedFaults(json, payload ?? {}, request, 'stored_at'),
  ].filter((fault) => fault !== false);
}

export function lookupReplyFaults({ json, text }: Reply, request: LookupRequest): string[] {
  if (!isObject(json)) return ['the answer is not a JSON object'];
  const payload = asObject(json['payload']) ?? {};
  return [
    hasTooManyParts(text) && TOO_MANY,
    json['found'] !== true && 'found is not true',
    !isText(payload['features']) && 'payload.features is missing, empty or not a string',
    !isText(payload['enc_key']) && 'payload.enc_key is missing, empty or not a string',
    ...sharedFaults(json, payload, request, 'enrolled_at'),
  ].filter((fault) => fault !== false);
}

function sharedFaults(
  body: JsonObject,
  payload: JsonObject,
  { merchant_user_ref, type, payload: sent }: StoreRequest | LookupRequest,
  timeField: string,
): (string | false)[] {
  const differing = (fields: JsonObject, expected: object, prefix = '') =>
    Object.entries(expected).map(
      ([name, value]) =>
        name in fields && fields[name] !== value && `${prefix}${name} is returned and differs from the request`,
    );
  const time = body[timeField];
  return [
    ...differing(body, { merchant_user_ref, type }),
    ...differing(payload, payloadFields(BIOMETRIC_TYPES.fingerprint, sent), 'payload.'),
    'enrollment_ref' in body &&
      !isText(body['enrollment_ref']) &&
      'enrollment_ref is returned and empty or not a string',
    timeField in body &&
      !(isText(time) && isIsoTimestamp(time)) &&
      `${timeField} is returned and not an ISO 8601 timestamp`,
  ];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const asObject = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);
