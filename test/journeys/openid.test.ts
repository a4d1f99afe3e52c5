import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { captureOf } from '../../packages/fingerprint/test/finger-captures.ts';
import { app, hosted, shared } from '../../packages/ui/test/words.ts';
import { agree, typeNumber } from './app.ts';
import { journeys, opens, picture, type TabOptions } from './browser.ts';
import { addPasskeys } from './device.ts';
import { accessibilityFindings, shownNumber, shows } from './hosted.ts';
import { LIBRARIES, REDIRECT_URI, RELYING_PARTIES, type Request, useCallbackPage } from './relying-parties.ts';
import { type AppOverHttp, DESK, PHONE, scan, useShopFixture } from './shop.ts';

const APPROVAL = (text: string): string => JSON.stringify([{ type: 'urn:authly:approval', text }]);
const ESSENTIAL_DEVICE = JSON.stringify({
  id_token: { acr: { essential: true, values: ['urn:authly:finger-and-device'] } },
});
/** A person's finger, by its number. */
const ENROLLMENT = (finger: number) => [0, 1, 2].map((impression) => captureOf(finger, impression));
let impressions = 3;
const capture = (finger: number) => captureOf(finger, impressions++);

journeys('sign-in with a finger at the OpenID Provider of the examples', { timeout: 120_000 }, () => {
  const fixture = useShopFixture([], RELYING_PARTIES);
  const provider = () => fixture().sandbox.openId!;

  useCallbackPage();

  const visitor = (options: TabOptions = {}): Promise<Page> => fixture().browser.tab({ ...DESK, ...options });

  beforeAll(() => fixture().authly('merchant', 'set', 'mch_openid', '--device-binding', 'offered'));

  const press = (page: Page, button: string): Promise<void> =>
    page.getByRole('button', { name: button, exact: true }).click();
  const alert = (page: Page, message: string): Promise<void> => page.getByRole('alert').getByText(message).waitFor();

  async function enter(page: Page, label: string, value: string): Promise<void> {
    await page.getByLabel(label).fill(value);
    await press(page, 'Continue');
  }

  /** The person opens the hosted page, and the app on a phone joins. */
  async function joined(page: Page, button = 'Use your finger'): Promise<{ phone: AppOverHttp; popup: Page }> {
    const popup = await opens(page.context(), () => press(page, button));
    const phone = await fixture().join(await scan(popup));
    await phone.confirm(await shownNumber(popup));
    return { phone, popup };
  }

  async function useFinger(page: Page, finger: number): Promise<void> {
    const { phone } = await joined(page);
    await phone.capture('RI', capture(finger));
  }

  async function callback(page: Page): Promise<string> {
    await page.waitForURL(({ href }) => href.startsWith(REDIRECT_URI));
    return page.url();
  }

  async function enroll(page: Page, name: string, finger: number): Promise<void> {
    await enter(page, 'Code', await provider().accounts.invite(name));
    const { phone } = await joined(page, 'Enroll your finger');
    await phone.capture('RI', ...ENROLLMENT(finger));
    await alert(page, 'Your finger is enrolled.');
  }

  describe.each(LIBRARIES)('by %s', (library, relyingParty) => {
    const begin = async (page: Page, request: Request = {}) => {
      const begun = await relyingParty(provider().issuer, request);
      await page.goto(begun.url);
      return begun;
    };
    const [name, finger, friend] =
      library === 'openid-client' ? ['ada', 1, 'eve'] : ['max.müller@example.test', 2, 'ivy'];

    it('a first sign-in needs an invitation, and later ones a finger once', async () => {
      const page = await visitor();
      const first = await begin(page);
      await picture(page, `openid/${library}, name`);
      await enter(page, 'Your name', name);
      await enter(page, 'Code', 'a guess');
      await alert(page, 'This code is not valid for this name.');
      expect(await accessibilityFindings(page)).toEqual([]);
      await enroll(page, name, finger);
      expect(await accessibilityFindings(page)).toEqual([]);
      await picture(page, `openid/${library}, enrolled`);
      await useFinger(page, finger);
      const { claims } = await first.finish(await callback(page));
      expect(claims).toMatchObject({
        preferred_username: name,
        acr: 'urn:authly:finger',
        amr: ['fpt'],
        auth_time: expect.any(Number),
      });

      const second = await begin(page);
      expect((await second.finish(await callback(page))).claims).toMatchObject({
        sub: claims['sub'],
        acr: claims['acr'],
      });

      const text = 'Pay € 9.50 to Bean & Ridge';
      const third = await begin(page, { max_age: '0', authorization_details: APPROVAL(text) });
      const { phone, popup } = await joined(page);
      await popup.getByText(text).waitFor();
      await phone.capture('RI', capture(finger));
      const { claims: again, details } = await third.finish(await callback(page));
      expect(again['sub']).toBe(claims['sub']);
      expect(again['auth_time']).toBeGreaterThan(claims['auth_time'] as number);
      if (library === 'openid-client') expect(details).toEqual(JSON.parse(APPROVAL(text)));
    });

    it('another finger does not sign in, and a declined or left sign-in is access_denied', async () => {
      const page = await visitor();
      const begun = await begin(page, { login_hint: name });
      await useFinger(page, 7);
      await alert(page, 'This is not the enrolled finger.');
      await page.reload();
      await (await joined(page)).phone.decline();
      await expect(begun.finish(await callback(page))).rejects.toMatchObject({ error: 'access_denied' });

      const left = await begin(page, { login_hint: name });
      await press(page, 'Cancel');
      await expect(left.finish(await callback(page))).rejects.toMatchObject({ error: 'access_denied' });

      const silent = await begin(page, { prompt: 'none' });
      await expect(silent.finish(await callback(page))).rejects.toMatchObject({ error: 'login_required' });
    });

    it('a code works once, and another browser cannot continue a sign-in', async () => {
      const [page, other] = [await visitor(), await visitor({ expects: [/status of 400/] })];
      const begun = await begin(page, { login_hint: name });
      await page.getByRole('button', { name: 'Use your finger' }).waitFor();
      await other.goto(page.url());
      await other.getByRole('heading', { name: 'This sign-in has ended' }).waitFor();
      await useFinger(page, finger);
      const address = await callback(page);
      await begun.finish(address);
      await expect(begun.finish(address)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    it('a relying party gets the acr that was reached, or an error if another one is essential', async () => {
      const page = await visitor();
      const device = { acr_values: 'urn:authly:finger-and-device', login_hint: name };
      const wished = await begin(page, device);
      await useFinger(page, finger);
      expect((await wished.finish(await callback(page))).claims).toMatchObject({ acr: 'urn:authly:finger' });
      const needed = await begin(page, { claims: ESSENTIAL_DEVICE });
      await useFinger(page, finger);
      const error = 'unmet_authentication_requirements';
      await expect(needed.finish(await callback(page))).rejects.toMatchObject({ error });
    });

    it('a hint of another account asks for that account’s finger', async () => {
      const page = await visitor();
      const begun = await begin(page, { login_hint: name });
      await useFinger(page, finger);
      const { claims } = await begun.finish(await callback(page));
      const hinted = await begin(page, { login_hint: friend });
      await enroll(page, friend, 5);
      await useFinger(page, 5);
      const { claims: others } = await hinted.finish(await callback(page));
      expect(others).toMatchObject({ preferred_username: friend });
      expect(others['sub']).not.toBe(claims['sub']);
    });
  });

  it('with a phone that is bound to the enrollment, acr and amr say so', async () => {
    const [page, phone] = [await visitor(), await fixture().browser.tab(PHONE)];
    await addPasskeys(phone);
    const onPhone = async (button: string, finger?: string): Promise<void> => {
      const popup = await opens(page.context(), () => press(page, button));
      await phone.goto(await scan(popup));
      await typeNumber(phone, await shownNumber(popup));
      await agree(phone, finger);
      await press(phone, app.en.synthetic_all);
    };
    const [, relyingParty] = LIBRARIES[0]!;
    const begun = await relyingParty(provider().issuer, { claims: ESSENTIAL_DEVICE, login_hint: 'bob' });
    await page.goto(begun.url);
    await enter(page, 'Code', await provider().accounts.invite('bob'));
    await onPhone('Enroll your finger', 'Right index finger');
    await press(phone, shared.en.next);
    await alert(page, 'Your finger is enrolled.');
    await onPhone('Use your finger');
    const { claims } = await begun.finish(await callback(page));
    expect(claims).toMatchObject({ acr: 'urn:authly:finger-and-device', amr: ['fpt', 'hwk'] });
  });

  it('operators sign in to the console with a finger', async () => {
    const page = await visitor();
    const console = new URL(fixture().sandbox.facts.console_url).origin;
    await page.goto(console);
    await page
      .getByRole('link', { name: 'Sign in' })
      .or(page.getByRole('button', { name: 'Sign in' }))
      .click();
    await enter(page, 'Your name', 'operator');
    await enroll(page, 'operator', 3);
    await useFinger(page, 3);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${console}/`);
  });

  it.each(LIBRARIES)('a session that expires is told, by %s', async (_library, relyingParty) => {
    const page = await visitor();
    await page.goto((await relyingParty(provider().issuer, { login_hint: 'ada' })).url);
    const popup = await opens(page.context(), () => press(page, 'Use your finger'));
    await shows(popup, 'waiting');
    await popup.getByText(hosted.en.use_phone).waitFor();
    await fixture().authly('sandbox', 'advance', '11m');
    await alert(page, 'That took too long or was interrupted.');
    expect(await page.getByRole('button', { name: 'Use your finger' }).isEnabled()).toBe(true);
  });
});
