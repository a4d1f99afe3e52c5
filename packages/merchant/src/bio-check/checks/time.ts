import type { Check } from '../check.ts';
import { accepted, refused, refusedWith4xx } from '../expectations.ts';
import type { Probe } from '../probe.ts';

/** Two clocks are never quite the same: what must be refused is well outside the tolerance, what must pass well inside. */
const ROOM_MS = 30_000;

const at = (probe: Probe, offsetMs: number): string => new Date(probe.clock.now() + offsetMs).toISOString();

const outside = (id: string, title: string, side: 1 | -1): Check => ({
  id: `timestamp.${id}`,
  title: `401 timestamp_out_of_range for a timestamp that is ${title}`,
  askedBy: 'contract',
  withoutTrust: 'published key id',
  run: async (probe) =>
    refused(
      await probe.store(probe.storeBody(), { timestamp: at(probe, side * (probe.toleranceMs + ROOM_MS)) }),
      'timestamp_out_of_range',
      title,
    ),
});

const inside = (id: string, title: string, side: 1 | -1): Check => ({
  id: `timestamp.${id}`,
  title: `A timestamp that is ${title} is accepted`,
  askedBy: 'contract',
  run: async (probe) =>
    accepted(
      await probe.store(probe.storeBody(), { timestamp: at(probe, side * (probe.toleranceMs - ROOM_MS)) }),
      title,
    ),
});

/** Step 4: the timestamp is within tolerance, in both directions. */
export const timeChecks: readonly Check[] = [
  outside('stale', 'older than the tolerance', -1),
  outside('future', 'further ahead than the tolerance', 1),
  inside('late_within', 'late, but within the tolerance', -1),
  inside('early_within', 'early, but within the tolerance', 1),
  {
    id: 'timestamp.whole_seconds',
    title: 'An ISO 8601 timestamp without a fraction of a second is accepted',
    askedBy: 'contract',
    run: async (probe) =>
      accepted(
        await probe.store(probe.storeBody(), { timestamp: at(probe, 0).replace(/\.\d+Z$/, 'Z') }),
        'a timestamp in whole seconds',
      ),
  },
  {
    id: 'timestamp.unparsable',
    title: 'A timestamp that is none is refused',
    askedBy: 'contract',
    withoutTrust: 'published key id',
    run: async (probe) =>
      refusedWith4xx(
        probe,
        await probe.store(probe.storeBody(), { timestamp: 'yesterday' }),
        'an unparsable timestamp',
        'timestamp_out_of_range',
      ),
  },
];
