import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { BIO_OPERATIONS } from '@authly/contract/operation-table';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import { accepted, accepts, holdsNow, refusedWith4xx, refuses4xx, refuses4xxBoth, stored } from '../expectations.ts';
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
    refuses4xx((probe) => probe.store('', { method })),
    { withoutTrust: 'any key id' },
  ),
  rule(
    `http.${method.toLowerCase()}_lookup`,
    `${method} on ${lookup.path} is refused with any 4xx, even with the user in the query`,
    refuses4xx(async (probe) => {
      const { merchant_user_ref, payload } = await stored(probe);
      const query = `?${new URLSearchParams({ merchant_user_ref, finger: payload.finger, type: 'fingerprint' })}`;
      return probe.lookup('', { method, below: query });
    }),
  ),
]);

export const httpChecks: readonly Check[] = [
  ...methodChecks,
  ...['PUT', 'PATCH', 'DELETE'].map((method) =>
    rule(
      `http.${method.toLowerCase()}_store`,
      `${method} on ${store.path} is refused with any 4xx`,
      refuses4xx((probe) => probe.store(probe.storeBody(), { method })),
    ),
  ),
  rule(
    'http.other_path',
    'A call to a path below the two is refused with any 4xx',
    refuses4xxBoth(undefined, { below: '/other' }),
  ),
  rule('http.header_case', 'Header names are taken in any case', accepts({ headers: inCapitals })),
  advice('http.content_type', 'Every answer has the Content-Type application/json', async (probe) => {
    const body = probe.storeBody();
    for (const [what, { contentType }] of [
      ['a store', await probe.store(body)],
      ['a lookup', await probe.lookup(probe.lookupBody(body))],
      ['a refusal', await probe.lookup(probe.lookupBody(probe.storeBody()))],
    ] as const)
      if (!/^application\/json\b/i.test(contentType)) throw new CheckFailure(`the answer to ${what} has another one`);
  }),
  advice(
    'http.large_body',
    `A store with a body of ${MOST} is accepted, and one of nearly that is returned whole`,
    async (probe) => {
      const body = probe.storeBody({}, { features: '' });
      const features = 'A'.repeat(BIO_LIMITS.requestBytes - JSON.stringify(body).length);
      accepted(await probe.store({ ...body, payload: { ...body.payload, features } }), 'the largest store');
      const large = probe.storeBody({}, { features: 'A'.repeat(LARGE_CHARS) });
      await holdsNow(probe, await stored(probe, large), 'after a large store');
    },
    `The service may send up to ${MOST}. Frameworks and proxies often stop at 100 KiB by default, which shows only with the first large enrollment: raise the limit for this path.`,
  ),
  rule(
    'http.oversize',
    `A body of ${OVERSIZE} is refused with any 4xx, and the server goes on; a connection that is cut without an answer, or a body that is stored, is a warning`,
    async (probe) => {
      const reply = await orNothing(probe.store(probe.storeBody({}, { features: TOO_MUCH })));
      if (reply?.status === 200)
        probe.warn(
          `it was stored: the service reads no answer above ${inMib(BIO_LIMITS.replyBytes)}, so it can never be looked up`,
        );
      else refusedOrCut(probe, reply);
      await goesOn(probe);
    },
  ),
  rule(
    'http.oversize_unsigned',
    `An unsigned body of ${OVERSIZE} is refused with any 4xx, and the server goes on; a connection that is cut without an answer is a warning`,
    async (probe) => {
      refusedOrCut(probe, await orNothing(probe.store(TOO_MUCH, { headers: { 'x-service-signature': undefined } })));
      await goesOn(probe);
    },
  ),
];

function inCapitals(signed: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const entries = Object.entries(signed);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => [
      [name, undefined],
      [name.toUpperCase(), value],
    ]),
  );
}

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
