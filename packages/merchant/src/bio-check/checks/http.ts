import { BIO_LIMITS } from '@authly/contract/limits';
import { BIO_OPERATIONS } from '@authly/contract/operations';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import { accepts, refusedWith4xx, refuses4xx, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import { NoReply, type Reply } from '../send-raw.ts';

const { store, lookup } = BIO_OPERATIONS;
const METHODS = ['GET', 'HEAD'] as const;
const MIB = 1_048_576;
const inMib = (bytes: number): string => `${bytes / MIB} MiB`;
const MOST = inMib(BIO_LIMITS.requestBytes);
const TOO_MUCH = 'A'.repeat(4 * BIO_LIMITS.requestBytes);
const OVERSIZE = inMib(TOO_MUCH.length);
const LARGE_CHARS = BIO_LIMITS.requestBytes - 48_576;

/** A GET carries no body, so it is signed over none. */
const methodChecks = METHODS.flatMap((method): Check[] => [
  rule(
    `http.${method.toLowerCase()}_store`,
    `${method} on ${store.path} is refused with any 4xx`,
    refuses4xx(undefined, (probe) => probe.store('', { method })),
    { withoutTrust: 'any key id' },
  ),
  rule(
    `http.${method.toLowerCase()}_lookup`,
    `${method} on ${lookup.path} is refused with any 4xx, even with the user in the query`,
    refuses4xx(undefined, async (probe) => {
      const { merchant_user_ref, payload } = await stored(probe);
      const query = `?${new URLSearchParams({ merchant_user_ref, finger: payload.finger, type: 'fingerprint' })}`;
      return probe.lookup('', { method, query, signedFor: lookup.path + query });
    }),
  ),
]);

export const httpChecks: readonly Check[] = [
  ...methodChecks,
  advice(
    'http.large_body',
    `A store with a body of nearly ${MOST} is accepted`,
    accepts((probe) => probe.store(probe.storeBody({}, { features: 'A'.repeat(LARGE_CHARS) }))),
    `The service may send up to ${MOST}. Frameworks and proxies often stop at 100 KiB by default, which shows only with the first large enrollment: raise the limit for this path.`,
  ),
  rule('http.oversize', `A body of ${OVERSIZE} is refused with any 4xx, and the server goes on`, async (probe) => {
    const reply = await orNothing(probe.store(probe.storeBody({}, { features: TOO_MUCH })));
    if (reply?.status === 200)
      probe.warn(
        `it was stored: the service reads no answer above ${inMib(BIO_LIMITS.replyBytes)}, so it can never be looked up`,
      );
    else refusedOrCut(probe, reply);
    await goesOn(probe);
  }),
  rule(
    'http.oversize_unsigned',
    `An unsigned body of ${OVERSIZE} is refused with any 4xx, and the server goes on`,
    async (probe) => {
      refusedOrCut(probe, await orNothing(probe.store(TOO_MUCH, { headers: { 'x-service-signature': undefined } })));
      await goesOn(probe);
    },
  ),
];

function refusedOrCut(probe: Probe, reply: Reply | undefined): void {
  if (reply === undefined) probe.warn('the connection was cut without an answer');
  else refusedWith4xx(probe, reply);
}

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
