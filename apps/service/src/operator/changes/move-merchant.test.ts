import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_QUICK } from '../../../../../test/kind.ts';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { masterKeyOf } from '../../../test/memory-keys.ts';
import { sessionIn } from '../../../test/sample-session.ts';
import { TestClock } from '../../../test/test-clock.ts';
import type { Environment } from '../../runtime/environment.ts';
import { KeyRing } from '../../keys/key-ring.ts';
import { unseal, webhookSecretContext } from '../../keys/seal.ts';
import type { Session } from '../../session/session.ts';
import { openStore } from '../../storage/open-store.ts';
import type { MovedRow, Store } from '../../storage/port/store.ts';
import {
  moveOf,
  NOW,
  sampleClaim,
  sampleClient,
  sampleMerchant,
  sampleSession,
  walked,
} from '../../storage/test/samples.ts';
import { newWebhookSecret } from '../../webhooks/secret.ts';
import { ACTIONS } from '../actions/index.ts';
import { perform, type Action, type TerminalOperator } from '../row/action.ts';
import { auditEntriesBy } from '../row/operator.ts';

type Kind = 'sqlite' | 'postgres';
const ID = 'mer_1';
const MINUTE = 60_000;
const ENDS: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ENDS.toReversed()) await end();
});

let cells = 0;
const folder = mkdtempSync(join(tmpdir(), 'authly-move-'));
ENDS.push(() => rmSync(folder, { recursive: true, force: true }));

/** A cell without processes: its store, its own master key and its operator. */
class Cell {
  readonly clock = new TestClock(NOW);
  readonly store: Store;
  readonly master = masterKeyOf(++cells);

  private constructor(store: Store) {
    this.store = store;
  }

  static async make(kind: Kind, environment: Environment = 'test'): Promise<Cell> {
    const dataDir = mkdtempSync(join(folder, 'cell-'));
    const database = kind === 'postgres' ? await migratedDatabase() : undefined;
    const store = await openStore({ dataDir, databaseUrl: database?.url, environment });
    ENDS.push(
      () => database?.drop(),
      () => store.close(),
    );
    const cell = new Cell(store);
    await cell.ring().prepare();
    return cell;
  }

  ring(): KeyRing {
    const { environment, keys: source } = this.store;
    return new KeyRing({ source, master: this.master, environment, clock: this.clock });
  }

  async run<Result = Record<string, string>>(name: string, params: object = {}): Promise<Result> {
    const now = (): number => this.clock.now();
    const operator: TerminalOperator = {
      store: this.store,
      environment: this.store.environment,
      now,
      env: {},
      name: 'test',
      storeName: `cell ${this.master.bytes[0]}`,
      masterKey: () => this.master,
      signingToken: async () => undefined,
      auditEntry: auditEntriesBy('operator:test', now),
    };
    const row = (ACTIONS as readonly Action[]).find((each) => each.name === name)!;
    return (await perform(row, operator as never, params)) as Result;
  }

  resume = (): Promise<unknown> => this.run('merchant resume', { merchant_id: ID });

  async key(): Promise<string> {
    return (await this.run('cell key'))['public_key']!;
  }

  async exported(to: Cell, output = join(folder, `${cells}-${ENDS.length}-${files++}`)): Promise<string> {
    await this.run('merchant export', { merchant_id: ID, to: await to.key(), output });
    return output;
  }

