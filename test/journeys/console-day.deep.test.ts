import { createServer, type Server } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createBioApi, memoryEnrollments, memoryNonces } from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import type { Locator, Page } from 'playwright-core';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { lookIfDue } from '../../apps/service/test/look-if-due.ts';
import { ENROLLMENTS, MerchantCalls, VERIFICATIONS } from '../../apps/service/test/merchant-calls.ts';
import { playToEnd } from '../../apps/service/test/play-to-end.ts';
import type { TestClient, TestService } from '../../apps/service/test/running-service.ts';
import { journeys, picture } from './browser.ts';
import { DESK, useConsole } from './console.ts';
import { accessibilityFindings } from './hosted.ts';

journeys("an operator's day in the console", { timeout: 120_000 }, () => {
  const fixture = useConsole();
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });

  async function listening(service: TestService): Promise<{ server: Server; origin: string }> {
    const { certFile, keyFile } = service.config.tls!;
    const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    return { server, origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  /** As the merchant's developer does with the `.env` that the console showed. */
  function serveBioApi(server: Server, service: TestService, merchantId: string): void {
    const dispatcher = new Agent({ connect: { ca: service.ca } });
    const fetchKeys = ((url: string, init: object) =>
      fetchWith(url, { ...init, dispatcher })) as unknown as typeof fetch;
    const bioApi = createBioApi({
      merchantId,
      store: memoryEnrollments(),
      nonces: memoryNonces(),
      baseUrl: service.origin,
      fetch: fetchKeys,
    });
    server.on('request', toNodeHandler(bioApi));
  }

  async function shownEnv(page: Page): Promise<Map<string, string>> {
    const text = await page.locator('pre').innerText();
    return new Map(text.split('\n').map((line) => line.split('=', 2) as [string, string]));
  }

  /** The sandbox plays the app. */
  async function played(client: TestClient, path: string, body: object): Promise<Record<string, unknown>> {
    const { service } = fixture();
    const token = await service.token(client);
    const user = { merchant_id: client.merchantId, merchant_user_ref: 'user-1' };
    const { json } = await service.post(path, token, { ...user, ...body });
    const hosted = new URLSearchParams(new URL(json.popup_url as string).hash.slice(1)).get('token')!;
    await service.post('/hosted/v1/opened', hosted, {});
    const result = `/v1/sessions/${json.session_id}/result?merchant_user_ref=user-1`;
    return playToEnd(service.clock, async () => (await service.get(result, token)).json);
  }

  it('a merchant is added, probed and given credentials, and its first session matches, without the command line', async () => {
    const { service } = fixture();
    const { server, origin } = await listening(service);
    const page = await fixture().signedIn('admin', { expects: [/status of 409/] });
    await page.getByRole('link', { name: 'Merchants' }).click();
    await page.getByRole('link', { name: 'Add merchant' }).click();

    await page.getByRole('button', { name: 'Add merchant' }).press('Enter');
    const name = page.getByLabel('Name');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate(`document.activeElement.name`)).toBe('name');
    await name.fill('Corner Shop');
    await page.getByLabel('Bio API base URL').fill('http://127.0.0.1/bio');
    await page.getByRole('button', { name: 'Add merchant' }).press('Enter');
    await page.getByText('must be a full HTTPS URL').waitFor();
    await expect.poll(() => page.evaluate(`document.activeElement.name`)).toBe('bioBaseUrl');
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/add merchant, refused');

    await page.getByLabel('Bio API base URL').fill(`${origin}/bio`);
    await page
      .getByLabel('Bio API CA')
      .setInputFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(service.ca) });
    await page.getByRole('button', { name: 'Add merchant' }).press('Enter');
    await page.getByRole('heading', { name: 'Corner Shop is added' }).waitFor();
    await page.getByRole('button', { name: 'Create credentials' }).press('Enter');
    const env = await (await page.locator('pre').waitFor(), shownEnv(page));
    expect([...env.keys()]).toEqual([
      'AUTHLY_BASE_URL',
      'AUTHLY_MERCHANT_ID',
      'AUTHLY_CLIENT_ID',
      'AUTHLY_CLIENT_SECRET',
    ]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/add merchant, credentials');
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).press('Enter');
    expect((await saving).suggestedFilename()).toMatch(/env/);
    await page.keyboard.press('Escape');

    const client = {
      merchantId: env.get('AUTHLY_MERCHANT_ID')!,
      clientId: env.get('AUTHLY_CLIENT_ID')!,
      clientSecret: env.get('AUTHLY_CLIENT_SECRET')!,
    };
    serveBioApi(server, service, client.merchantId);
    await page.getByRole('button', { name: 'Probe now' }).press('Enter');
    await page.getByText('✓ lookup').waitFor();
    const enrolled = { payload: { finger: 'RI' }, metadata: { sandbox_outcome: 'enrolled' } };
    expect(await played(client, ENROLLMENTS, enrolled)).toMatchObject({ status: 'succeeded' });
    const matched = { payload: { finger: 'RI' }, metadata: { sandbox_outcome: 'matched' } };
    expect(await played(client, VERIFICATIONS, matched)).toMatchObject({
      status: 'succeeded',
      result: { matched: true },
    });

    await fixture().go(page, 'sessions?q=corner');
    await page.getByText('2 sessions, as of this search').waitFor();
    await page.getByRole('region', { name: 'Sessions' }).getByRole('link', { name: /^…/ }).first().click();
    await page.getByText(`POST ${origin}/bio/`).waitFor();
  });

  it('a webhook that failed is tested and its event sent again, from the merchant and from the session', async () => {
    const { service } = fixture();
    const { store } = service.service;
    const { server, origin } = await listening(service);
    let status = 500;
    let events = 0;
    server.on('request', (_request, response) => {
      events++;
      response.writeHead(status).end();
    });
    const calls = await MerchantCalls.of(service, { name: 'Flower Stall' });
    const receives = async (count: number): Promise<void> => {
      await expect.poll(async () => (await lookIfDue(service, calls.merchantId), events)).toBe(count);
    };
    const page = await fixture().signedIn('admin');
    await page.clock.install();
    /** The page reads again every five seconds. */
    const showsSoon = async (shown: Locator): Promise<void> => {
      const isShown = async (): Promise<boolean> => (await page.clock.fastForward(5000), shown.isVisible());
      await expect.poll(isShown).toBe(true);
    };
    await fixture().editing(page, calls.merchantId);
    await page.getByLabel('Webhook URL').fill(`${origin}/hook`);
    await page
      .getByLabel('Webhook CA')
      .setInputFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(service.ca) });
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText(/^AUTHLY_WEBHOOK_SECRET=whsec_/).waitFor();
    await fixture().closeSecret(page);
    await page.getByText('not tested').waitFor();
    await page.getByRole('button', { name: 'Send test event' }).press('Enter');
    await page.getByRole('alert').getByText('The test event was not accepted: 500').waitFor();
    await page.getByText('the last test failed').waitFor();
    await page.getByRole('cell', { name: 'Test event' }).waitFor();
    await page.getByRole('button', { name: 'Show URL …' }).press('Enter');
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.getByText(`${origin}/hook`).waitFor();
    await page.keyboard.press('Escape');
    expect((await store.audit.list(1))[0]).toMatchObject({ action: 'webhook.url', subject: calls.merchantId });

    const id = await calls.newSession();
    await driveTo('canceled', id, { store, now: service.clock.now() });
    await receives(2);
    await showsSoon(page.getByRole('cell', { name: `…${id.slice(-6)}` }));
    status = 204;
    await page.getByRole('button', { name: `Resend the event of ${id}` }).press('Enter');
    await page.getByRole('status').getByText('The event is sent again within seconds.').waitFor();
    await receives(3);
    await showsSoon(page.getByText('delivered', { exact: true }));
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    expect(await deliveries.getByRole('row').count()).toBe(3);
    await deliveries.getByRole('cell', { name: '204' }).waitFor();
    expect(await deliveries.getByRole('cell', { name: '500' }).count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/merchant, deliveries');

    await page
      .getByRole('cell')
      .getByRole('link', { name: `…${id.slice(-6)}` })
      .first()
      .click();
    await page.getByText('Delivery attempt 1 500').waitFor();
    await page.getByText(/^Delivery attempt \d 204/).waitFor();
    await page.getByRole('button', { name: 'Resend' }).press('Enter');
    await receives(4);
  });

  it('a chart is read with the arrow keys and as a table; a failure leads to its sessions, which are exported', async () => {
    const { service } = fixture();
    const { store } = service.service;
    const calls = await MerchantCalls.of(service, { name: 'Bakery' });
    const now = service.clock.now();
    for (let i = 0; i < 2; i++)
      await driveTo('failed', await calls.newSession(), { store, now, failureCode: 'quality_too_low' });
    const isCounted = async (): Promise<boolean> => {
      service.clock.move(5000);
      const counts = await store.counts.since(now - 7_200_000, 3_600_000);
      return counts.some((each) => each.merchantId === calls.merchantId && each.label === 'quality_too_low');
    };
    await expect.poll(isCounted).toBe(true);
    // Longer than the console's cache.
    service.clock.move(31_000);
    const page = await fixture().signedIn('admin');
    await fixture().go(page, `?range=day&merchant=${calls.merchantId}`);
    const counted = page.getByRole('link', { name: 'quality_too_low' });
    await counted.waitFor();
    const chart = page.getByRole('group', { name: /^Sessions by outcome/ });
    const step = page.locator('.plot-step').first();
    await chart.press('ArrowLeft');
    await expect.poll(() => step.innerText()).not.toBe('');
    // If the hour has ended, the sessions are in the step before.
    if ((await step.innerText()).endsWith('nothing')) await chart.press('ArrowLeft');
    await step.getByText('failed 2').waitFor();
    // The text is in the chart, next to the line of the step.
    const [text, line] = [await step.boundingBox(), await page.locator('.u-cursor-x').first().boundingBox()];
    expect(line!.x - (text!.x + text!.width)).toBeCloseTo(10, -1);
    await page.getByText('Show as a table').first().press('Enter');
    expect(await page.getByRole('row').count()).toBeGreaterThan(2);
    expect(await accessibilityFindings(page)).toEqual([]);

    await counted.press('Enter');
    await page.getByText('2 sessions', { exact: true }).waitFor();
    for (const kind of ['CSV', 'JSON']) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: `Export ${kind}` }).press('Enter');
      const file = await saving;
      expect(file.suggestedFilename()).toBe(`sessions.${kind.toLowerCase()}`);
      expect(readFileSync(await file.path(), 'utf8').match(/ses_/g)).toHaveLength(2);
    }
    await page.getByText('2 sessions exported.').waitFor();
  });

  it('the audit log is filtered, and exported as a signed file', async () => {
    const page = await fixture().signedIn('admin');
    await fixture().go(page, 'audit');
    await page.getByLabel('Action').fill('merchant.add');
    await page.getByRole('button', { name: 'Filter' }).press('Enter');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export signed file' }).press('Enter');
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\n');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ head: { signature_base64: expect.any(String) } });
  });

  it('a setting that is saved is said to be, and one out of bounds is said at its field', async () => {
    const calls = await MerchantCalls.of(fixture().service, { name: 'Book Cellar' });
    const page = await fixture().signedIn('admin');
    await fixture().editing(page, calls.merchantId);
    const retries = page.getByLabel('Bio API retries');
    await retries.fill('99');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect.poll(() => page.evaluate(`document.activeElement.name`)).toBe('bioRetries');
    expect(await retries.getAttribute('aria-invalid')).toBe('true');
    expect(await retries.getAttribute('aria-describedby')).toBe('bioRetries-hint bioRetries-problem');
    expect(await page.locator('#bioRetries-problem').innerText()).toContain('5');
    await retries.fill('3');
    // The typed value is valid.
    expect(await retries.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    const { y, height } = (await page.getByText('Saved.').boundingBox())!;
    expect([y > 0, y + height < DESK.height]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('status').getByText('Nothing was changed.').waitFor();
    expect((await fixture().service.service.store.merchants.find(calls.merchantId))!.bioRetries).toBe(3);
  });
});
