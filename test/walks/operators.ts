import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { LIMITS } from '@authly/contract/wire/limits';
import * as fc from 'fast-check';
import type { GivenFile } from '../../apps/service/src/operator/row/params.ts';
import { secretMatches } from '../../apps/service/src/merchants/client-secret.ts';
import { advanceClock } from '../../apps/service/src/sandbox/virtual-clock.ts';
import { openWebhookSecret } from '../../apps/service/src/webhooks/secret.ts';
import { softHsmModule } from '../../packages/pkcs11/test/find-soft-hsm.ts';
import { SoftHsm } from '../../packages/pkcs11/test/soft-hsm.ts';
import { isFile, LEFT, Office, rowOf, type Act, type Done, type Terminal } from './operators/office.ts';
import { moves, type Walk } from './explore/walk.ts';

type State = Awaited<ReturnType<Office['state']>>;
type Model = object;
/** The same on both databases. */
interface Real {
  readonly offices: readonly Office[];
}

/** As long as an id may be. */
const MERCHANT_ID = 'm'.repeat(LIMITS.merchantIdChars);
export const NORMAL: Terminal = { masterKey: 'right', environment: 'none', output: 'read', token: 'here' };

/** What an operator wants. Ids are chosen when it is done, from what is there. */
interface Wish {
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly which?: number;
}

export const certificate = (text: string): GivenFile => ({
  name: `a certificate and "${text}"`,
  base64: Buffer.from(rootCertificates[0] + text.replace('U+0000', '\0')).toString('base64'),
});

const settings: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({ limitCreate: fc.constantFrom(0, 10, 20) }),
  fc.record({ limitResult: fc.constantFrom(0, 7) }),
  fc.record({ name: fc.constantFrom('One', 'Two') }),
  fc.record({ sessionLifetimeS: fc.constantFrom(60, 600) }),
  fc.record({ deviceBinding: fc.constantFrom('off', 'offered', 'required') }, {}),
  fc.record({ deviceBinding: fc.constantFrom('off', 'required'), yes: fc.constant(true) }),
  fc.record({ webhookUrl: fc.constantFrom('https://a.example/hook', 'https://b.example/hook', null) }),
  fc.record({ webhookUrl: fc.constant('http://a.example/hook'), limitCreate: fc.constant(5) }),
  fc.constantFrom('', 'U+0000', 'é').map((text) => ({ bioCaPem: certificate(text) })),
  fc.record({ webhookUrl: fc.constantFrom('https://a.example/hook', null), name: fc.constantFrom('Three', 'Four') }),
);
const PURPOSES = ['bio-signing', 'capture-sealing', 'access-token'] as const;
const wishes: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: settings.map((params) => ({ name: 'merchant set', params })) },
  fc.constantFrom<Wish>({ name: 'merchant suspend' }, { name: 'merchant resume' }),
  fc.constantFrom<Wish>({ name: 'webhook pause' }, { name: 'webhook resume' }, { name: 'webhook rotate' }),
  fc.constantFrom<Wish>({ name: 'webhook retry' }, { name: 'webhook retry', params: { session: 'ses_typo' } }),
  fc.record({ name: fc.constantFrom('client add', 'client rotate', 'client revoke'), which: fc.nat(2) }),
  fc.record({
    name: fc.constant('keys schedule'),
    params: fc.record({ purpose: fc.constantFrom(...PURPOSES), in: fc.constantFrom('8d', '6d', '2m') }),
  }),
  fc.record({
    name: fc.constant('keys emergency'),
    params: fc.record({ purpose: fc.constantFrom(...PURPOSES) }),
    which: fc.nat(3),
  }),
  { weight: 3, arbitrary: fc.record({ name: fc.constant('keys withdraw'), which: fc.nat(3) }) },
);
const terminals: fc.Arbitrary<Terminal> = fc.record({
  masterKey: fc.constantFrom('right', 'right', 'right', 'wrong', 'missing'),
  environment: fc.constantFrom('none', 'test', 'none', 'production'),
  output: fc.constantFrom('read', 'read', 'full', 'closed'),
  token: fc.constantFrom('here', 'here', 'unknown'),
});

function actOf({ name, params = {}, which = 0 }: Wish, state: State): Act {
  const { clients } = state;
  const keys = state.keys.filter(({ purpose }) => purpose === (params['purpose'] ?? 'capture-sealing'));
  const takes = rowOf(name).params;
  return {
    name,
    params: {
      ...params,
      ...('merchant_id' in takes && { merchant_id: MERCHANT_ID }),
      ...('merchant' in takes && { merchant: MERCHANT_ID }),
      ...('client_id' in takes && { client_id: clients[which % (clients.length || 1)]?.id ?? 'cli_none' }),
      ...('key_id' in takes && { key_id: keys[which % keys.length]!.id }),
    },
  };
}

const inWords = ({ name, params = {} }: Wish): string =>
  [name, ...Object.entries(params).map(([key, value]) => `${key}=${(value as GivenFile | null)?.name ?? value}`)].join(
    ' ',
  );

