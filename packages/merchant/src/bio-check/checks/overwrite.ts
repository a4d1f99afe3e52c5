import { type Check, rule } from '../check.ts';
import { holdsNothing, holdsNow, stored } from '../expectations.ts';

export const overwriteChecks: readonly Check[] = [
  rule(
    'store.overwrite',
    'Storing again for the same user and finger overwrites the earlier data, even if it was looked up before',
    async (probe) => {
      const first = probe.storeBody();
      const { merchant_user_ref } = first;
      await holdsNothing(probe, first, 'before anything is stored');
      await holdsNow(probe, await stored(probe, first), 'after a store that follows a lookup in vain');
      for (const time of ['first', 'second']) {
        const next = await stored(probe, probe.storeBody({ merchant_user_ref }));
        await holdsNow(probe, next, `after the ${time} overwrite`);
      }
    },
    'A lookup that is answered from a cache goes on returning the finger that was enrolled before, or a 404, and the person is refused. Do not cache lookups, or drop the entry when its enrollment is stored.',
  ),
  rule(
    'store.overwrite_captured_earlier',
    'The last stored enrollment is valid, even if its captured_at is earlier',
    async (probe) => {
      const first = await stored(probe);
      const captured_at = new Date(Date.parse(first.captured_at) - 3_600_000).toISOString();
      const { merchant_user_ref } = first;
      const second = await stored(probe, probe.storeBody({ merchant_user_ref, captured_at }));
      await holdsNow(probe, second, 'after an overwrite with an earlier captured_at');
    },
    'The rule is by storing, not by capture time: clocks of devices differ. Overwrite without comparing captured_at.',
  ),
];
