import { LookupResponse, type LookupRequest } from '@authly/contract/bio/lookup';
import { StoreResponse, type StoreRequest } from '@authly/contract/bio/store';
import { Compile } from 'typebox/compile';

const asStoreResponse = Compile(StoreResponse);
const asLookupResponse = Compile(LookupResponse);
const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

type Call =
  | { readonly kind: 'store'; readonly request: StoreRequest }
  | { readonly kind: 'lookup'; readonly request: LookupRequest };

/**
 * Every rule of the two response tables: required fields, types, what must equal the request if it is returned, what must not be
 * empty, timestamps. Undefined for a reply that mismatches or is malformed.
 */
export function checkReply(call: Call & { kind: 'store' }, reply: unknown): StoreResponse | undefined;
export function checkReply(call: Call & { kind: 'lookup' }, reply: unknown): LookupResponse | undefined;
export function checkReply(call: Call, reply: unknown): StoreResponse | LookupResponse | undefined {
  if (call.kind === 'store')
    return asStoreResponse.Check(reply) && agrees(call.request, reply, reply.stored_at) ? reply : undefined;
  return asLookupResponse.Check(reply) && agrees(call.request, reply, reply.enrolled_at) ? reply : undefined;
}

function agrees(
  request: StoreRequest | LookupRequest,
  reply: StoreResponse | LookupResponse,
  at: string | undefined,
): boolean {
  return (
    echoes(reply.merchant_user_ref, request.merchant_user_ref) &&
    echoes(reply.type, request.type) &&
    echoes(reply.payload?.finger, request.payload.finger) &&
    (at === undefined || isTimestamp(at))
  );
}

const echoes = (returned: string | undefined, sent: string): boolean => returned === undefined || returned === sent;

/** ISO 8601 with date, time and zone, of a day that exists: `Date.parse` would roll 30 February into March. */
export function isTimestamp(text: string): boolean {
  const fields = ISO_8601.exec(text)
    ?.slice(1)
    .map((digits) => Number(digits ?? 0));
  if (fields === undefined) return false;
  const [year, month, day, hour, minute, second] = fields as [number, number, number, number, number, number];
  const lastDay = month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;
  return day >= 1 && day <= lastDay && hour <= 23 && minute <= 59 && second <= 59;
}
