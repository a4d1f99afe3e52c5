import { expect, it } from 'vitest';
import { keyAction, ROTATIONS } from '../../apps/service/test/key-action.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { rotateKey } from '../../apps/service/test/rotate-key.ts';
import { journeys, picture } from './browser.ts';
import { useConsole } from './console.ts';
import { accessibilityFindings } from './hosted.ts';

journeys('what an operator fills in and presses', { timeout: 120_000 }, () => {
  const fixture = useConsole();

  it('a setting that is on or off is a checkbox, said in words', async () => {
    const { service } = fixture();
    const { merchantId } = await MerchantCalls.of(service, { name: 'Key Cutter' });
    const page = await fixture().signedIn('admin');
    await fixture().editing(page, merchantId);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const usbReader = page.getByRole('checkbox', { name: 'The app offers a USB reader' });
    expect(await usbReader.isChecked()).toBe(false);
    await usbReader.press('Space');
    await save.press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    const stored = async () => (await service.service.store.merchants.find(merchantId))!;
    expect(await stored()).toMatchObject({ reader: true });
    await usbReader.press('Space');
    const readAgain = page.waitForResponse('**/api/merchant/details');
    await save.press('Enter');
    await readAgain;
    expect(await stored()).toMatchObject({ reader: false });
    await usbReader.press('Space');
    await save.press('Enter');
    await expect.poll(stored).toMatchObject({ reader: true });

    const reader = await fixture().signedIn('read');
    await fixture().go(reader, `merchants/${merchantId}`);
    await reader.getByText('The app offers a USB reader').waitFor();
    expect(await reader.getByRole('definition').getByText('yes').count()).toBe(1);
  });

  it('device binding is a choice, and asks first where users have to enroll again', async () => {
    const { service } = fixture();
    const { merchantId } = await MerchantCalls.of(service, { name: 'Tool Shed' });
    const stored = async () => (await service.service.store.merchants.find(merchantId))!.deviceBinding;
    const page = await fixture().signedIn('admin');
    await fixture().editing(page, merchantId);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const choice = page.getByRole('combobox', { name: 'Device binding' });
    expect(await choice.inputValue()).toBe('off');
    await choice.selectOption('required');
    await save.press('Enter');
    const requiring = page.getByRole('dialog', { name: 'Require bound devices?' });
    await requiring.getByText('nobody knows how many they are').waitFor();
    expect(await stored()).toBe('off');
    await requiring.getByRole('button', { name: 'Require devices' }).press('Enter');
    await expect.poll(stored).toBe('required');
    await page.getByRole('status').getByText('Saved.').waitFor();
    await choice.selectOption('off');
    await save.press('Enter');
    const question = page.getByRole('dialog', { name: 'Stop binding devices?' });
    await question.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await question.waitFor({ state: 'hidden' });
    expect([await stored(), await choice.inputValue()]).toEqual(['required', 'off']);
    await save.press('Enter');
    await question.getByRole('button', { name: 'Stop binding' }).press('Enter');
    await expect.poll(stored).toBe('off');
    await page.getByRole('link', { name: 'Keys' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  });

  it('changes that are not saved are lost only after a question, also by the back button, at sign-out and with the tab', async () => {
    const { merchantId } = await MerchantCalls.of(fixture().service, { name: 'Tea House' });
    const page = await fixture().signedIn('admin');
    await page.getByRole('link', { name: 'Merchants' }).click();
    await page.getByRole('link', { name: 'Tea House' }).click();
    await page.getByText('Edit', { exact: true }).press('Enter');
    const timeout = page.getByLabel('Bio API timeout (ms)');
    await timeout.fill('4000');
    const question = page.getByRole('dialog', { name: 'Leave this page?' });

    for (const leave of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Keys' }).press('Enter'),
      () => page.getByRole('button', { name: 'Sign out' }).press('Enter'),
    ]) {
      await leave();
      await question.waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
      expect([await timeout.inputValue(), new URL(page.url()).hash]).toEqual(['4000', `#/merchants/${merchantId}`]);
    }
    await picture(page, 'console/merchant, unsaved');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();

    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    await fixture().editing(page, merchantId);
    expect(await timeout.inputValue()).toBe('4000');
    await timeout.fill('3000');
    await page.getByRole('link', { name: 'Audit log' }).press('Enter');
    await page.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.goBack();
    await expect.poll(() => timeout.inputValue()).toBe('4000');
  });

  it('the webhook secret of a new merchant is lost only after a question, also before its credentials are created', async () => {
    const page = await fixture().signedIn('admin');
    await fixture().go(page, 'merchants/new');
    await page.getByLabel('Name').fill('Corner Shop');
    await page.getByLabel('Bio API base URL').fill('https://shop.example/bio');
    await page.getByLabel('Webhook URL').fill('https://shop.example/hook');
    await page.getByRole('button', { name: 'Add merchant' }).press('Enter');
    await page.getByRole('button', { name: 'Create credentials' }).waitFor();
    await page.getByRole('link', { name: 'Keys' }).press('Enter');
    await page.getByText('The secret on it cannot be shown again.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create credentials' }).press('Enter');
    const env = page.locator('pre');
    await env.waitFor();
    expect(await env.textContent()).toMatch(/AUTHLY_WEBHOOK_SECRET=whsec_/);
  });

  it('what was typed stays while the page is read again, and other fields show what another operator saved', async () => {
    const { service } = fixture();
    const { merchantId } = await MerchantCalls.of(service, { name: 'Print Shop' });
    const page = await fixture().signedIn('admin');
    await fixture().editing(page, merchantId);
    const [retries, timeout] = [page.getByLabel('Bio API retries'), page.getByLabel('Bio API timeout (ms)')];
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await retries.fill('2');
    await service.service.store.merchants.update(merchantId, { bioTimeoutMs: 4321 });
    await page.getByRole('button', { name: 'Suspend …' }).press('Enter');
    await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Resume …' }).waitFor();
    expect([await retries.inputValue(), await timeout.inputValue()]).toEqual(['2', '4321']);

    await save.press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    await service.service.store.merchants.update(merchantId, { bioRetries: 4 });
    await page.getByRole('button', { name: 'Resume …' }).press('Enter');
    await page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
    await expect.poll(() => retries.inputValue()).toBe('4');
    await page.getByRole('link', { name: 'Keys' }).press('Enter');
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  });

  it('a setting is saved again after the page could not be read', async () => {
    const { service } = fixture();
    const { merchantId } = await MerchantCalls.of(service, { name: 'Boat Hire' });
    const page = await fixture().signedIn('admin', { expects: [/net::ERR_FAILED/] });
    await fixture().editing(page, merchantId);
    const retries = page.getByLabel('Bio API retries');
    const before = await retries.inputValue();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.route('**/api/merchant/details', (route) => route.abort());
    for (const typed of ['4', before]) {
      await retries.fill(typed);
      await save.press('Enter');
      await expect
        .poll(async () => (await service.service.store.merchants.find(merchantId))!.bioRetries)
        .toBe(Number(typed));
      await expect.poll(() => save.isEnabled()).toBe(true);
    }
  });

  it('a webhook is one of the settings: only its first URL has a secret, and the card shows the new one', async () => {
    const { merchantId } = await MerchantCalls.of(fixture().service, { name: 'Lamp Shop' });
    const page = await fixture().signedIn('admin');
    await fixture().editing(page, merchantId);
    const save = async (url: string): Promise<void> => {
      await page.getByLabel('Webhook URL').fill(url);
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    };
    await save('https://127.0.0.1:1/first');
    await page.getByText(/^AUTHLY_WEBHOOK_SECRET=whsec_/).waitFor();
    await fixture().closeSecret(page);
    await save('https://127.0.0.1:2/second');
    await page.getByText('https://127.0.0.1:2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show URL …' }).press('Enter');
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.getByText('https://127.0.0.1:2/second').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Keys' }).press('Enter');
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  });

  it('a year of five digits is refused at its field', async () => {
    const page = await fixture().signedIn('admin', { timezoneId: 'UTC' });
    const fields = [
      ['sessions?status=failed', 'From', 'Search'],
      ['audit', 'To', 'Filter'],
      ['keys', 'Switch time', 'Announce …'],
    ] as const;
    for (const [route, label, button] of fields) {
      await fixture().go(page, route);
      // The page before has a field with this label, too.
      const press = page.getByRole('button', { name: button, exact: true });
      await press.waitFor();
      const field = page.getByLabel(label);
      await field.fill('20266-01-01T00:00');
      await press.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.validity?.rangeOverflow')).toBe(true);
      await field.fill('');
    }
  });

  it('an earlier sealing key is withdrawn after a question; no other key can be', async () => {
    const { service } = fixture();
    const earlier = (await service.service.store.keys.list('capture-sealing'))[0]!.id;
    await rotateKey(service);
    const page = await fixture().signedIn('admin');
    await fixture().go(page, 'keys');
    const withdraw = page.getByRole('button', { name: /^Withdraw / });
    await withdraw.waitFor();
    expect(await withdraw.count()).toBe(1);
    await withdraw.press('Enter');
    await page.getByText('those users enroll again').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter');
    await page.getByRole('status').getByText(`Key ${earlier} is withdrawn.`).waitFor();
    await expect.poll(() => withdraw.count()).toBe(0);
    expect((await service.service.store.audit.list(1))[0]).toMatchObject({ action: 'keys.withdraw', subject: earlier });
  });

  it('a verification of the audit log says what it cannot see without an export', async () => {
    const page = await fixture().signedIn('admin');
    await fixture().go(page, 'audit');
    await page.getByRole('button', { name: 'Verify all entries' }).press('Enter');
    await page.getByRole('status').getByText('none changed').waitFor();
    const unseen = page.getByRole('status').getByText('Not checked: whether the newest entries were removed');
    expect(await unseen.innerText()).toContain('authly audit verify --export');
  });

  it('with one merchant chosen, the response time says that it is of all', async () => {
    const { merchantId } = await MerchantCalls.of(fixture().service, { name: 'Bike Shop' });
    const page = await fixture().signedIn('read');
    await page.getByRole('term').getByText('p95 response time', { exact: true }).waitFor();
    await page.getByLabel('Merchant').selectOption({ label: 'Bike Shop' });
    await page.getByRole('term').getByText('p95 response time, all merchants').waitFor();
    expect(page.url()).toContain(merchantId);
  });

  it('a question that was closed can be asked again at once', async () => {
    const page = await fixture().signedIn('admin');
    await fixture().go(page, 'keys');
    const remove = page.getByRole('button', { name: /^Remove / }).first();
    await remove.press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove this key now?' });
    await question.waitFor();
    // Before the browser says that the dialog has closed.
    await page.evaluate(`(async () => {
      document.querySelector('dialog .main').click();
      await Promise.resolve();
      document.querySelector('button.danger:not(dialog *)').click();
    })()`);
    await question.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('a key shows its purpose in words, and the question before an emergency names the keys that follow', async () => {
    const { service } = fixture();
    const active = (await service.service.store.keys.list('bio-signing'))[0]!.id;
    const announced = await keyAction<{ key_id: string; switch_at: string }>(ROTATIONS[0], service);
    const page = await fixture().signedIn('admin', { timezoneId: 'UTC' });
    await fixture().go(page, 'keys');
    const keys = page.getByRole('region', { name: 'All keys' });
    for (const purpose of ['Signs calls to merchants', 'Signs access tokens', 'Encrypts captures and enrollments'])
      await keys.getByText(purpose).first().waitFor();
    const question = page.getByRole('dialog', { name: 'Remove this key now?' });
    const follows = `The announced key ${announced.key_id} follows at ${announced.switch_at.slice(0, 19).replace('T', ' ')}.`;
    for (const [key, succession] of [
      [active, `A new key takes over at once. ${follows}`],
      [announced.key_id, `A new key takes over at once in place of ${active}.`],
    ] as const) {
      await page.getByRole('button', { name: `Remove ${key}` }).press('Enter');
      await question.getByText(`${key} is removed now.`).waitFor();
      expect(await question.innerText()).toContain(succession);
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
    }
  });
});
