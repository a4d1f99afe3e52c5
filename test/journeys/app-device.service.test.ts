import { app, shared } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { onOneStore } from '../../apps/service/test/on-stores.ts';
import { useAppFixture } from './app.ts';
import { journeys } from './browser.ts';
import { DeviceWithPasskeys } from './device.ts';
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
      expect(await heading(phone.page)).toBe(app.en.bind_phone);
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
      await shows(other.page, 'ended');
      expect((await story(other.page))[1]).toBe(shared.en.failure_other_device.replace('{merchant}', 'Bean & Ridge'));
      expect(await fixture().result(refused.sessionId, refused.userRef)).toMatchObject({
        status: 'failed',
        failure_code: 'device_not_recognized',
      });
    });

    it('device_not_supported before the capture in a browser without passkeys', async () => {
      const { page, sessionId, userRef } = await fixture().open();
      await shows(page, 'unsupported');
      expect(await page.locator('.lead').innerText()).toBe(app.en.device_missing.replace('{merchant}', 'Bean & Ridge'));
      await expect
        .poll(() => fixture().result(sessionId, userRef))
        .toMatchObject({ status: 'failed', failure_code: 'device_not_supported' });
    });
  });
});
