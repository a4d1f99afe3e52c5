import { beforeAll, expect, it, vi } from 'vitest';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { driveTo } from '../../../test/drive-session.ts';
import { codeOf, MerchantCalls } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';
import { sampleAttempt } from '../../storage/test/samples.ts';
import { callPath } from '../wire/wire.ts';
import { CALLS } from './call-routes.ts';

/** What a merchant has, under ids and texts that name it. */
interface Belongings {
  readonly calls: MerchantCalls;
  readonly session: string;
  readonly created: string;
  readonly failed: string;
  readonly bioCall: string;
}

/** Params with the ids of a merchant. A call that its people may make needs a row here. */
const PARAMS: Readonly<Record<string, (of: Belongings) => readonly object[]>> = {
  'merchant list': () => [{}],
  'client list': ({ calls }) => [{ merchant: calls.merchantId }, {}],
  'client rotate': ({ calls }) => [{ client_id: calls.client.clientId }],
  'webhook retry': ({ calls, session }) => [
    { merchant_id: calls.merchantId },
    { merchant_id: calls.merchantId, session },
  ],
  'webhook test': ({ calls }) => [{ merchant_id: calls.merchantId }],
  'webhook deliveries': ({ calls }) => [{ merchant_id: calls.merchantId }],
  'merchant probe': ({ calls }) => [{ merchant_id: calls.merchantId }],
  'merchant details': ({ calls }) => [{ merchant_id: calls.merchantId }],
  'failed calls': ({ calls }) => [{ merchant_id: calls.merchantId }],
  find: ({ calls, session, created, failed, bioCall }) =>
    [calls.merchantId, calls.client.clientId, session, session.slice(-9), created, failed, bioCall].map((q) => ({ q })),
  'session details': ({ session }) => [{ session_id: session }],
  'session user-ref': ({ session }) => [{ session_id: session }],
  'sessions search': ({ calls, session }) => [
    {},
    { merchant: calls.merchantId },
    { q: calls.merchantId },
    { q: session },
  ],
  'sessions export': ({ calls }) => [{}, { merchant: calls.merchantId }],
  'sessions of-user': ({ calls }) => [{ merchant: calls.merchantId, user_ref: 'user-1' }],
};

