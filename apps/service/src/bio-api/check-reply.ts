import { LookupResponseShape, type LookupRequest, type LookupResponse } from '@authly/contract/captures/lookup';
import { StoreResponseShape, type StoreRequest, type StoreResponse } from '@authly/contract/captures/store';
import type { PayloadFields } from '@authly/contract/wire/biometric-types';
import { isIsoTimestamp } from '@authly/contract/wire/iso-timestamp';
import { Compile } from 'typebox/schema';

const asStoreResponse = Compile(StoreResponseShape);
const asLookupResponse = Compile(LookupResponseShape);

/** The rules of the contract's two response tables. Undefined for an invalid response. */
export const checkStoreReply = (request: StoreRequest, reply: unknown): StoreResponse | undefined =>
  asStoreResponse.Check(reply) && agrees(request, reply, reply.stored_at) ? reply : undefined;

export const checkLookupReply = (request: LookupRequest, reply: unknown): LookupResponse | undefined =>
  asLookupResponse.Check(reply) && agrees(request, reply, reply.enrolled_at) ? reply : undefined;

function agrees(
  request: StoreRequest | LookupRequest,
  reply: StoreResponse | LookupResponse,
  at: string | undefined,
): boolean {
  return (
    echoes(reply.merchant_user_ref, request.merchant_user_ref) &&
    echoes(reply.type, request.type) &&
    echoesPayload(reply.payload ?? {}, request.payload) &&
    (at === undefined || isIsoTimestamp(at))
  );
}

/** Checks the fields of the type. Features and key are not echoed. */
function echoesPayload(returned: PayloadFields, sent: PayloadFields): boolean {
  for (const field of Object.keys(sent))
    if (field !== 'features' && field !== 'enc_key' && !echoes(returned[field], sent[field]!)) return false;
  return true;
}

const echoes = (returned: string | undefined, sent: string): boolean => returned === undefined || returned === sent;
