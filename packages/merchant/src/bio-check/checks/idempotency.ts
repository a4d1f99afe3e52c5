import { randomUUID } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import { accepted, everyCall, holdsNow, refused, refuses, sameResult, stored, withFraction } from '../expectations.ts';

export const idempotencyChecks: readonly Check[] = [
  rule('idempotency.repeat', 'The same key with the same body returns the earlier result', async (probe) => {
    const body = probe.storeBody();
    const first = await probe.store(body);
    accepted(first, 'the first store');
    // A new stored_at would differ.
    await probe.clock.sleep(20);
    const look = async (when: string): Promise<void> => {
      const repeat = await probe.store(body);
      accepted(repeat, `the repeat ${when}`);
      sameResult(first, repeat, `the repeat ${when} was answered differently from the first store`);
    };
    await look('right afterwards');
    await stored(probe, probe.storeBody({ merchant_user_ref: body.merchant_user_ref }));
    await look('after an overwrite');
    return { afterMs: 0, look: () => look('at the end of the run') };
  }),
  rule(
    'idempotency.exactly',
    `Session ids that differ in one character of up to ${LIMITS.idChars} are different keys`,
    async (probe) => {
      const id = `ses_${randomUUID()}`;
      const long = id.padEnd(LIMITS.idChars - 1, '0');
      for (const enrollment_session_id of [`${id}a`, `${id}A`, `${long}a`, `${long}b`, id, `a${id}`]) {
        const body = await stored(probe, probe.storeBody({ enrollment_session_id }));
        const asked = probe.lookupBody(body, { verification_session_id: enrollment_session_id });
        accepted(await probe.lookup(asked), 'a lookup with a session id of that length');
        await holdsNow(probe, body, 'after a store with a session id that looks like an earlier one');
      }
    },
    'A column or a cache that cuts the Idempotency-Key, or compares it without case, takes a new enrollment for a repeat: it is lost, or refused as a conflict.',
  ),
  rule(
    'idempotency.conflict',
    '409 idempotency_conflict for the same key with a different body, whatever differs, and nothing is changed',
    async (probe) => {
      const { merchant_user_ref, captured_at, payload } = probe.storeBody();
      for (const [what, fields, inPayload] of [
        ['features', {}, { features: payload.features }],
        ['enc_key', {}, { enc_key: payload.enc_key }],
        ['finger', {}, { finger: 'LM' }],
        ['user', { merchant_user_ref }, {}],
        ['captured_at', { captured_at: withFraction(captured_at, 9) }, {}],
      ] as const) {
        const first = await stored(probe);
        const other = { ...first, ...fields, payload: { ...first.payload, ...inPayload } };
        refused(await probe.store(other), 'idempotency_conflict', `the same key with another ${what}`);
        await holdsNow(probe, first, 'after the conflict');
      }
    },
  ),
  advice(
    'idempotency.byte_for_byte',
    '409 idempotency_conflict for the same key with the same fields in other bytes',
    refuses('idempotency_conflict', async (probe) => {
      const body = await stored(probe);
      return probe.store(JSON.stringify(body, undefined, 1), { idempotencyKey: body.enrollment_session_id });
    }),
  ),
  advice('idempotency.newer_data', 'A late repeat of an older store does not rewrite newer data', async (probe) => {
    const older = await stored(probe);
    const newer = await stored(probe, probe.storeBody({ merchant_user_ref: older.merchant_user_ref }));
    accepted(await probe.store(older), 'the late repeat');
    await holdsNow(probe, newer, 'after the late repeat');
  }),
  rule(
    'idempotency.at_once',
    'Of stores at the same moment under one key, one body is stored and every other one is a conflict',
    async (probe) => {
      const first = probe.storeBody({}, { finger: 'LI' });
      const { merchant_user_ref, enrollment_session_id } = first;
      const bodies = [first, probe.storeBody({ merchant_user_ref, enrollment_session_id }, { finger: 'LI' })];
      const replies = await everyCall([0, 1, 0, 1].map((which) => probe.store(bodies[which]!)));
      const won = bodies.filter((_, which) => replies[which]!.status === 200 || replies[which + 2]!.status === 200);
      if (won.length !== 1) throw new CheckFailure(`${won.length} different bodies were accepted under one key`);
      const winner = bodies.indexOf(won[0]!);
      const [copies, others] = [
        [replies[winner]!, replies[winner + 2]!],
        [replies[1 - winner]!, replies[3 - winner]!],
      ];
      for (const copy of copies) accepted(copy, 'a copy of the stored body at the same moment');
      sameResult(copies[0]!, copies[1]!, 'two copies of one store at the same moment were answered differently');
      for (const other of others) refused(other, 'idempotency_conflict', 'another body under the same key');
      await holdsNow(probe, won[0]!, 'after stores at the same moment');
    },
    'A retry may come while the first attempt is still being stored. Looking the key up and writing it in two steps lets both through: claim it by one atomic insert, in the transaction that writes the enrollment.',
  ),
];
