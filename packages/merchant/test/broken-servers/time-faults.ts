import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, header, plainSteps, Refusal } from './plain-server.ts';

const skewOf = (call: Call, now: number): number => Date.parse(header(call, 'x-service-timestamp')) - now;
const outOfRange = new Refusal(401, 'timestamp_out_of_range');

export const timeFaults: readonly BrokenServer[] = [
  broken('looks at the past only', 'timestamp.future', {
    timestamp: (call, { clock }) => {
      if (!(skewOf(call, clock.now()) >= -300_000)) throw outOfRange;
    },
  }),
  broken('looks at the timestamp before the merchant', 'order.merchant_before_timestamp', {
    merchant: (call, state) => {
      plainSteps.timestamp(call, state);
      plainSteps.merchant(call, state);
    },
  }),
  broken('reads no more than six digits of a fraction of a second', 'timestamp.fraction_digits', {
    timestamp: (call, state) => {
      if (!/:\d\d(?:\.\d{1,6})?Z$/.test(header(call, 'x-service-timestamp'))) throw outOfRange;
      plainSteps.timestamp(call, state);
    },
  }),
  broken('looks at the nonce before the timestamp', 'order.timestamp_before_nonce', {
    timestamp: (call, state) => {
      plainSteps.nonceUnused(call, state);
      plainSteps.timestamp(call, state);
    },
  }),
];
