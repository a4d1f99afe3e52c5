import { app, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { onOneStore } from '../../apps/service/test/on-stores.ts';
import { useAppFixture } from './app.ts';
import { journeys } from './browser.ts';
import { DeviceWithPasskeys, setMerchant } from './device.ts';
import { heading, shows, story } from './hosted.ts';

journeys('a merchant that requires a bound device', { timeout: 90_000 }, () => {
  onOneStore((place) => {
    const fixture = useAppFixture(() => [], {
      settings: { deviceBinding: 'required' },
      start: (options) => place.start(options),
    });

    it('a finger matches with the phone that was bound at its enrollment, and not with another phone', async () => {
      const phone = await DeviceWithPasskeys.of(fixture());
      const enrolled = await phone.capture();
      await shows(phone.page, 'device');
      expect(await heading(phone.page)).toBe(app.en.bind_device);
      await phone.press(shared.en.next);
      await shows(phone.page, 'ended');
      expect(await fixture().result(enrolled.sessionId, enrolled.userRef)).toMatchObject({
        status: 'succeeded',
        result: { enrolled: true, device: 'bound' },
      });
      expect(await phone.passkeys()).toMatchObject([{ userName: 'Bean & Ridge', rpId: 'authly.test' }]);

      // The phone remembers its passkey and prompts without a further button.
      const paid = await phone.capture({ mode: 'verify', userRef: enrolled.userRef });
      await shows(phone.page, 'ended');
      expect(await fixture().result(paid.sessionId, paid.userRef)).toMatchObject({
        status: 'succeeded',
        result: { matched: true, device: 'bound' },
      });

      const other = await DeviceWithPasskeys.of(fixture(), { impression: 60 });
      await other.capture({ person: 'Person B' });
      await other.press(shared.en.next);
      await shows(other.page, 'ended');
      const refused = await other.capture({ mode: 'verify', userRef: enrolled.userRef });
      await other.press(shared.en.next);
      await shows(other.page, 'ended');
      expect((await story(other.page))[1]).toBe(shared.en.failure_other_device.replace('{merchant}', 'Bean & Ridge'));
      expect(await fixture().result(refused.sessionId, refused.userRef)).toMatchObject({
        failure_code: 'device_not_recognized',
      });
    });

    it('where only the passkey can match, there is no way on without it; an enrollment that fails keeps the one before', async () => {
      const phone = await DeviceWithPasskeys.of(fixture());
      const { page } = phone;
      const { userRef } = await phone.capture();
      await phone.press(shared.en.next);
      await shows(page, 'ended');

      await setMerchant(fixture(), { bioBaseUrl: 'https://localhost:1' });
      const failed = await phone.capture({ userRef });
      await phone.press(shared.en.next);
      await shows(page, 'ended');
      expect(await fixture().result(failed.sessionId, userRef)).toMatchObject({
        failure_code: 'merchant_bio_unavailable',
      });
      await setMerchant(fixture(), { bioBaseUrl: fixture().bioBaseUrl });
      const paid = await phone.capture({ mode: 'verify', userRef });
      await shows(page, 'ended');
      expect(await fixture().result(paid.sessionId, userRef)).toMatchObject({ result: { matched: true } });

      await page.evaluate('localStorage.clear()');
      const declined = await phone.capture({ mode: 'verify', userRef });
      await shows(page, 'device');
      expect(await story(page)).toEqual([app.en.device_title, app.en.device_asks]);
      expect(await page.getByRole('button', { name: app.en.device_skip }).count()).toBe(0);
      await phone.press(app.en.consent_no);
      await shows(page, 'ended');
      expect(await fixture().result(declined.sessionId, userRef)).toMatchObject({ failure_code: 'user_declined' });
    });

    it('two users of one phone and finger each have their own passkey or none', async () => {
      const phone = await DeviceWithPasskeys.of(fixture());
      const bound = await phone.capture();
      await phone.press(shared.en.next);
      await shows(phone.page, 'ended');
      await setMerchant(fixture(), { deviceBinding: 'offered' });
      const unbound = await phone.capture({ person: 'Person B' });
      await phone.press(app.en.device_skip);
      await shows(phone.page, 'ended');
      for (const [person, { userRef }, device] of [
        ['Person A', bound, 'bound'],
        ['Person B', unbound, 'unbound'],
      ] as const) {
        const { sessionId } = await phone.capture({ mode: 'verify', userRef, person });
        await shows(phone.page, 'ended');
        expect(await fixture().result(sessionId, userRef)).toMatchObject({ result: { matched: true, device } });
      }
      await setMerchant(fixture(), { deviceBinding: 'required' });
    });

    it('device_not_supported before the capture in a browser without passkeys', async () => {
      const { page, sessionId, userRef } = await fixture().open();
      await shows(page, 'unsupported');
      expect(await page.locator('.lead').innerText()).toBe(app.en.device_missing.replace('{merchant}', 'Bean & Ridge'));
      await expect
        .poll(() => fixture().result(sessionId, userRef))
        .toMatchObject({ failure_code: 'device_not_supported' });
    });
  });
});