/** Acts at once, and what must hold of them together. */
async function act(office: Office, doing: (state: State) => readonly Promise<Done>[]): Promise<string> {
  const before = await office.state();
  const done = await Promise.all(doing(before));
  const after = await office.state();
  const told = done.map(({ isDone, said }) => (isDone ? 'done' : `refused: ${said.split('\n')[0]}`)).join(' and ');
  const entries = after.audit.slice(before.audit.length);
  if (done.every(({ isDone }) => !isDone)) assert.deepEqual(after, before, `${told}, and something changed`);
  eachIsWrittenDown(done, entries);
  entriesSayWhatWas(before, after, entries);
  const [only, ...others] = done;
  if (only?.isDone && others.length === 0) takesEffect(office, only, after);
  await isNowhere(office, done, before, after);
  await office.opens();
  return `${office.store.kind} ${told}`;
}

type Entry = State['audit'][number];
const WEBHOOK = ['webhook.set', 'webhook.remove'];
const countOf = (entries: readonly Entry[], ...actions: readonly string[]): number =>
  entries.filter(({ action }) => actions.includes(action)).length;

/** One entry for each operator action that was done, and none for another. Settings may be as they were. */
function eachIsWrittenDown(done: readonly Done[], entries: readonly Entry[]): void {
  const acts = done.filter(({ isDone }) => isDone).map(({ act }) => act);
  for (const name of new Set(done.map(({ act }) => act.name))) {
    const times = acts.filter((each) => each.name === name).length;
    const found = countOf(entries, rowOf(name).audit!);
    if (name === 'merchant set') assert.ok(found <= times, `${found} entries for ${times} × ${name}`);
    else assert.equal(found, times, `entries of ${name}`);
  }
  const withWebhook = acts.filter(({ params }) => params['webhookUrl'] !== undefined).length;
  assert.ok(countOf(entries, ...WEBHOOK) <= withWebhook, 'entries of a webhook');
}

/** Old → new leads from what the store had to what it has. */
function entriesSayWhatWas(before: State, after: State, entries: readonly Entry[]): void {
  const shown = shownOf(before);
  for (const { action, detail } of entries) {
    if (action === 'webhook.remove') shown.set('origin', 'none');
    if (action !== 'merchant.set' && action !== 'webhook.set') continue;
    for (const [name, change] of Object.entries(JSON.parse(detail) as Record<string, string>)) {
      const [old, fresh] = change.split(' → ');
      assert.equal(old, shown.get(name), `the audit log's old ${name}`);
      shown.set(name, fresh!);
    }
  }
  assert.deepEqual(shown, shownOf(after), 'what the audit log says and what the store has');
}

function shownOf(state: State): Map<string, string> {
  const { merchant, webhook } = foundIn(state);
  const { name, rateLimits, sessionLifetimeS, deviceBinding, bioCaPem: ca } = merchant!;
  const { createPerMerchant: limitCreate = 0, resultPerMerchant: limitResult = 0 } = rateLimits;
  const origin = webhook ? new URL(webhook.url).origin : 'none';
  const bioCaPem = ca === null ? 'none' : 'own';
  const shown = { name, bioCaPem, limitCreate, limitResult, sessionLifetimeS, deviceBinding, origin };
  return new Map(Object.entries(shown).map(([key, value]) => [key, String(value)]));
}

/** What an operator action that was done alone has left. */
const EFFECTS: Readonly<Record<string, (found: ReturnType<typeof foundIn>) => boolean>> = {
  'merchant suspend': ({ merchant }) => merchant!.suspendedAt !== null,
  'merchant resume': ({ merchant }) => merchant!.suspendedAt === null,
  'webhook pause': ({ webhook }) => webhook!.pausedAt !== null,
  'webhook resume': ({ webhook }) => webhook!.pausedAt === null,
  'webhook retry': ({ webhook }) => webhook!.disabledAt === null,
  'client revoke': ({ client }) => client!.revokedAt !== null,
};

const foundIn = ({ merchants, webhooks, clients }: State, id?: unknown) => ({
  merchant: merchants.find((each) => each.id === MERCHANT_ID),
  webhook: webhooks.find(({ merchantId }) => merchantId === MERCHANT_ID),
  client: clients.find((each) => each.id === id),
});

function takesEffect(office: Office, { act, isUnshown, result }: Done, state: State): void {
  const { name, params } = act;
  const shown = shownOf(state);
  for (const [key, value] of Object.entries(params))
    if (name === 'merchant set' && shown.has(key) && !isFile(value))
      assert.equal(shown.get(key), String(value as string | number), `${key} after ${name}`);
  const found = foundIn(state, result?.client_id ?? params['client_id']);
  assert.ok(EFFECTS[name]?.(found) ?? true, `the effect of ${name}`);
  if (isUnshown) return;
  const { client_secret, webhook_secret } = result;
  if (client_secret !== undefined) assert.ok(secretMatches(client_secret, found.client), name);
  if (webhook_secret === undefined) return;
  const owner = { environment: 'test', master: office.master, merchantId: MERCHANT_ID } as const;
  const secret = openWebhookSecret(owner, found.webhook!.secrets[0]!);
  assert.equal(webhook_secret, `whsec_${secret.toString('base64')}`, name);
}

