import { advice, type Check, rule } from '../check.ts';
import { accepts, refusesBoth, refuses4xxBoth, withFraction } from '../expectations.ts';
import type { Probe } from '../probe.ts';

/** Clocks differ: refused timestamps are this far outside the tolerance, accepted ones this far inside. */
const ROOM_MS = 30_000;

const at = (probe: Probe, offsetMs: number): string => new Date(probe.clock.now() + offsetMs).toISOString();

const outside = (id: string, title: string, side: 1 | -1): Check =>
  rule(
    `timestamp.${id}`,
    `401 timestamp_out_of_range for a timestamp that is ${title}`,
    refusesBoth('timestamp_out_of_range', (probe) => ({ timestamp: at(probe, side * (probe.toleranceMs + ROOM_MS)) })),
    { withoutTrust: 'published key id' },
  );

const inside = (id: string, title: string, side: 1 | -1): Check =>
  rule(
    `timestamp.${id}`,
    `A timestamp that is ${title} is accepted`,
    accepts((probe) => ({ timestamp: at(probe, side * (probe.toleranceMs - ROOM_MS)) })),
  );

export const timeChecks: readonly Check[] = [
  outside('stale', 'older than the tolerance', -1),
  outside('future', 'further ahead than the tolerance', 1),
  inside('late_within', 'late, but within the tolerance', -1),
  inside('early_within', 'early, but within the tolerance', 1),
  rule(
    'timestamp.whole_seconds',
    'An ISO 8601 timestamp without a fraction of a second is accepted',
    accepts((probe) => ({ timestamp: withFraction(at(probe, 0), 0) })),
  ),
  advice(
    'timestamp.fraction_digits',
    'A timestamp with one to nine digits of a fraction of a second is accepted',
    accepts(
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => (probe: Probe) => ({
        timestamp: withFraction(at(probe, 0), digits),
      })),
    ),
    'The service sends three digits today and may send another number tomorrow. Parse the timestamp as ISO 8601, and sign and verify the text as it came.',
  ),
  rule(
    'timestamp.unparsable',
    'A timestamp that is none is refused',
    refuses4xxBoth('timestamp_out_of_range', { timestamp: 'yesterday' }),
    { withoutTrust: 'published key id' },
  ),
];
