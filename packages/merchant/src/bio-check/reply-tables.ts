import type { LookupRequest } from '@authly/contract/bio/lookup';
import type { StoreRequest } from '@authly/contract/bio/store';
import { BIOMETRIC_TYPES, payloadFields } from '@authly/contract/biometric-types';
import { isIsoTimestamp } from '@authly/contract/iso-timestamp';

type Fields = Record<string, unknown>;

/** The two response tables of the contract, row by row: what is wrong with an answer, or nothing. Names fields, never values. */

export function storeReplyFaults(json: unknown, request: StoreRequest): string[] {
  const body = asObject(json);
  if (body === undefined) return ['the answer is not a JSON object'];
  const payload = asObject(body['payload']);
  return [
    ...(body['stored'] === true ? [] : ['stored is not true']),
    ...('payload' in body && payload === undefined ? ['payload is returned and not an object'] : []),
    ...sharedFaults(body, payload ?? {}, request, 'stored_at'),
  ];
}

export function lookupReplyFaults(json: unknown, request: LookupRequest): string[] {
  const body = asObject(json);
  if (body === undefined) return ['the answer is not a JSON object'];
  const payload = asObject(body['payload']) ?? {};
  return [
    ...(body['found'] === true ? [] : ['found is not true']),
    ...(isText(payload['features']) ? [] : ['payload.features is missing, empty or not a string']),
    ...(isText(payload['enc_key']) ? [] : ['payload.enc_key is missing, empty or not a string']),
    ...sharedFaults(body, payload, request, 'enrolled_at'),
  ];
}

function sharedFaults(
  body: Fields,
  payload: Fields,
  request: StoreRequest | LookupRequest,
  timeField: string,
): string[] {
  const faults: string[] = [];
  if ('merchant_user_ref' in body && body['merchant_user_ref'] !== request.merchant_user_ref)
    faults.push('merchant_user_ref is returned and differs from the request');
  if ('type' in body && body['type'] !== request.type) faults.push('type is returned and differs from the request');
  for (const [field, code] of Object.entries(payloadFields(BIOMETRIC_TYPES.fingerprint, request.payload)))
    if (field in payload && payload[field] !== code)
      faults.push(`payload.${field} is returned and differs from the request`);
  if ('enrollment_ref' in body && !isText(body['enrollment_ref']))
    faults.push('enrollment_ref is returned and empty or not a string');
  const time = body[timeField];
  if (timeField in body && (typeof time !== 'string' || !isIsoTimestamp(time)))
    faults.push(`${timeField} is returned and not an ISO 8601 timestamp`);
  return faults;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const asObject = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
