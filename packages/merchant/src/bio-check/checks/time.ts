import { advice, type Check, rule } from '../check.ts';
import { accepted, accepts, refusesStore, refuses4xx, storing, withFraction } from '../expectations.ts';
import type { Probe } from '../probe.ts';

/** Clocks differ: refused timestamps are this far outside the tolerance, accepted ones this far inside. */
const ROOM_MS = 30_000;

const at = (probe: Probe, offsetMs: number): string => new Date(probe.clock.now() + offsetMs).toISOString();

const outside = (id: string, title: string, side: 1 | -1): Check =>
  rule(
    `timestamp.${id}`,
    `401 timestamp_out_of_range for a timestamp that is ${title}`,
    refusesStore('timestamp_out_of_range', (probe) => ({ timestamp: at(probe, side * (probe.toleranceMs + ROOM_MS)) })),
    { withoutTrust: 'published key id' },
  );

const inside = (id: string, title: string, side: 1 | -1): Check =>
  rule(
    `timestamp.${id}`,
    `A timestamp that is ${title} is accepted`,
    accepts(storing((probe) => ({ timestamp: at(probe, side * (probe.toleranceMs - ROOM_MS)) }))),
  );

export const timeChecks: readonly Check[] = [
  outside('stale', 'older than the tolerance', -1),
  outside('future', 'further ahead than the tolerance', 1),
  inside('late_within', 'late, but within the tolerance', -1),
  inside('early_within', 'early, but within the tolerance', 1),
  rule(
    'timestamp.whole_seconds',
    'An ISO 8601 timestamp without a fraction of a second is accepted',
    accepts(storing((probe) => ({ timestamp: at(probe, 0).replace(/\.\d+Z$/, 'Z') }))),
  ),
  advice(
    'timestamp.fraction_digits',
    'A timestamp with one to nine digits of a fraction of a second is accepted',
    async (probe) => {
      for (let digits = 1; digits <= 9; digits++) {
        const timestamp = withFraction(at(probe, 0), digits);
        accepted(await probe.store(probe.storeBody(), { timestamp }), `a timestamp with ${digits} digits`);
      }
    },
    'The service sends three digits today and may send another number tomorrow. Parse the timestamp as ISO 8601, and sign and verify the text as it came.',
  ),
  rule(
    'timestamp.unparsable',
    'A timestamp that is none is refused',
    refuses4xx('timestamp_out_of_range', storing({ timestamp: 'yesterday' })),
    { withoutTrust: 'published key id' },
  ),
];
