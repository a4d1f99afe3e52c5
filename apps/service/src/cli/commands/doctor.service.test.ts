import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerJson, LoopbackServer, makeCertificates, type Certificates } from '../../../test/bio-merchant.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { OperatorSide } from '../../../test/operator-side.ts';
import { SdkMerchant } from '../../../test/sdk-merchant.ts';
import type { Finding } from '../../operator/checks/check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LEAF_DAYS = 397;

onOneStore((fixture) => {
  let operator: OperatorSide;
  let shop: SdkMerchant;
  const servers: LoopbackServer[] = [];
  beforeAll(async () => {
    operator = await OperatorSide.start(fixture);
    operator.env['AUTHLY_OPS_PORT'] = String(operator.service.service.ports.ops);
    shop = await SdkMerchant.start(operator.service);
  });
  afterEach(() => {
    delete operator.env['AUTHLY_BASE_URL'];
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await shop.stop();
  });

  async function found(check: string): Promise<Finding | undefined> {
    const { findings } = JSON.parse((await operator.authly('doctor', '--json')).out) as { findings: Finding[] };
    return findings.find((each) => each.check === check);
  }

  const matching = (text: RegExp): string => expect.stringMatching(text) as string;

  /** Moves the merchant to another server until disposed. */
  async function bioApiAt(bioBaseUrl: string, bioCaPem: string): Promise<AsyncDisposable> {
    const { merchants } = operator.service.service.store;
    const { merchantId } = shop.calls;
    const before = (await merchants.find(merchantId))!;
    await merchants.update(merchantId, { bioBaseUrl, bioCaPem });
    const { bioBaseUrl: url, bioCaPem: ca } = before;
    return {
      [Symbol.asyncDispose]: async () => void (await merchants.update(merchantId, { bioBaseUrl: url, bioCaPem: ca })),
    };
  }

  async function anyServer(certificates?: Certificates): Promise<string> {
    const server = await LoopbackServer.https((_request, res) => answerJson(res, 404, {}), certificates);
    servers.push(server);
    return server.url;
  }

  it('checks the ports and the base URL of a running service', async () => {
    const { ports } = operator.service.service;
    // A busy service adds a warning.
    await expect
      .poll(() => found('service'))
      .toEqual({
        check: 'service',
        ok: true,
        detail: `ready at http://127.0.0.1:${ports.ops}, port ${new URL(operator.service.origin).port} accepts connections`,
      });
    const detail = `${operator.service.origin} responds with the keys of this store`;
    expect(await found('base URL')).toEqual({ check: 'base URL', ok: true, detail });
  });

  it('repeats the warnings of a running service', async () => {
    vi.spyOn(operator.service.service.store, 'check').mockResolvedValueOnce(['the disk is full']);
    expect((await found('service'))?.detail).toMatch(/accepts connections; the disk is full$/);
  });

  it('reports a base URL of another store, of another server or without a server', async () => {
    const other = await (await fixture.another()).start();
    operator.env['AUTHLY_BASE_URL'] = other.origin;
    const another = `${other.origin} leads to a service on another store`;
    expect(await found('base URL')).toMatchObject({ ok: false, detail: another });
    operator.env['AUTHLY_BASE_URL'] = 'https://localhost:1';
    expect(await found('base URL')).toMatchObject({ ok: false, detail: matching(/ECONNREFUSED/) });
    operator.env['AUTHLY_BASE_URL'] = await anyServer();
    expect(await found('base URL')).toMatchObject({
      ok: false,
      detail: matching(/is not accepted \(.*(SELF_SIGNED|UNABLE_TO_VERIFY).*NODE_EXTRA_CA_CERTS/),
    });
  });

  it('lists the processes, and reports one with a wrong clock and two versions', async () => {
    const { store } = operator.service.service;
    const process = {
      id: 'other',
      host: 'other',
      pid: 7,
      version: '9.9.9',
      startedAt: 0,
      certificateUntil: null,
      certificateLateAt: null,
    };
    const report = async (clockAheadMs: number) =>
      store.processes.report({ ...process, clockAheadMs, seenAt: await store.now() });
    await report(5000);
    expect(await found('processes')).toMatchObject({
      ok: true,
      note: true,
      detail: matching(/^2 versions: .*other \(7\), 9\.9\.9, since 1970.*clock 5\.0 s ahead/),
    });
    await report(-5001);
    expect(await found('processes')).toMatchObject({ ok: false, detail: matching(/its process returns 503/) });
    // Three of four differ alike: they stay, and the database server is wrong.
    for (const id of ['a', 'b', 'other'])
      await store.processes.report({ ...process, id, clockAheadMs: 9000, seenAt: await store.now() });
    expect(await found('processes')).toMatchObject({
      ok: false,
      detail: matching(/correct the database server's: [^;]*clock 9\.0 s ahead;/),
    });
    for (const id of ['a', 'b', 'other']) await store.processes.remove(id);
    const quiet = (await found('processes'))!;
    expect(quiet).toMatchObject({ ok: true, detail: matching(/^\S+ \(\d+\), [\d.]+, since/) });
    if (fixture.kind === 'sqlite') expect(quiet.detail).not.toContain('clock');
  });

  it("verifies each merchant's certificate and reports the days until it expires", async () => {
    expect(await found('Bio API certificates')).toMatchObject({
      ok: true,
      detail: matching(/^1 certificate verified, the first expires in 39\d days$/),
    });
  });

  it('names a merchant whose certificate expires soon or is from another CA', async () => {
    const soon = await makeCertificates(undefined, new Date(Date.now() - (LEAF_DAYS - 10.5) * DAY_MS));
    const url = await anyServer(soon);
    {
      await using _moved = await bioApiAt(url, soon.ca);
      const detail = `certificates to replace: ${shop.calls.merchantId} (expires in 10 days)`;
      expect(await found('Bio API certificates')).toMatchObject({ ok: false, detail });
    }
    await using _moved = await bioApiAt(url, (await makeCertificates()).ca);
    const why = matching(new RegExp(`^certificates to replace: ${shop.calls.merchantId} \\(.*(SIGN|VERIFY)`));
    expect(await found('Bio API certificates')).toMatchObject({ ok: false, detail: why });
  });

  it("reports a merchant's outage as a note", async () => {
    await using _moved = await bioApiAt('https://localhost:1/bio', (await makeCertificates()).ca);
    const detail = `not reachable: ${shop.calls.merchantId} (ECONNREFUSED)`;
    const check = 'Bio API certificates';
    expect(await found(check)).toEqual({ check, ok: true, note: true, detail });
  });

  it('exits with 1 if a check fails, otherwise with 0', async () => {
    const { code, out } = await operator.authly('doctor');
    expect([out.match(/^✗.*/gm), code]).toEqual([null, 0]);
    operator.env['AUTHLY_BASE_URL'] = 'https://localhost:1';
    expect((await operator.authly('doctor')).code).toBe(1);
  });

  it('ticks only completed checks', async () => {
    const { out } = await operator.authly('doctor');
    expect(out).toMatch(/^✓ service /m);
    expect(out).toMatch(/^ℹ draining /m);
    expect(out).toMatch(fixture.kind === 'postgres' ? /^✓ clock .* from the database/m : /^ℹ clock /m);
    expect(out).toMatch(fixture.kind === 'postgres' ? /^✓ database +Postgres/m : /^ℹ database +SQLite/m);
    expect(out).toMatch(/^✓ merchants +1 merchant,/m);
  });

  it('reports a stopped service as a note', async () => {
    operator.env['AUTHLY_OPS_PORT'] = '1';
    operator.env['AUTHLY_BASE_URL'] = 'https://localhost:1';
    expect(await found('service')).toMatchObject({ ok: true, note: true });
    expect(await found('base URL')).toMatchObject({
      ok: true,
      note: true,
      detail: 'https://localhost:1 does not respond (ECONNREFUSED)',
    });
  });
});
