// oxlint-disable vitest/expect-expect -- each inspection of a screen expects
import { shared } from '../../packages/ui/test/words.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { driveTo } from '../../apps/service/test/drive-session.ts';
import { MerchantCalls } from '../../apps/service/test/merchant-calls.ts';
import { journeys, painted, picture } from './browser.ts';
import {
  accessibilityFindings,
  COLORS,
  fits,
  fitsAtTwice,
  heading,
  shows,
  useHostedFixture,
  type OpenPage,
} from './hosted.ts';

const RETURN = { return_url: 'https://shop.test/back' };

const SMALL_PHONE = { width: 360, height: 640 };
const LOOKS = [
  { name: 'popup', width: 420, height: 640 },
  { name: 'popup, dark', width: 420, height: 640, dark: true },
  { name: 'narrow', width: 320, height: 568 },
  { name: 'desktop', width: 1280, height: 800 },
] as const;

/**
 * Nothing may overflow sideways, also at double text size, the main button needs no scrolling, and axe finds nothing.
 * Dark mode changes colors only.
 */
async function inspect(page: Page, screen: string): Promise<void> {
  await page.evaluate(
    `Promise.all(document.querySelector('.screen').getAnimations().map((animation) => animation.finished))`,
  );
  for (const look of LOOKS) {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: 'dark' in look ? 'dark' : 'light' });
    await painted(page);
    await picture(page, `hosted/${screen}, ${look.name}`);
    await fits(page);
    if (look.width !== 420) continue;
    const rules = 'dark' in look ? { rules: COLORS } : {};
    expect(await accessibilityFindings(page, rules), `${screen}, ${look.name}`).toEqual([]);
  }
  await fitsAtTwice(page, SMALL_PHONE);
  await page.setViewportSize(LOOKS[0]);
}

journeys('every screen of the hosted page', {}, () => {
  const fixture = useHostedFixture();

  /** A verification whose page is opened during processing. */
  async function openProcessing(): Promise<{ page: Page; sessionId: string }> {
    const { sessionId, popupUrl } = await fixture().create({ mode: 'verify' });
    const { service, clock } = fixture().service;
    await driveTo('processing', sessionId, { store: service.store, now: clock.now() });
    const page = await fixture().browser.tab();
    await page.goto(popupUrl);
    await shows(page, 'processing');
    return { page, sessionId };
  }

  it('a browser that cannot run the page’s script shows that it may be too old', async () => {
    const page = await fixture().browser.tab({ expects: [/ERR_FAILED/] });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto((await fixture().create()).popupUrl);
    const message = page.getByText('Your browser may be too old for this page.');
    await message.waitFor({ state: 'hidden' });
    await page.evaluate(`document.querySelector('.too-old').getAnimations().forEach((each) => each.finish())`);
    await message.waitFor();
    expect(await accessibilityFindings(page, { without: ['page-has-heading-one'] })).toEqual([]);
  });

  it('an enrollment on a desktop, from the code to its end, without motion if the browser asks for less', async () => {
    const { page, sessionId } = await fixture().open({ creation: RETURN });
    await shows(page, 'waiting');
    await fixture().appLink(page);
    expect(await heading(page)).toBe('Add your fingerprint');
    expect(await page.locator('.merchant').innerText()).toContain('Bean & Ridge');
    await inspect(page, '1 waiting on a desk');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, '9 cancel question');
    await page.getByRole('button', { name: 'Keep going' }).click();
    const { confirm } = await fixture().claim(await fixture().appLink(page));
    await shows(page, 'join-check');
    await inspect(page, '3 join check');
    await confirm(page);
    await shows(page, 'app-launched');
    expect(await page.evaluate(`document.getAnimations().length`)).toBe(0);
    await inspect(page, '4 app launched');
    await fixture().happen(sessionId, 'callback', 'process');
    await shows(page, 'processing');
    await inspect(page, '5 processing');
    await fixture().happen(sessionId, { succeed: null });
    await shows(page, 'succeeded');
    expect(await heading(page)).toBe(shared.en.succeeded_enroll_title);
    await inspect(page, '6 succeeded, enrollment');
  });

  it('on a phone: a button, and a code for another phone', async () => {
    const { page } = await fixture().open({ mode: 'verify', hasTouch: true, isMobile: true });
    await shows(page, 'waiting');
    await fixture().appLink(page);
    expect(await heading(page)).toBe('Confirm it’s you');
    await inspect(page, '2 waiting on a phone');
    await page.getByRole('button', { name: 'Use another phone' }).click();
    await page.locator('.qr[data-ready="true"]').waitFor();
    await inspect(page, '2 waiting on a phone, for another');
  });

  it('succeeded: a verification never says whether it matched', async () => {
    const seen: string[] = [];
    for (const matched of [false, true]) {
      const { page, sessionId } = await openProcessing();
      await fixture().happen(sessionId, { succeed: matched });
      await shows(page, 'succeeded');
      seen.push(await page.locator('.sheet').innerHTML());
      if (!matched) continue;
      expect(await heading(page)).toBe(shared.en.succeeded_verify_title);
      await inspect(page, '6 succeeded, verification');
    }
    expect(seen[0]).toBe(seen[1]);
  });

  const declined = async ({ page, sessionId }: OpenPage): Promise<unknown> => {
    const { appToken } = await fixture().claim(await fixture().appLink(page));
    return fixture().decline(sessionId, appToken, 'user_declined');
  };

  it.each<[screen: string, title: string, ends: (open: OpenPage) => unknown]>([
    ['failed', 'You declined', declined],
    ['expired', 'Time ran out', () => fixture().service.clock.move(600_000)],
    ['canceled', 'Canceled', ({ sessionId }) => fixture().merchant.cancel(sessionId)],
  ])('%s: "%s"', async (screen, title, ends) => {
    const open = await fixture().open();
    await shows(open.page, 'waiting');
    await ends(open);
    await shows(open.page, screen);
    expect(await heading(open.page)).toBe(title);
    await inspect(open.page, screen === 'failed' ? '7 failed' : `8 ${screen}`);
  });

  it('invalid link', async () => {
    const page = await fixture().browser.tab({ expects: [/401/] });
    await page.goto('https://authly.test/hosted/#token=nonsense');
    await shows(page, 'invalid-link');
    expect(await heading(page)).toBe('This link doesn’t work anymore');
    await inspect(page, '8 invalid link');
  });

  it.each([
    ['a long name', 'The Most Excellent Coffee Roasters of the Northern Harbors'],
    ['a name without a space', 'W'.repeat(60)],
    ['a name from right to left', 'قهوة الشمال'],
    ['a name that looks like markup', '<img src=x onerror=alert(1)> & Söhne'],
  ])('%s keeps its place', async (title, name) => {
    const { page } = await fixture().open({
      merchant: await MerchantCalls.of(fixture().service, { name }),
      viewport: { width: 320, height: 568 },
    });
    await shows(page, 'waiting');
    await fixture().appLink(page);
    expect(await page.locator('.merchant bdi').innerText()).toBe(name);
    expect(await page.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)).toBe(0);
    await picture(page, `hosted/1 waiting, ${title}`);
  });
});
