import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { type Call, header, plainSteps, Refusal } from './plain-server.ts';

const skewOf = (call: Call, now: number): number => Date.parse(header(call, 'x-service-timestamp')) - now;
const outOfRange = new Refusal(401, 'timestamp_out_of_range');

export const timeFaults: readonly BrokenServer[] = [
  broken(
    'never looks at the timestamp',
    ['timestamp.stale', 'timestamp.future', 'timestamp.unparsable', 'order.timestamp_before_nonce'],
    { timestamp: nothing },
  ),
  broken('looks at the past only', 'timestamp.future', {
    timestamp: (call, { clock }) => {
      if (!(skewOf(call, clock.now()) >= -300_000)) throw outOfRange;
    },
  }),
  broken('tolerates a minute instead of five', ['timestamp.late_within', 'timestamp.early_within', 'long.nonce'], {
    timestamp: (call, { clock }) => {
      if (!(Math.abs(skewOf(call, clock.now())) <= 60_000)) throw outOfRange;
    },
  }),
  broken('insists on milliseconds in the timestamp', ['timestamp.whole_seconds', 'timestamp.fraction_digits'], {
    timestamp: (call, state) => {
      if (!/\.\d{3}Z$/.test(header(call, 'x-service-timestamp'))) throw outOfRange;
      plainSteps.timestamp(call, state);
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
