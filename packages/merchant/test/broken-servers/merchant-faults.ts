import { broken, type BrokenServer } from './broken-server.ts';
import { header, plainSteps, type Steps, withBody, withHeader } from './plain-server.ts';

const MERCHANT = 'x-service-merchant-id';

/** Takes a merchant id for its own by another rule. */
const ownBy = (isOwn: (id: string, own: string) => boolean): Pick<Steps, 'merchant' | 'binding'> => {
  const seen = (id: string, own: string): string => (isOwn(id, own) ? own : id);
  return {
    merchant: (call, state) =>
      plainSteps.merchant(withHeader(call, MERCHANT, seen(header(call, MERCHANT), state.merchantId)), state),
    binding: (call, state) =>
      plainSteps.binding(withBody(call, { merchant_id: seen(call.body!.merchant_id, state.merchantId) }), state),
  };
};
const WITHOUT_CASE = ownBy((id, own) => id.toLowerCase() === own.toLowerCase());

export const merchantFaults: readonly BrokenServer[] = [
  broken('does not bind the body to its own merchant id', 'merchant.signed_for_another', {
    binding: (call, state) => plainSteps.binding(call, { ...state, merchantId: call.body!.merchant_id }),
  }),
  broken('compares merchant ids without case', 'merchant.exactly', WITHOUT_CASE),
  broken('compares the merchant id of the header without case', 'merchant.exactly', {
    merchant: WITHOUT_CASE.merchant,
  }),
  broken('compares the merchant id of the body without case', 'merchant.exactly', { binding: WITHOUT_CASE.binding }),
  broken(
    'takes an id that begins with its merchant id',
    'merchant.exactly',
    ownBy((id, own) => id.startsWith(own)),
  ),
  broken(
    'takes the beginning of its merchant id',
    'merchant.exactly',
    ownBy((id, own) => own.startsWith(id.slice(0, own.length - 1))),
  ),
];