onOneStore((fixture) => {
  let service: TestService;
  let own: Belongings;
  let other: Belongings;
  let people: ConsoleSide;
  let admin: ConsoleSide;
  beforeAll(async () => {
    service = await fixture.start({ config: { console: CONSOLE } });
    admin = await ConsoleSide.signedIn(service, 'admin');
    own = await belongings('mch_own', 'Corner Shop');
    other = await belongings('mch_other', 'Harbor Café');
    people = await ConsoleSide.signedIn(service, 'merchant', 'mch_own');
  });

  async function belongings(id: string, name: string): Promise<Belongings> {
    const { store } = service.service;
    const calls = await MerchantCalls.of(service, { id, name });
    await admin.call('merchant set', { merchant_id: id, webhookUrl: `https://127.0.0.1:1/hook-of-${id}` });
    const answer = await calls.verify();
    const session = answer.json.session_id as string;
    const refused = await calls.cancel(session, { merchant_user_ref: 'another' });
    const [created, failed] = [answer, refused].map(({ headers }) => String(headers['x-request-id']));
    await vi.waitUntil(async () => (service.clock.move(1000), store.failedRequests.find(failed!)));
    await driveTo('failed', session, { store, now: service.clock.now(), failureCode: 'quality_too_low' });
    const bioCall = crypto.randomUUID();
    await store.bioAttempts.note(session, [
      sampleAttempt({ requestId: bioCall, call: 'lookup', at: service.clock.now(), url: 'https://127.0.0.1:1/bio' }),
    ]);
    return { calls, session, created: created!, failed: failed!, bioCall };
  }

  const audited = async (): Promise<number> => (await service.service.store.audit.list(1))[0]!.seq;
  /** Texts of the other merchant, which no answer may hold. */
  const namesOther = (text: string): string[] =>
    [
      'Harbor',
      'mch_other',
      other.calls.client.clientId,
      other.session,
      other.created,
      other.failed,
      other.bioCall,
    ].filter((each) => text.includes(each));
  /** Ids of the same form that belong to nothing. */
  const nobody = (): Belongings => ({
    calls: { merchantId: 'mch_other2', client: { ...other.calls.client, clientId: 'cli_unknown' } } as MerchantCalls,
    session: `ses_${'0'.repeat(36)}`,
    created: crypto.randomUUID(),
    failed: crypto.randomUUID(),
    bioCall: crypto.randomUUID(),
  });

  it.each(CALLS.map(({ name, forMerchant }) => [name, forMerchant !== undefined] as const))(
    '"%s" exists for it: %s, and nothing of another merchant does',
    async (name, isAllowed) => {
      const before = await audited();
      if (!isAllowed) {
        for (const params of [{}, { merchant_id: 'mch_own' }, { merchant_id: 'mch_other' }]) {
          const answer = await people.call(name, params);
          expect([answer.status, answer.text]).toEqual([404, (await people.call('nothing')).text]);
        }
        expect(await audited()).toBe(before);
        return;
      }
      const paramsOf = PARAMS[name];
      if (paramsOf === undefined) expect.fail(`"${name}" needs a row in PARAMS`);
      const unknown = nobody();
      const unknownParams = paramsOf(unknown);
      for (const [i, params] of paramsOf(other).entries()) {
        const answer = await people.call(name, params);
        expect(namesOther(answer.text.replaceAll(...asked(params)))).toEqual([]);
        // As if it did not exist.
        const nothing = await people.call(name, unknownParams[i]);
        const [said, wouldSay] = [[answer, params] as const, [nothing, unknownParams[i]!] as const].map(
          ([{ status, text }, sent]) => [status, text.replaceAll(...asked(sent))],
        );
        expect(said).toEqual(wouldSay);
      }
      for (const params of paramsOf(own)) expect([name, (await people.call(name, params)).status]).toEqual([name, 200]);
    },
  );

  /** The id that a call sent may be in its answer. */
  const asked = (params: object): [RegExp, string] => {
    const texts = Object.values(params) as string[];
    return [new RegExp(texts.length === 0 ? '$^' : texts.join('|'), 'g'), '…'];
  };

  it('sees its sessions without user references, its failed calls, deliveries and settings without secrets', async () => {
    const { calls, session, failed } = own;
    const { sessions } = (await people.call('sessions search')).json;
    expect(sessions).toMatchObject([{ session_id: session, merchant_id: 'mch_own' }]);
    expect((await people.call('merchant list')).json).toMatchObject([{ merchant_id: 'mch_own' }]);
    const [deliveries, details, ofSession, failedCalls] = await Promise.all([
      people.call('webhook deliveries', { merchant_id: 'mch_own' }),
      people.call('merchant details', { merchant_id: 'mch_own' }),
      people.call('session details', { session_id: session }),
      people.call('failed calls', { merchant_id: 'mch_own' }),
    ]);
    expect(deliveries.json).toMatchObject([{ session_id: session }]);
    expect(details.json).toMatchObject({
      clients: [{ client_id: calls.client.clientId }],
      webhook: { origin: 'https://127.0.0.1:1' },
      state: expect.arrayContaining([expect.objectContaining({ check: 'Bio API' })]) as unknown,
    });
    expect(failedCalls.json).toMatchObject([{ request_id: failed, session_id: session }]);
    expect(ofSession.json.failedCalls).toHaveLength(1);
    for (const { text } of [deliveries, details, ofSession, failedCalls])
      expect(text).not.toMatch(/user-1|user_ref"|whsec_|authly_test_|hook-of/);
    const [key] = await service.service.store.keys.list('bio-signing');
    expect((await people.call('find', { q: key!.id })).json).toMatchObject({ keys: [] });
    for (const path of ['/api/presence', '/']) expect(namesOther((await people.get(path)).text)).toEqual([]);
  });

  it('its actions are audited under its name, and change nothing of another merchant', async () => {
    const { secrets } = (await service.service.store.merchants.findClient(other.calls.client.clientId))!.client;
    const rotated = await people.call('client rotate', { client_id: own.calls.client.clientId });
    expect(rotated.json.client_secret).toMatch(/^authly_test_/);
    const [entry] = await service.service.store.audit.list(1);
    expect(entry).toMatchObject({
      actor: 'merchant:mch_own',
      action: 'client.rotate',
      subject: own.calls.client.clientId,
    });
    expect(codeOf(await people.call('client rotate', { client_id: other.calls.client.clientId }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await service.service.store.merchants.findClient(other.calls.client.clientId))!.client.secrets).toEqual(
      secrets,
    );
  });

  it('presence names the calls that it may make, which are those of its rows', async () => {
    const { json } = await people.get('/api/presence');
    expect(json).toMatchObject({ role: 'merchant', merchantId: 'mch_own', actor: 'merchant:mch_own' });
    expect((json.calls as string[]).toSorted()).toEqual(Object.keys(PARAMS).toSorted());
    expect((await people.get(callPath('find'))).status).toBe(404);
  });

  it('a link of a merchant signs in once', async () => {
    const link = await people.link('merchant', 'mch_own');
    expect((await people.login(link)).status).toBe(200);
    expect(codeOf(await people.login(link))).toEqual([401, 'link_used']);
  });

  it('a suspended merchant has no sign-in and no link, also after it is resumed, until a new link', async () => {
    const { store } = service.service;
    const [side, link] = [
      await ConsoleSide.signedIn(service, 'merchant', 'mch_own'),
      await people.link('merchant', 'mch_own'),
    ];
    const ofOther = await ConsoleSide.signedIn(service, 'merchant', 'mch_other');
    expect((await admin.call('console list')).json).toContainEqual(
      expect.objectContaining({ sign_in_id: null, merchant_id: 'mch_own', role: 'merchant' }),
    );
    await admin.call('merchant suspend', { merchant_id: 'mch_own' });
    // Another process may begin a sign-in at the same moment.
    const late = await ConsoleSide.signedIn(service, 'merchant', 'mch_own');
    expect((await late.call('merchant list')).status).toBe(401);
    await admin.call('merchant resume', { merchant_id: 'mch_own' });
    expect((await side.call('client rotate', { client_id: own.calls.client.clientId })).status).toBe(401);
    expect(codeOf(await side.login(link))).toEqual([401, 'link_used']);
    expect((await store.console.list()).filter(({ merchantId }) => merchantId === 'mch_other')).not.toEqual([]);
    expect((await ofOther.call('merchant list')).status).toBe(200);
    expect((await admin.call('console end', { merchant: 'mch_other' })).json).toMatchObject({ ended: true });
    expect((await ofOther.call('merchant list')).status).toBe(401);
    expect(codeOf(await admin.call('console end', {}))).toEqual([409, 'refused']);
  });

  it('an export has at most 1,000 rows for a merchant, also on more pages than one', async () => {
    const { store } = service.service;
    using list = vi.spyOn(store.sessions, 'list');
    const side = await ConsoleSide.signedIn(service, 'merchant', 'mch_own');
    const [row] = await store.sessions.list({ limit: 1 });
    list.mockImplementation(async ({ limit }) => Array.from({ length: limit }, () => row!));
    expect((await side.call('sessions export')).json).toHaveLength(1000);
    expect((await admin.call('sessions export')).json).toHaveLength(10_000);
    for (const [{ limit }] of list.mock.calls) expect(limit).toBeLessThanOrEqual(500);
  });
});
