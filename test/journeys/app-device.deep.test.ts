import { app, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { onBothStores } from '../../apps/service/test/on-stores.ts';
import { see, useAppFixture } from './app.ts';
import { journeys } from './browser.ts';
import { DeviceWithPasskeys, setMerchant } from './device.ts';
import { inEveryLanguage, SMALLEST_PHONE } from './every-language.ts';
import { heading, shows } from './hosted.ts';

journeys('devices that the app binds', { timeout: 120_000 }, () => {
  onBothStores((place) => {
    const fixture = useAppFixture(() => [], {
      settings: { deviceBinding: 'offered' },
      start: (options) => place.start(options),
    });

    it('a passkey is found after the browser’s storage was cleared', async () => {
      const phone = await DeviceWithPasskeys.of(fixture());
      const { userRef } = await phone.capture();
      await phone.press(shared.en.next);
      await shows(phone.page, 'ended');
      await phone.page.evaluate('localStorage.clear()');
      const { sessionId } = await phone.capture({ mode: 'verify', userRef });
      await shows(phone.page, 'device');
      expect(await heading(phone.page)).toBe(app.en.device_title);
      await phone.press(shared.en.next);
      await shows(phone.page, 'ended');
      expect(await fixture().result(sessionId, userRef)).toMatchObject({ result: { matched: true, device: 'bound' } });
    });

    it('an offer that was declined is not repeated at a verification, until a session is device_not_recognized', async () => {
      const phone = await DeviceWithPasskeys.of(fixture());
      const { sessionId, userRef } = await phone.capture();
      await phone.press(app.en.device_skip);
      await shows(phone.page, 'ended');
      expect(await fixture().result(sessionId, userRef)).toMatchObject({
        result: { enrolled: true, device: 'unbound' },
      });
      expect(await phone.passkeys()).toEqual([]);
      const paid = await phone.capture({ mode: 'verify', userRef });
      await shows(phone.page, 'ended');
      expect(await fixture().result(paid.sessionId, userRef)).toMatchObject({
        result: { matched: true, device: 'unbound' },
      });

      const bound = await DeviceWithPasskeys.of(fixture(), { impression: 60 });
      await bound.capture({ userRef });
      await bound.press(shared.en.next);
      await shows(bound.page, 'ended');
      const refused = await phone.capture({ mode: 'verify', userRef });
      await shows(phone.page, 'ended');
      expect(await fixture().result(refused.sessionId, userRef)).toMatchObject({
        failure_code: 'device_not_recognized',
      });
      await phone.capture({ mode: 'verify', userRef });
      await shows(phone.page, 'device');
    });

    it('a refused prompt and a lost passkey each leave a way on', async () => {
      const phone = await DeviceWithPasskeys.of(fixture());
      await phone.unlocks(false);
      const { userRef } = await phone.capture();
      await phone.press(shared.en.next);
      await phone.page.getByText(app.en.device_problem).waitFor();
      await phone.unlocks(true);
      await phone.press(app.en.retry);
      await shows(phone.page, 'ended');
      await phone.losePasskeys();
      const { sessionId } = await phone.capture({ mode: 'verify', userRef });
      await phone.page.getByText(app.en.device_problem).waitFor();
      // The finger may have been enrolled again elsewhere, so the service decides.
      await phone.press(app.en.device_skip);
      await shows(phone.page, 'ended');
      expect(await fixture().result(sessionId, userRef)).toMatchObject({ failure_code: 'device_not_recognized' });
    });
  });
});

journeys('the screens of a device', { timeout: 120_000 }, () => {
  const fixture = useAppFixture(() => [], { settings: { deviceBinding: 'offered' } });

  it('every screen of a device, in every language and on the smallest phone', async () => {
    const phone = await DeviceWithPasskeys.of(fixture());
    const { page } = phone;
    const { userRef } = await phone.capture();
    await shows(page, 'device');
    expect(await heading(page)).toBe(app.en.bind_device);
    await see(page, '21 bind');
    await phone.unlocks(false);
    await phone.press(shared.en.next);
    await page.getByText(app.en.device_problem).waitFor();
    await see(page, 'device/bind, failed');
    await page.setViewportSize(SMALLEST_PHONE);
    await inEveryLanguage(page, 'app/languages/bind', (language) => app[language].device_problem);
    await phone.press(app.en.device_skip);
    await shows(page, 'ended');
    await page.evaluate('localStorage.clear()');
    await phone.capture({ mode: 'verify', userRef });
    await shows(page, 'device');
    await see(page, '21 confirm with the device');
    await page.setViewportSize(SMALLEST_PHONE);
    await inEveryLanguage(page, 'app/languages/confirm', (language) => app[language].device_title);
    await setMerchant(fixture(), { deviceBinding: 'required' });
    const missing = (await fixture().open()).page;
    await shows(missing, 'unsupported');
    await see(missing, 'device/no passkeys');
  });
});