async function isNowhere(office: Office, done: readonly Done[], before: State, after: State): Promise<void> {
  for (const { id, sealed } of before.keys) {
    const now = after.keys.find((key) => key.id === id)!;
    if (sealed.length === 0 || now.sealed.length > 0) continue;
    assert.deepEqual(office.filesWith(sealed), [], `files with the destroyed key ${id}`);
    const isTold = done.some(({ said }) => said.includes(LEFT));
    assert.ok(isTold || !(await office.tokenHas(id)), `the token has the destroyed key ${id}`);
  }
}

/** One that fails waits for the other, so that the next walk finds no act in progress. */
async function inEach({ offices }: Real, run: (office: Office) => Promise<string>): Promise<string> {
  const all = offices.map(run);
  await Promise.allSettled(all);
  return (await Promise.all(all)).join('; ');
}

/** Acts at once in each office. */
const acts = (says: string, doing: (office: Office, state: State) => readonly Promise<Done>[]) => ({
  says,
  run: (_model: Model, real: Real) => inEach(real, (office) => act(office, (state) => doing(office, state))),
});

export const byTwo = moves([fc.array(wishes, { minLength: 1, maxLength: 3 })], (all) =>
  acts(`in the console at once: ${all.map(inWords).join(', and ')}`, (office, state) =>
    all.map((wish, i) => office.console((i % 2) as 0, actOf(wish, state))),
  ),
);

export const byTerminal = moves([wishes, fc.option(wishes, { nil: undefined }), terminals], (wish, other, terminal) => {
  const at = Object.entries(terminal).map((each) => each.join(' '));
  const beside = other ? `, and in the console: ${inWords(other)}` : '';
  return acts(`in a terminal (${at.join(', ')}): ${inWords(wish)}${beside}`, (office, state) => [
    office.terminal(terminal, actOf(wish, state)),
    ...(other ? [office.console(0, actOf(other, state))] : []),
  ]);
});

export const time = moves([fc.constantFrom(3, 9 * 24 * 60)], (minutes) => ({
  says: `${minutes} min pass`,
  async run(_model: Model, { offices }: Real) {
    for (const { store } of offices) await advanceClock(store.settings, minutes * 60_000);
  },
}));

export const failures = moves([], () => ({
  says: 'the webhook is disabled after days of failures',
  async run(_model: Model, { offices }: Real) {
    for (const { store } of offices) await store.webhooks.disable(MERCHANT_ID, Date.now());
  },
}));

export const backup = moves([fc.boolean(), fc.boolean(), terminals], (isNoted, isNamed, terminal) => ({
  says: `authly backup${isNoted ? ' --note' : ''}${isNamed ? ' FILE' : ''}, ${terminal.output}, ${terminal.environment}`,
  run: (_model: Model, real: Real) =>
    inEach(real, async (office) => {
      const file = office.backupFile();
      const before = await office.state();
      const args = ['backup', ...(isNoted ? ['--note'] : []), ...(isNamed ? [file] : [])];
      const { code, said } = await office.run(args, { ...NORMAL, ...terminal });
      const after = await office.state();
      if (code === 0) assert.ok(!isNamed || existsSync(file), 'a backup that was named is made');
      if (code === 0 && isNoted) assert.notEqual(after.backedUpAt, before.backedUpAt);
      if (code !== 0 && !said.includes('The command itself is done')) assert.deepEqual(after, before);
      return `${office.store.kind} ${code}`;
    }),
}));

export const walk: Walk<Model, Real> = {
  name: 'operators',
  longest: 15,
  withinMs: 120_000,
  moves: [byTwo, byTwo, byTwo, byTerminal, byTerminal, byTerminal, time, failures, backup],
  open: async (ground) => {
    const hsm = softHsmModule() === undefined ? undefined : new SoftHsm();
    return {
      async begin() {
        const offices = [await Office.open(undefined, hsm), await Office.open(await ground.database())];
        const params = { id: MERCHANT_ID, name: 'Shop', bioBaseUrl: 'https://shop.example' };
        // With a key that can be withdrawn.
        const rotation = { name: 'keys schedule', params: { purpose: 'capture-sealing', in: '2m' } };
        for (const office of offices) {
          for (const each of [{ name: 'merchant add', params }, rotation])
            assert.ok((await office.console(0, each)).isDone);
          await advanceClock(office.store.settings, 3 * 60_000);
        }
        return { model: {}, real: { offices } };
      },
      async leave({ offices }) {
        for (const office of offices) await office[Symbol.asyncDispose]();
      },
      async [Symbol.asyncDispose]() {
        hsm?.[Symbol.dispose]();
      },
    };
  },
};
