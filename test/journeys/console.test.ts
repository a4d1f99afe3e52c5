import { beforeAll, expect, it } from 'vitest';
import { consoleLink } from '../../apps/service/test/console-side.ts';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { keyAction } from '../../apps/service/test/key-action.ts';
import { codeOf, MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { playToEnd } from '../../apps/service/test/play-to-end.ts';
import { journeys, painted, picture } from './browser.ts';
import { DESK, useConsole } from './console.ts';
import { accessibilityFindings } from './hosted.ts';

const NOBODY = 'https://127.0.0.1:1/bio';

journeys('the console in a browser', { timeout: 120_000 }, () => {
  const fixture = useConsole();
  let merchant: MerchantCalls;
  beforeAll(async () => {
    merchant = await MerchantCalls.of(fixture().service, { bioBaseUrl: NOBODY });
  });

  it('a session is seen happening, and why its call to the merchant failed', async () => {
    const { service } = fixture();
    const { store } = service.service;
    for (const status of ['succeeded', 'failed', 'canceled'] as const)
      await driveTo(status, await merchant.newSession(), { store, now: service.clock.now() });
    const page = await fixture().signedIn('admin');
    // Ids of one millisecond have no order, so the clock moves.
    service.clock.move(1);
    const { json } = await merchant.enroll({ metadata: { sandbox_outcome: 'enrolled' } });
    await fixture().seen(page, `…${(json.session_id as string).slice(-6)}`, 1000);
    await fixture()
      .sessionLink(page, json.session_id as string)
      .click();
    await page.getByText('Created', { exact: true }).waitFor();

    const hosted = new URL(json.popup_url as string).hash.slice(1);
    await service.post('/hosted/v1/opened', new URLSearchParams(hosted).get('token') ?? hosted, {});
    await playToEnd(service.clock, async () => (await merchant.result(json.session_id as string)).json);
    await fixture().seen(page, 'Nothing listens at this address.', 1000);
    await fixture().seen(page, 'The merchant Bio API could not be reached', 1000);
    expect(await page.locator('.timeline .bad').count()).toBe(2);
    expect(await page.content()).not.toContain('user-1');
    await page.getByRole('button', { name: 'Show user and text …' }).press('Enter');
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.getByText('user-1').waitFor();
    await picture(page, 'console/session, desk');
  });

  it('the list of sessions is live, and a search does not repeat itself', async () => {
    const { service } = fixture();
    const first = await merchant.newSession();
    const searching = await fixture().signedIn('read');
    const searches: string[] = [];
    await fixture().go(searching, 'merchants');
    await searching.getByRole('heading', { name: 'Merchants' }).waitFor();
    searching.on('request', (request) => {
      if (request.url().includes('search')) searches.push(request.url());
    });
    await fixture().go(searching, 'sessions?q=ses_');
    await fixture().sessionLink(searching, first).waitFor();
    const listing = await fixture().signedIn('read');
    await fixture().go(listing, 'sessions');
    for (let i = 0; i < 2; i++) {
      service.clock.move(1);
      await fixture().seen(listing, `…${(await merchant.newSession()).slice(-6)}`, 1000);
    }
    expect(searches).toHaveLength(1);
  });

  it('a merchant is suspended and resumed with the keyboard; each is said, and its tokens end and come back', async () => {
    const { service } = fixture();
    const calls = await MerchantCalls.of(service, { name: 'Night Kiosk' });
    const page = await fixture().signedIn('admin');
    await fixture().go(page, `merchants/${calls.merchantId}`);
    await page.getByRole('button', { name: 'Suspend …' }).press('Enter');
    await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter');
    await page.getByRole('status').getByText('The merchant is suspended.').waitFor();
    service.clock.move(5000);
    expect(codeOf(await service.requestToken(calls.client))).toEqual([401, 'invalid_client']);
    expect(codeOf(await calls.enroll())).toEqual([401, 'invalid_token']);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/merchant, suspended');
    await page.getByRole('button', { name: 'Resume …' }).press('Enter');
    await page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
    await page.getByRole('status').getByText('The merchant is active again.').waitFor();
    expect((await service.requestToken(calls.client)).status).toBe(200);
  });

  it('a request id leads to its answer, a user reference to its session, and a viewer finds no users', async () => {
    const { service } = fixture();
    const { store } = service.service;
    const calls = await MerchantCalls.of(service, { name: 'Tea House' });
    const id = (await calls.enroll({ merchant_user_ref: 'h-12' })).json.session_id as string;
    const refused = String((await calls.result(id)).headers['x-request-id']);
    const isKept = async () => (service.clock.move(1000), store.failedRequests.find(refused));
    await expect.poll(isKept).toBeDefined();

    const viewer = await fixture().signedIn('read');
    await viewer.keyboard.press('Control+k');
    const field = viewer.getByRole('dialog').getByRole('textbox');
    await field.fill(refused);
    await viewer.getByRole('link', { name: /Failed call 403 merchant_user_ref_mismatch, GET / }).waitFor();
    expect(await accessibilityFindings(viewer)).toEqual([]);
    await picture(viewer, 'console/request');
    await viewer.keyboard.press('Enter');
    await viewer.getByRole('heading', { name: 'Failed call' }).waitFor();
    await viewer.getByRole('link', { name: 'Tea House' }).waitFor();
    await fixture().go(viewer, '');
    await viewer.getByRole('button', { name: 'Find anything' }).click();
    await field.fill('tea h');
    await viewer.getByRole('link', { name: 'Merchant Tea House' }).waitFor();
    await viewer.keyboard.press('ArrowDown');
    await picture(viewer, 'console/search');
    await viewer.keyboard.press('Enter');
    await viewer.getByRole('heading', { name: 'Tea House' }).waitFor();
    await fixture().go(viewer, 'sessions');
    await viewer.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await viewer.getByText('Find by user reference or text').count()).toBe(0);

    const admin = await fixture().signedIn('admin');
    await fixture().go(admin, 'sessions');
    await admin.getByText('Find by user reference or text').press('Enter');
    await admin.getByLabel('Merchant of the user').selectOption('Tea House');
    await admin.getByLabel('User reference', { exact: true }).fill('h-12');
    await admin.keyboard.press('Enter');
    const found = admin.getByRole('region', { name: 'Sessions of this user' });
    await fixture().sessionLink(found, id).waitFor();
    expect(admin.url()).not.toContain('h-12');
    expect(await accessibilityFindings(admin)).toEqual([]);
    await picture(admin, 'console/sessions of a user');
    expect((await store.audit.list(1))[0]).toMatchObject({ action: 'sessions.of-user', subject: calls.merchantId });
  });

  it('the login of a merchant finds the cause of a 400 by its request id, resends an event, and sees no other merchant', async () => {
    const { service, url, browser } = fixture();
    const { store } = service.service;
    const calls = await MerchantCalls.of(service, { name: 'Flower Stall', bioBaseUrl: NOBODY });
    const merchantId = calls.merchantId;
    await keyAction(['merchant set', { merchant_id: merchantId, webhookUrl: 'https://127.0.0.1:1/hook' }], service);
    const session = await calls.newSession('verify');
    const refused = String((await calls.verify({ payload: { finger: 'thumb' } })).headers['x-request-id']);
    await calls.cancel(session, { merchant_user_ref: 'another' });
    await driveTo('failed', session, { store, now: service.clock.now(), failureCode: 'merchant_bio_timeout' });
    await expect.poll(async () => (service.clock.move(1000), store.failedRequests.find(refused))).toBeDefined();

    const page = await browser.tab({ viewport: DESK, expects: [/status of 404/] });
    await page.goto(await consoleLink(service, 'merchant', url, merchantId));
    await page.getByRole('heading', { name: 'Flower Stall' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).innerText()).toBe('Merchant\nSessions');
    await page.getByText('Flower Stall', { exact: true }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Probe now' }).press('Enter');
    await page.getByText('ECONNREFUSED: Nothing listens at this address.').waitFor();
    const failed = page.getByRole('region', { name: 'Failed calls' });
    expect(await failed.getByRole('row').count()).toBe(3);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/merchant of its own people');
    await page.getByRole('link', { name: 'All failed calls' }).press('Enter');
    await page.getByLabel('Code').selectOption('invalid_request');
    await expect.poll(() => failed.getByRole('row').count()).toBe(2);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill(refused);
    await page.getByRole('link', { name: /Failed call 400 invalid_request \(payload\.finger\)/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Failed call …${refused.slice(-6)}` }).waitFor();
    await page.getByText('The request is malformed or a field is missing: payload.finger.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/failed call');

    await fixture().go(page, 'sessions');
    await fixture().sessionLink(page, session).click();
    await page.getByText('merchant_user_ref_mismatch').waitFor();
    await picture(page, 'console/session with a failed call');
    await page.getByRole('button', { name: 'Resend' }).press('Enter');
    await page.getByRole('status').getByText('The event is sent again within seconds.').waitFor();
    expect((await store.audit.list(1))[0]).toMatchObject({ actor: `merchant:${merchantId}`, action: 'webhook.retry' });
    const other = await merchant.newSession();
    for (const [route, says] of [
      [`merchants/${merchant.merchantId}`, `There is no merchant ${merchant.merchantId}.`],
      [`sessions/${other}`, `There is no session ${other}.`],
      ['keys', 'Page not found'],
      ['audit', 'Page not found'],
    ] as const) {
      await fixture().go(page, route);
      await page.getByText(says).waitFor();
    }
  });

  it('a secret that is shown once, and typed settings, stay when the page cannot be read again', async () => {
    const { merchantId } = await MerchantCalls.of(fixture().service, { name: 'Ice Rink' });
    const page = await fixture().signedIn('admin', { expects: [/net::ERR_FAILED/] });
    await fixture().editing(page, merchantId);
    const retries = page.getByLabel('Bio API retries');
    await retries.fill('2');
    await page.route('**/api/merchant/details', (route) => route.abort());

    await page.getByRole('button', { name: 'Add client' }).press('Enter');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByText('The console cannot be reached.').waitFor();
    expect(await page.getByRole('dialog').innerText()).toMatch(/client_secret\s+authly_/);
    await fixture().closeSecret(page);

    await page.getByLabel('Webhook URL').fill('https://127.0.0.1:1/hook');
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await failed;
    await painted(page);
    expect(await page.getByRole('dialog').innerText()).toContain('AUTHLY_WEBHOOK_SECRET=whsec_');
    expect(await retries.inputValue()).toBe('2');
  });

  it('a sign-in link signs in where it is opened; a viewer sees no actions', async () => {
    const { service, url, browser } = fixture();
    // A page may still ask when its sign-in ends.
    const page = await browser.tab({ viewport: DESK, expects: [/status of 401 .*\/api\//] });
    await page.goto(`${url}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'console/sign in');
    await page.goto(await consoleLink(service, 'read', url));
    await page.getByText('(read)').waitFor();
    for (const route of ['keys', `merchants/${merchant.merchantId}`, 'audit', 'health']) {
      await fixture().go(page, route);
      await page.locator('main :is(table, .findings, form)').first().waitFor();
      expect(await page.locator('main button:not(.copy)').allInnerTexts()).toEqual(route === 'audit' ? ['Filter'] : []);
    }
    await fixture().go(page, 'nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await picture(page, 'console/not found');
    await page.goto(await consoleLink(service, 'admin', url));
    await page.getByText('You are signed in as ada (read).').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.getByText('ada (admin)').waitFor();
    expect(page.url()).toBe(`${url}/`);
    await fixture().go(page, 'nowhere');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
