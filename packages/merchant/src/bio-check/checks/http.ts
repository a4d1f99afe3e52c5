import { BIO_OPERATIONS } from '@authly/contract/operations';
import { CheckFailure, type Check } from '../check.ts';
import { accepted, refusedWith4xx, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import { NoReply, type Reply } from '../send-raw.ts';

const { store, lookup } = BIO_OPERATIONS;
const METHODS = ['GET', 'HEAD'] as const;
const OVERSIZE_CHARS = 4 * 1_048_576;
/** With the other fields just below the 1 MiB that the service may send. */
const LARGE_CHARS = 1_000_000;

/** Both endpoints are POST. A GET carries no body, so it is signed over none. */
const methodChecks = METHODS.flatMap((method): Check[] => [
  {
    id: `http.${method.toLowerCase()}_store`,
    title: `${method} on ${store.path} is refused with any 4xx`,
    askedBy: 'contract',
    withoutTrust: 'any key id',
    run: async (probe) => refusedWith4xx(probe, await probe.store('', { method }), `a signed ${method}`),
  },
  {
    id: `http.${method.toLowerCase()}_lookup`,
    title: `${method} on ${lookup.path} is refused with any 4xx, also with the user in the query`,
    askedBy: 'contract',
    async run(probe) {
      const { merchant_user_ref, payload } = await stored(probe, probe.storeBody());
      const query = `?${new URLSearchParams({ merchant_user_ref, finger: payload.finger, type: 'fingerprint' })}`;
      refusedWith4xx(
        probe,
        await probe.lookup('', { method, query, signedFor: lookup.path + query }),
        `a signed ${method}`,
      );
    },
  },
]);

export const httpChecks: readonly Check[] = [
  ...methodChecks,
  {
    id: 'http.large_body',
    title: 'A store with a body of nearly 1 MiB is accepted',
    askedBy: 'advice',
    explanation:
      'The service may send up to 1 MiB. Frameworks and proxies often stop at 100 KiB by default, which shows only with the first large enrollment: raise the limit for this path.',
    run: async (probe) =>
      accepted(
        await probe.store(probe.storeBody({}, { features: 'A'.repeat(LARGE_CHARS) })),
        'a store with a body of nearly 1 MiB',
      ),
  },
  {
    id: 'http.oversize',
    title: 'A body of 4 MiB is refused with any 4xx, and the server goes on',
    askedBy: 'contract',
    async run(probe) {
      const reply = await orNothing(probe.store(probe.storeBody({}, { features: 'A'.repeat(OVERSIZE_CHARS) })));
      if (reply === undefined) probe.should(false, 'the connection was cut without an answer');
      else if (reply.status === 200)
        probe.should(
          false,
          'it was stored: the service refuses to read an answer above 1 MiB, so it can never be looked up',
        );
      else refusedWith4xx(probe, reply, 'a body of 4 MiB');
      await goesOn(probe);
    },
  },
  {
    id: 'http.oversize_unsigned',
    title: 'An unsigned body of 4 MiB is refused with any 4xx, and the server goes on',
    askedBy: 'contract',
    async run(probe) {
      const reply = await orNothing(
        probe.store('A'.repeat(OVERSIZE_CHARS), { headers: { 'x-service-signature': undefined } }),
      );
      if (reply === undefined) probe.should(false, 'the connection was cut without an answer');
      else refusedWith4xx(probe, reply, 'an unsigned body of 4 MiB');
      await goesOn(probe);
    },
  },
];

async function goesOn(probe: Probe): Promise<void> {
  const reply = await orNothing(probe.store(probe.storeBody()));
  if (reply?.status !== 200) throw new CheckFailure('a good store right afterwards is not accepted');
}

async function orNothing(sent: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof NoReply) return undefined;
    throw error;
  }
}
