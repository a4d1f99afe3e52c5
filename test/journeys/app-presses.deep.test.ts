// oxlint-disable vitest/expect-expect -- each journey waits for what it expects
import { app } from '../../packages/ui/test/words.ts';
import { it } from 'vitest';
import { agree, press, useAppFixture } from './app.ts';
import { hold, journeys, POINTERS, PRESSES_MS, stopTime } from './browser.ts';
import { shows } from './hosted.ts';

/** On a short one the countdown takes the place of the capture. */
const WINDOWS = [
  { width: 390, height: 480 },
  { width: 667, height: 375 },
  { width: 320, height: 454 },
];

journeys('presses while a capture counts down', { timeout: 120_000 }, () => {
  const fixture = useAppFixture();

  it.each(POINTERS)('do what their button says, however long they are, by %s', async (pointer) => {
    for (const [i, ms] of PRESSES_MS.entries()) {
      const { page } = await fixture().open({ mode: 'verify', viewport: WINDOWS[i]! });
      await page.clock.install();
      await agree(page);
      await press(page);
      await stopTime(page);
      await hold(page.getByRole('button', { name: app.en.capture_again }), pointer, ms);
      await shows(page, 'capture');
      await page.clock.resume();
      await press(page);
      await stopTime(page);
      await hold(page.getByRole('button', { name: app.en.review_send, exact: true }), pointer, ms);
      await shows(page, 'ended');
    }
  });
});
