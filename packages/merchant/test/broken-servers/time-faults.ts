import { type BrokenServer, nothing } from './broken-server.ts';
import { type Call, header, plainSteps, Refusal } from './plain-server.ts';

const skewOf = (call: Call, now: number): number => Date.parse(header(call, 'x-service-timestamp')) - now;
const outOfRange = new Refusal(401, 'timestamp_out_of_range');

export const timeFaults: readonly BrokenServer[] = [
  {
    fault: 'never looks at the timestamp',
    steps: { timestamp: nothing },
    caughtBy: 'timestamp.stale',
    alsoTrips: ['timestamp.future', 'timestamp.unparsable', 'order.timestamp_before_nonce'],
  },
  {
    fault: 'looks at the past only',
    steps: {
      timestamp: (call, { clock }) => {
        if (!(skewOf(call, clock.now()) >= -300_000)) throw outOfRange;
      },
    },
    caughtBy: 'timestamp.future',
  },
  {
    fault: 'tolerates a minute instead of five',
    steps: {
      timestamp: (call, { clock }) => {
        if (!(Math.abs(skewOf(call, clock.now())) <= 60_000)) throw outOfRange;
      },
    },
    caughtBy: 'timestamp.late_within',
    alsoTrips: ['timestamp.early_within', 'long.nonce'],
  },
  {
    fault: 'insists on milliseconds in the timestamp',
    steps: {
      timestamp: (call, state) => {
        if (!/\.\d{3}Z$/.test(header(call, 'x-service-timestamp'))) throw outOfRange;
        plainSteps.timestamp(call, state);
      },
    },
    caughtBy: 'timestamp.whole_seconds',
    alsoTrips: ['timestamp.fraction_digits'],
  },
  {
    fault: 'looks at the timestamp before the merchant',
    steps: {
      merchant: (call, state) => {
        plainSteps.timestamp(call, state);
        plainSteps.merchant(call, state);
      },
    },
    caughtBy: 'order.merchant_before_timestamp',
  },
  {
    fault: 'reads no more than six digits of a fraction of a second',
    steps: {
      timestamp: (call, state) => {
        if (!/:\d\d(?:\.\d{1,6})?Z$/.test(header(call, 'x-service-timestamp'))) throw outOfRange;
        plainSteps.timestamp(call, state);
      },
    },
    caughtBy: 'timestamp.fraction_digits',
  },
  {
    fault: 'looks at the nonce before the timestamp',
    steps: {
      timestamp: (call, state) => {
        plainSteps.nonceUnused(call, state);
        plainSteps.timestamp(call, state);
      },
    },
    caughtBy: 'order.timestamp_before_nonce',
  },
];
