import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { keyAction } from '../../apps/service/test/key-action.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { rotateKey } from '../../apps/service/test/rotate-key.ts';
import { journeys, painted } from './browser.ts';
import { useConsole } from './console.ts';

/** The open question, the focus and the fields of an operator: none of them may change by itself. */
const doing = (page: Page): Promise<unknown> =>
  page.evaluate(`({
    question: [...document.querySelectorAll('dialog[open]')].map((each) => each.innerText),
    focus: document.activeElement.name || document.activeElement.innerText,
    fields: [...document.querySelectorAll('main :is(input, select)')].filter((each) => each.dataset.mine).map((each) => each.value),
  })`);

/** Marks the field as one that the operator has filled in. */
const fills = async (field: Locator, value: string): Promise<void> => {
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
  else await field.fill(value);
  await field.evaluate((element) => void (element.dataset['mine'] = 'yes'));
};

/** The page reads this again, and shows it. */
async function readsAgain(page: Page, call: string): Promise<void> {
  const answered = page.waitForResponse(`**/api/${call}`);
  await page.clock.fastForward(10_000);
  await answered;
  await painted(page);
}

/** Answers wait until the returned function is called. */
async function slowAnswers(page: Page, call: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/${call}`, async (route) => (await released.promise, route.continue()));
  return async () => {
    const answered = page.waitForResponse(`**/api/${call}`);
    released.resolve();
    await answered;
    await painted(page);
  };
}

interface Question {
  readonly route: string;
  /** The button that opens it, and the one that confirms it. */
  readonly opens: string;
  readonly confirms: string;
  /** What is sent, by this operator and before that by the other one. */
  readonly sends: string;
  readonly params: object;
  /** What the page reads again while the question is open. */
  readonly reads: string;
}

journeys('two operators at once, and slow answers', { timeout: 120_000 }, () => {
  const fixture = useConsole();
  const admin = async (options = {}): Promise<Page> => {
    const page = await fixture().signedIn('admin', options);
    // The sign-in is read again by the page's clock, too.
    await page.clock.install();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return page;
  };

  it('an open question keeps its subject while another operator does the same, and what is sent is what was asked', async () => {
    const { service } = fixture();
    const { keys } = service.service.store;
    const { merchantId, client } = await MerchantCalls.of(service, { name: 'Tool Shed' });
    await keyAction(['merchant set', { merchant_id: merchantId, webhookUrl: 'https://127.0.0.1:1/hook' }], service);
    const earlier = (await keys.list('capture-sealing'))[0]!.id;
    await rotateKey(service);
    const active = (await keys.list('bio-signing'))[0]!.id;
    const ofMerchant = { route: `merchants/${merchantId}`, reads: 'merchant/details' };
    const ofKeys = { route: 'keys', reads: 'keys/details' };
    const removal = { ...ofKeys, opens: `Remove ${active}`, confirms: 'Remove', sends: 'keys emergency' };
    const pausing = { ...ofMerchant, params: { merchant_id: merchantId } };
    const questions: Question[] = [
      {
        ...ofKeys,
        opens: 'Announce …',
        confirms: 'Announce',
        sends: 'keys schedule',
        params: { purpose: 'bio-signing' },
      },
      { ...removal, params: { purpose: 'bio-signing', key_id: active } },
      {
        ...ofKeys,
        opens: `Withdraw ${earlier}`,
        confirms: 'Withdraw',
        sends: 'keys withdraw',
        params: { key_id: earlier },
      },
      { ...pausing, opens: 'Suspend …', confirms: 'Suspend', sends: 'merchant suspend' },
      { ...pausing, opens: 'Resume …', confirms: 'Resume', sends: 'merchant resume' },
      { ...pausing, opens: 'Pause …', confirms: 'Pause', sends: 'webhook pause' },
      {
        ...ofMerchant,
        opens: `Revoke ${client.clientId}`,
        confirms: 'Revoke',
        sends: 'client revoke',
        params: { client_id: client.clientId },
      },
    ];
    const page = await admin({ expects: [/status of 4(?:00|04|09)/] });
    for (const { route, opens, confirms, sends, params, reads } of questions) {
      await fixture().go(page, route);
      await page.getByRole('button', { name: opens, exact: true }).press('Enter');
      const before = await doing(page);
      const bob = sends === 'keys schedule' ? { ...params, in: '8d' } : params;
      await keyAction([sends, bob], service);
      await readsAgain(page, reads);
      expect([sends, await doing(page)]).toEqual([sends, before]);
      const sent = page.waitForRequest(`**/api/${sends.replace(' ', '/')}`);
      const question = page.getByRole('dialog');
      await question.getByRole('button', { name: confirms, exact: true }).press('Enter');
      expect([sends, (await sent).postDataJSON()]).toMatchObject([sends, params]);
      await question
        .getByRole('alert')
        .getByText(/already|not|no /)
        .waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
    }
  });

  it('filters that are being chosen stay while the list is read again', async () => {
    const page = await admin();
    await fixture().go(page, 'sessions');
    await page.getByText('Filters', { exact: true }).press('Enter');
    await fills(page.getByLabel('Status'), 'failed');
    await fills(page.getByLabel('Mode'), 'verify');
    await fills(page.getByLabel('From'), '2026-01-01T00:00');
    const before = await doing(page);
    await readsAgain(page, 'sessions/search');
    expect(await doing(page)).toEqual(before);
    await page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
    await expect.poll(() => page.url()).toMatch(/status=failed&mode=verify&from=2026/);
    await page.getByText(/\(3\)/).waitFor();
    // The list of a search for a part of a text is not read again, and is not called late for that.
    await fixture().go(page, 'sessions?q=ses_');
    await page.getByText('0 sessions, as of this search').waitFor();
    await page.clock.fastForward(15_000);
    await readsAgain(page, 'presence');
    const late = page.getByText('tries again');
    await expect.poll(async () => (await page.clock.fastForward(1000), late.count())).toBe(0);
  });

  it('what is typed while a form is saved is not saved with it, and the answer moves neither focus nor page', async () => {
    const { service } = fixture();
    const { merchantId } = await MerchantCalls.of(service, { name: 'Book Cellar' });
    const stored = async () => (await service.service.store.merchants.find(merchantId))!;
    const page = await admin();
    await fixture().editing(page, merchantId);
    const [name, timeout] = [page.getByLabel('Name'), page.getByLabel('Bio API timeout (ms)')];
    const release = await slowAnswers(page, 'merchant/set');
    await name.fill('Book Attic');
    await name.press('Enter');
    await fills(timeout, '4000');
    const before = [await doing(page), await page.evaluate('scrollY')];
    await release();
    await page.getByRole('heading', { level: 1, name: 'Book Attic' }).waitFor();
    expect([await doing(page), await page.evaluate('scrollY')]).toEqual(before);
    expect(await stored()).toMatchObject({ name: 'Book Attic', bioTimeoutMs: 5000 });
    // Another operator's value does not replace what is typed.
    await keyAction(['merchant set', { merchant_id: merchantId, bioTimeoutMs: 2000 }], service);
    await readsAgain(page, 'merchant/details');
    expect(await doing(page)).toEqual(before[0]);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('Your changes on it are not saved.').waitFor();
    await page.keyboard.press('Escape');
    await timeout.press('Enter');
    await expect.poll(stored).toMatchObject({ bioTimeoutMs: 4000 });
    await page.getByText('Saved.').waitFor();
    expect(await doing(page)).toMatchObject({ focus: 'bioTimeoutMs', fields: ['4000'] });
  });

  it('Enter in Ctrl-K opens what is found for the text in the field, also if the answer is late', async () => {
    const page = await admin();
    const field = page.getByRole('dialog').getByRole('textbox');
    await page.keyboard.press('Control+k');
    await field.fill('time');
    await page
      .getByRole('link', { name: /^Setting/ })
      .first()
      .waitFor();
    const release = await slowAnswers(page, 'find');
    await field.fill('session_expired');
    await field.press('Enter');
    await painted(page);
    expect(new URL(page.url()).hash).toBe('');
    await release();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/sessions?failure_code=session_expired');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('sessions that are found late are not shown for another user', async () => {
    const { service } = fixture();
    const calls = await MerchantCalls.of(service, { name: 'Lamp Shop' });
    const id = (await calls.enroll({ merchant_user_ref: 'h-12' })).json.session_id as string;
    await driveTo('failed', id, { store: service.service.store, now: service.clock.now() });
    const page = await admin();
    await fixture().go(page, 'sessions');
    await page.getByText('Find by user reference or text').press('Enter');
    await page.getByLabel('Merchant of the user').selectOption('Lamp Shop');
    const ref = page.getByLabel('User reference', { exact: true });
    const release = await slowAnswers(page, 'sessions/of-user');
    await ref.fill('h-12');
    await ref.press('Enter');
    await ref.fill('h-13');
    await release();
    const found = page.getByRole('region', { name: 'Sessions of this user' });
    expect(await found.count()).toBe(0);
    await ref.fill('h-12');
    await ref.press('Enter');
    await found.waitFor();
    await ref.fill('h-1');
    await found.waitFor({ state: 'detached' });
  });

  it('a secret is closed without a question only after it was copied, and outlives what the page reads', async () => {
    const { merchantId, client } = await MerchantCalls.of(fixture().service, { name: 'Key Cutter' });
    const page = await admin({ permissions: ['clipboard-read', 'clipboard-write'] });
    await fixture().go(page, `merchants/${merchantId}`);
    await page.getByRole('button', { name: `Rotate the secret of ${client.clientId}` }).press('Enter');
    await page.getByRole('button', { name: 'Rotate', exact: true }).press('Enter');
    const secret = page.getByRole('dialog', { name: 'Client secret, shown once' });
    await secret.waitFor();
    const before = await doing(page);
    await keyAction(['client revoke', { client_id: client.clientId }], fixture().service);
    await readsAgain(page, 'merchant/details');
    expect(await doing(page)).toEqual(before);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without a copy?' });
    await question.getByRole('button', { name: 'Stay' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await secret.getByRole('button', { name: 'Copy' }).press('Enter');
    await secret.getByRole('button', { name: 'Copied' }).waitFor();
    await page.keyboard.press('Escape');
    await secret.waitFor({ state: 'detached' });
  });

  it('a part of the page whose first answer hangs counts as late, and a console that is not reached is tried again', async () => {
    const { browser, url } = fixture();
    const page = await admin();
    await page.route('**/api/health', () => {});
    await fixture().go(page, 'health');
    await page.getByText('Checking …').waitFor();
    for (let i = 0; i < 2; i++) await readsAgain(page, 'presence');
    await page.clock.fastForward(1000);
    await painted(page);
    expect(await page.getByText(/^Last updated/).count()).toBe(1);
    const early = await browser.tab({ expects: [/net::ERR_FAILED/] });
    await early.clock.install();
    await early.route('**/api/presence', (route) => route.abort());
    await early.goto(`${url}/`);
    await early.getByText('The console cannot be reached.').waitFor();
    await early.unroute('**/api/presence');
    await early.clock.fastForward(2000);
    await early.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('merchants of one name are told apart', async () => {
    const { service } = fixture();
    const [one, two] = [
      await MerchantCalls.of(service, { name: 'A shop' }),
      await MerchantCalls.of(service, { name: 'A shop' }),
    ];
    const page = await fixture().signedIn('read');
    const choices = await page.getByLabel('Merchant').locator('option').allInnerTexts();
    for (const { merchantId } of [one, two]) expect(choices).toContain(`A shop …${merchantId.slice(-6)}`);
  });
});