  /** Everything that moves, with secrets opened. */
  async content(): Promise<unknown> {
    const rows = await this.store.transfers.merchant(ID);
    for await (const page of this.store.transfers.sessions(ID, 0)) rows.push(...page);
    const byTable = Map.groupBy(rows.map(withoutImport), ({ table }) => table);
    return [...byTable].map(([table, each]) => [table, each.map(({ row }) => this.#opened(table, row))]);
  }

  #opened(table: string, row: MovedRow['row']): unknown {
    // The number of an event only orders it.
    if (table === 'session_events') return { ...row, seq: undefined };
    if (table !== 'webhook_secrets') return row;
    const context = webhookSecretContext(this.store.environment, ID, row['id'] as string);
    return unseal(this.master, context, row['sealed'] as Uint8Array).toString('hex');
  }

  entries = async (action: string) => (await this.store.audit.list(1000)).filter((entry) => entry.action === action);
}
let files = 0;

const withoutImport = ({ table, row }: MovedRow): MovedRow => {
  const { import_id: _id, imported_at: _at, ...rest } = row;
  return { table, row: rest };
};

/** Adds a merchant with everything that moves, and one that stays. */
async function fill({ store, master, clock }: Cell, sessions: number): Promise<void> {
  const environment = store.environment;
  await store.merchants.add(sampleMerchant({ id: 'stays' }));
  await store.merchants.add(sampleMerchant({ id: ID, name: 'Café Ω', deviceBinding: 'offered', reader: true }));
  await store.merchants.update(ID, { logo: { id: 'logo-1', bytes: new Uint8Array([0, 255, 10]) } });
  await store.merchants.addClient(sampleClient({ id: 'cli_1', merchantId: ID }));
  await store.merchants.rotateSecret('cli_1', { hash: '2'.repeat(64), createdAt: NOW + 1 });
  const { secret } = newWebhookSecret({ environment, master, merchantId: ID }, NOW);
  await store.webhooks.add({
    merchantId: ID,
    url: 'https://shop.test/hook',
    caPem: null,
    secrets: [secret],
    createdAt: NOW,
  });
  for (const merchantId of [ID, 'stays'])
    await Promise.all(
      Array.from({ length: sessions }, async (_, i) => {
        const metadata = { text: 'a\u2028b "\\ 😀' };
        const { id } = await walked(store, [{ event: 'open' }, { event: 'cancel' }], {
          merchantId,
          metadata,
          createdAt: NOW - i * 1000,
          payload: { finger: 'RI' },
        });
        if (i % 3 === 0) await store.bioAttempts.note(id, []);
        if (i % 2 === 0) await deliver(store, id, clock.now());
      }),
    );
}

const CLAIM = sampleClaim({ merchantId: ID });
const open = async ({ store }: Cell): Promise<Session> => {
  const session = sampleSession({ merchantId: ID });
  await store.sessions.create(session, CLAIM);
  return session;
};
const end = async ({ store }: Cell, session: Session): Promise<void> => {
  const opened = moveOf(session, { event: 'open' });
  for (const move of [opened, moveOf(opened.next, { event: 'cancel' })]) await store.sessions.move(move);
};

async function deliver(store: Store, sessionId: string, at: number): Promise<void> {
  const delivery = await store.webhooks.delivery(sessionId);
  if (delivery) await store.webhooks.delivered(delivery, at, { result: '200', ms: 1 });
}

/** Suspended and paused for a minute. */
async function settle(cell: Cell): Promise<void> {
  await cell.run('merchant suspend', { merchant_id: ID });
  await cell.run('webhook pause', { merchant_id: ID });
  cell.clock.move(MINUTE);
}

const PAIRS: readonly (readonly [Kind, Kind])[] = IS_QUICK
  ? [['sqlite', 'sqlite']]
  : [
      ['sqlite', 'postgres'],
      ['postgres', 'sqlite'],
    ];

describe.each(PAIRS)('a merchant moves from %s to %s', (from, to) => {
  let [old, next] = [] as unknown as [Cell, Cell];
  let file: string;
  beforeAll(async () => {
    [old, next] = [await Cell.make(from), await Cell.make(to)];
    await fill(old, 210);
  });
  const refusal = (what: Promise<unknown>): Promise<unknown> =>
    what.then(
      () => 'done',
      (error: Error) => error.message,
    );

  it('only while it is suspended, its webhook paused, no call in progress and no session open', async () => {
    const tried = (): Promise<unknown> => refusal(old.exported(next));
    const session = await open(old);
    expect(await tried()).toBe('mer_1 is not suspended');
    await old.run('merchant suspend', { merchant_id: ID });
    expect(await tried()).toBe('the webhook of mer_1 is not paused');
    await old.run('webhook pause', { merchant_id: ID });
    old.clock.move(MINUTE - 1);
    expect(await tried()).toMatch(/^calls of mer_1 may still be in progress: try again at /);
    old.clock.move(1);
    expect(await tried()).toBe('a session of mer_1 is open (created)');
    await end(old, session);
    const output = join(folder, 'no-key');
    expect(await refusal(old.run('merchant export', { merchant_id: ID, to: 'AAAA', output }))).toMatch(/^--to must be/);
    expect(await old.entries('merchant.export')).toEqual([]);
    file = await old.exported(next);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await refusal(old.exported(next, file))).toContain('exists');
  });

  it('an interruption at any write loses nothing, and repetition finishes it without adding anything twice', async () => {
    const { transfers } = next.store;
    const writes = ['begin', 'add', 'finish'] as const;
    let interruptions = 0;
    for (let left = 0; ; left++) {
      let done = 0;
      const spies = writes.map((name) => {
        const write = transfers[name].bind(transfers) as (...args: unknown[]) => Promise<never>;
        return vi.spyOn(transfers, name).mockImplementation(async (...args: unknown[]) => {
          if (name !== 'begin' && done++ === left) throw new Error('killed');
          const result = await write(...args);
          // Its answer is lost.
          if (name === 'begin') throw new Error('killed');
          return result;
        });
      });
      const result = await refusal(next.run('merchant import', { file }));
      for (const spy of spies) spy.mockRestore();
      if (result === 'done') break;
      expect(result).toBe('killed');
      interruptions++;
      expect(await refusal(next.resume())).toBe('the import of mer_1 is not complete: repeat it');
      expect(await refusal(next.exported(old))).toBe('the import of mer_1 is not complete');
      expect(await next.entries('merchant.import')).toEqual([]);
    }
    expect(interruptions).toBeGreaterThan(3);
    expect(await next.content()).toEqual(await old.content());
    expect(await refusal(next.run('merchant import', { file }))).toBe('done');
    expect(await next.content()).toEqual(await old.content());
  });

  it('both ends have one audit entry with the same transfer id', async () => {
    const [left, arrived] = [await old.entries('merchant.export'), await next.entries('merchant.import')];
    expect([left.length, arrived.length]).toEqual([1, 1]);
    const [{ transfer }, detail] = [left, arrived].map(
      ([entry]) => JSON.parse(entry!.detail) as { transfer: string },
    ) as [{ transfer: string }, { transfer: string }];
    expect(transfer).toBe(createHash('sha256').update(readFileSync(file).subarray(0, -78)).digest('hex'));
    expect(detail).toEqual({ transfer, source: expect.stringContaining('cell') as string });
  });

  it('the new cell opens its enrollments, keeps its device accounts, and opens nothing of a merchant that stays', async () => {
    const [before, after] = [old.ring(), next.ring()];
    const moved = sessionIn('app_launched', { merchantId: ID });
    const stays = sessionIn('app_launched', { merchantId: 'stays' });
    const { key_id, public_key, context } = await before.captureSeal(moved);
    const key = await after.captureKey(key_id, moved, 'verify');
    expect([key!.key.publicKey, key!.context]).toEqual([public_key, context]);
    expect(await after.captureKey(key_id, stays, 'enroll')).toBeUndefined();
    // New enrollments use the new cell's own root.
    expect((await after.captureSeal(moved)).key_id).not.toBe(key_id);
    const account = async (cell: Cell, ring: KeyRing) =>
      (await ring.accountSecret((await cell.store.merchants.find(ID))!)).export();
    expect(await account(next, after)).toEqual(await account(old, before));
    after.noteUse(key_id, ID);
    await expect.poll(async () => (await next.store.keys.ofMerchant(ID))[0]!.lastUsedAt).toBe(next.clock.now());
  });

  it('replays and results are answered; it is resumed there, and stays suspended for good in the old cell', async () => {
    expect(await next.store.sessions.earlier(CLAIM, NOW)).toMatchObject({ outcome: 'replayed' });
    await next.resume();
    await next.run('webhook resume', { merchant_id: ID });
    const moved_to = 'https://c2.authly.example';
    expect(await old.run('merchant set', { merchant_id: ID, movedTo: moved_to })).toMatchObject({ moved_to });
    for (const name of ['merchant resume', 'webhook resume'])
      expect(await refusal(old.run(name, { merchant_id: ID }))).toBe(`mer_1 has moved to ${moved_to}`);
    expect(await refusal(next.run('merchant set', { merchant_id: ID, movedTo: moved_to }))).toBe(
      'mer_1 is not suspended',
    );
  });

  it('on to a third cell, which has the keys of both', async () => {
    const third = await Cell.make('sqlite');
    const first = await old.ring().captureSeal(sessionIn('app_launched', { merchantId: ID }));
    const second = await next.ring().captureSeal(sessionIn('app_launched', { merchantId: ID }));
    await settle(next);
    await third.run('merchant import', { file: await next.exported(third) });
    for (const { key_id, public_key } of [first, second]) {
      const key = await third.ring().captureKey(key_id, sessionIn('app_launched', { merchantId: ID }), 'enroll');
      expect(key!.key.publicKey).toBe(public_key);
    }
    const merchant = (await third.store.merchants.find(ID))!;
    expect((await third.ring().accountSecret(merchant)).export()).toEqual(
      (await old.ring().accountSecret({ id: ID, importId: null })).export(),
    );
    const shown = await third.run<{ imported_keys: object[] }>('merchant show', { merchant_id: ID });
    const ids = [first, second].map(({ key_id }) => key_id).toSorted();
    expect(shown.imported_keys).toMatchObject(ids.map((key_id) => ({ key_id, status: 'retiring' })));
  });

  it('an earlier key that came along can be withdrawn, and opens nothing any more', async () => {
    const session = sessionIn('app_launched', { merchantId: ID });
    const { key_id } = await old.ring().captureSeal(session);
    await next.run('keys withdraw', { key_id, merchant: ID });
    expect(await next.ring().captureKey(key_id, session, 'enroll')).toBeUndefined();
    expect((await next.store.keys.ofMerchant(ID)).find(({ id }) => id === key_id)!.sealed).toHaveLength(0);
    expect(await refusal(next.run('keys withdraw', { key_id, merchant: ID }))).toContain('already removed');
    expect(await refusal(next.run('keys withdraw', { key_id, merchant: 'stays' }))).toContain('no key');
  });

  it('a new master key reseals what came along', async () => {
    const base64 = Buffer.from(Buffer.alloc(32, 99).toString('base64')).toString('base64');
    const accounts = async () => (await next.ring().accountSecret({ id: ID, importId: 'x' })).export();
    const before = await accounts();
    await next.run('keys rewrap', { new_master_key: { name: 'new.key', base64 } });
    Object.assign(next, { master: masterKeyOf(99) });
    expect(await accounts()).toEqual(before);
  });
});

describe('a file of a merchant is refused before anything is written', () => {
  let [old, next] = [] as unknown as [Cell, Cell];
  let file: string;
  beforeAll(async () => {
    [old, next] = [await Cell.make('sqlite'), await Cell.make('sqlite')];
    await fill(old, 2);
    await settle(old);
    file = await old.exported(next);
  });
  const refused = (content: Buffer | string, by = next): Promise<string> => {
    const other = join(folder, `other-${files++}`);
    writeFileSync(other, content);
    return by.run('merchant import', { file: other }).then(
      () => 'done',
      (error: Error) => error.message,
    );
  };
  const BROKEN = /is incomplete, was changed, or is no file of/;
  /** A file with a right last line. */
  const summed = (body: string): string =>
    `${body}${JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') })}\n`;
  const body = (): string => readFileSync(file, 'utf8').split('\n').slice(0, -2).join('\n') + '\n';
  afterEach(async () => {
    if ((await next.store.merchants.list()).length > 0) throw new Error('something was written');
  });

  it('if it ends after any of its lines', async () => {
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.length).toBeGreaterThan(15);
    for (let count = 0; count < lines.length - 1; count++)
      expect(
        await refused(
          lines
            .slice(0, count)
            .map((line) => `${line}\n`)
            .join(''),
        ),
      ).toMatch(BROKEN);
    expect(await refused(lines.join('\n') + '\n')).toMatch(BROKEN);
    expect(await refused(lines.join('\n').trimEnd())).toMatch(BROKEN);
  });

  it('if any byte of it was changed', async () => {
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += at < whole.length - 90 ? 17 : 1) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      expect(await refused(changed)).toMatch(BROKEN);
    }
  });

  it('if it is of another format, release, environment or for another cell, or a secret does not open', async () => {
    const changed = (from: string | RegExp, to: string): Promise<string> => refused(summed(body().replace(from, to)));
    expect(await refused(summed('{"format":"other"}\n'))).toMatch(/no file of/);
    expect(await changed(/"version":"[^"]+"/, '"version":"0.9.0"')).toMatch(/is of release 0\.9\.0/);
    expect(await changed('"environment":"test"', '"environment":"production"')).toMatch(/environment production/);
    expect(await refused(readFileSync(file), await Cell.make('sqlite'))).toMatch(/is for another cell/);
    expect(await changed(/"key_id":"cap_/, '"key_id":"cap_x')).toMatch(/does not open/);
  });

  it('if the merchant or a client of it is there already', async () => {
    const third = await Cell.make('sqlite');
    await third.store.merchants.add(sampleMerchant({ id: ID }));
    const ours = await old.exported(third);
    expect(await refused(readFileSync(ours), third)).toMatch(/there is a merchant mer_1 already/);
    const fourth = await Cell.make('sqlite');
    await fourth.store.merchants.add(sampleMerchant({ id: 'other' }));
    await fourth.store.merchants.addClient(sampleClient({ id: 'cli_1', merchantId: 'other' }));
    expect(await refused(readFileSync(await old.exported(fourth)), fourth)).toMatch(/has a client of mer_1 already/);
    expect(await fourth.store.merchants.find(ID)).toBeUndefined();
  });
});
