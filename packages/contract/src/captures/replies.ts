import { isIsoTimestamp } from '../wire/iso-timestamp.ts';
import { hasTooManyParts, isObject, type JsonObject } from '../wire/json-structure.ts';
import { LIMITS } from '../wire/limits.ts';
import type { LookupRequest } from './lookup.ts';
import type { StoreRequest } from './store.ts';

/** The rules for a merchant's replies: the service and the conformance test apply these. Faults name fields, never values. */

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined if it is not JSON in UTF-8, or exceeds the contract's limit of parts. */
export function parseReply(body: Uint8Array): unknown {
  try {
    const text = utf8.decode(body);
    return hasTooManyParts(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNREADABLE = `the answer is not JSON in UTF-8, or has more than ${LIMITS.jsonStructure} fields and values`;
const TABLES = {
  store: { flag: 'stored', time: 'stored_at', data: [] },
  lookup: { flag: 'found', time: 'enrolled_at', data: ['features', 'enc_key'] },
} as const;

/** What is wrong with the reply to a store or a lookup. */
export function replyFaults(
  call: keyof typeof TABLES,
  { merchant_user_ref, type, payload: sent }: StoreRequest | LookupRequest,
  reply: unknown,
): string[] {
  if (reply === undefined) return [UNREADABLE];
  if (!isObject(reply)) return ['the answer is not a JSON object'];
  const { flag, time: timeField, data } = TABLES[call];
  const { payload = {}, enrollment_ref = 'absent', [timeField]: time } = reply;
  if (!isObject(payload)) return ['payload is not an object'];
  const { features: _, enc_key: __, ...echoed }: JsonObject = { ...sent };
  return [
    reply[flag] !== true && `${flag} is not true`,
    ...data.map((name) => !isText(payload[name]) && `payload.${name} is missing, empty or not a string`),
    ...differing(reply, { merchant_user_ref, type }, ''),
    ...differing(payload, echoed, 'payload.'),
    !isText(enrollment_ref) && 'enrollment_ref is returned and empty or not a string',
    time !== undefined &&
      !(isText(time) && isIsoTimestamp(time)) &&
      `${timeField} is returned and not an ISO 8601 timestamp`,
  ].filter((fault) => fault !== false);
}

const differing = (returned: JsonObject, expected: JsonObject, prefix: string): (string | false)[] =>
  Object.entries(expected).map(
    ([name, value]) =>
      returned[name] !== undefined &&
      returned[name] !== value &&
      `${prefix}${name} is returned and differs from the request`,
  );

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
