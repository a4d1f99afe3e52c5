import { isDeepStrictEqual } from 'node:util';
import { CheckFailure, type Check } from '../check.ts';
import { accepted, holdsNow, refused, stored } from '../expectations.ts';

/** `Idempotency-Key` equals `enrollment_session_id`: the service repeats a store whose answer it did not see. */
export const idempotencyChecks: readonly Check[] = [
  {
    id: 'idempotency.repeat',
    title: 'The same key with the same body returns the earlier result',
    askedBy: 'contract',
    async run(probe) {
      const body = probe.storeBody();
      const first = await probe.store(body);
      accepted(first, 'the first store');
      // The service's own retry comes later than the first attempt: a fresh stored_at would show.
      await probe.clock.sleep(20);
      const repeat = await probe.store(body);
      accepted(repeat, 'the repeat');
      if (!isDeepStrictEqual(repeat.json, first.json))
        throw new CheckFailure('the repeat was answered differently from the first store');
    },
  },
  {
    id: 'idempotency.conflict',
    title: '409 idempotency_conflict for the same key with a different body',
    askedBy: 'contract',
    async run(probe) {
      const first = await stored(probe, probe.storeBody());
      const { merchant_user_ref, enrollment_session_id } = first;
      refused(
        await probe.store(probe.storeBody({ merchant_user_ref, enrollment_session_id })),
        'idempotency_conflict',
        'the same key with other features',
      );
    },
  },
  {
    id: 'idempotency.conflict_keeps',
    title: 'A refused conflict changes nothing that is stored',
    askedBy: 'contract',
    async run(probe) {
      const first = await stored(probe, probe.storeBody());
      const { merchant_user_ref, enrollment_session_id } = first;
      await probe.store(probe.storeBody({ merchant_user_ref, enrollment_session_id }));
      await holdsNow(probe, first, 'after a conflicting store');
    },
  },
  {
    id: 'idempotency.newer_data',
    title: 'A late repeat of an older store does not rewrite newer data',
    askedBy: 'advice',
    async run(probe) {
      const older = await stored(probe, probe.storeBody());
      const newer = await stored(probe, probe.storeBody({ merchant_user_ref: older.merchant_user_ref }));
      accepted(await probe.store(older), 'the late repeat');
      await holdsNow(probe, newer, 'after the late repeat');
    },
  },
];
