import type { Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys } from './browser.ts';
import { agree, enroll, press, useCompanionPlace } from './companion.ts';
import { heading, shows } from './hosted.ts';

journeys('the app page with the sandbox’s drawer of fingers', { timeout: 60_000 }, () => {
  const place = useCompanionPlace();
  let enrolled: string;

  it('three touches enroll a finger, and nothing but one sealed record leaves the page', async () => {
    const { page, sessionId, userRef } = await place().open();
    const sent: Request[] = [];
    await shows(page, 'consent');
    // The engine comes while the person reads, not when a finger is there.
    await expect.poll(() => page.workers().length).toBe(1);
    page.on('request', (request) => sent.push(request));
    await agree(page, 'Right index finger');
    for (const [touch, button] of [
      ['Capture 1 of 3', 'Use this capture'],
      ['Capture 2 of 3', 'Use this capture'],
      ['Capture 3 of 3', 'Send'],
    ] as const) {
      await page.getByText(touch).waitFor();
      await press(page);
      await page.getByRole('button', { name: button }).click();
    }
    await shows(page, 'ended');
    expect(await place().result(sessionId, userRef)).toMatchObject({
      status: 'succeeded',
      result: { enrolled: true, payload: { finger: 'RI' } },
    });
    expect(await heading(page)).toBe('Your fingerprint is added');
    const bodies = sent.filter((request) => request.postData() !== null);
    expect(bodies.map((request) => [request.method(), new URL(request.url()).pathname])).toEqual([
      ['POST', `/app/v1/sessions/${sessionId}/callback`],
    ]);
    expect(Object.keys(bodies[0]!.postDataJSON() as object).sort()).toEqual([
      'captured_at',
      'enc_key',
      'features',
      'finger',
    ]);
    enrolled = userRef;
  });

  /** A verification of the finger that was enrolled, up to the look at one press. */
  const verify = async (
    prepare: (page: Awaited<ReturnType<ReturnType<typeof place>['open']>>['page']) => Promise<void> = async () => {},
  ) => {
    const opened = await place().open({
      mode: 'verify',
      userRef: (enrolled ??= await enroll(place())),
      impression: 40,
    });
    await agree(opened.page);
    await prepare(opened.page);
    await press(opened.page);
    return opened;
  };

  it('another touch of the same finger matches, and the page does not say so', async () => {
    const { page, sessionId, userRef } = await verify();
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe('You’re finished here');
    expect(await page.locator('main').innerText()).not.toMatch(/match/i);
    expect(await place().result(sessionId, userRef)).toMatchObject({ status: 'succeeded', result: { matched: true } });
  });

  it('another person’s finger does not match, and the page looks the same', async () => {
    const { page, sessionId, userRef } = await verify((page) => page.getByRole('radio', { name: 'Person B' }).check());
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe('You’re finished here');
    expect(await place().result(sessionId, userRef)).toMatchObject({ status: 'succeeded', result: { matched: false } });
  });

  it('finger_mismatch when another finger than the one asked for is pressed', async () => {
    const { page, sessionId, userRef } = await verify((page) =>
      page.getByRole('radio', { name: 'Left index finger' }).check(),
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await heading(page)).toBe('That didn’t work');
    expect(await place().result(sessionId, userRef)).toMatchObject({
      status: 'failed',
      failure_code: 'finger_mismatch',
    });
  });

  it('a poor touch is asked for again and cannot be sent', async () => {
    const { page, sessionId, userRef } = await verify((page) =>
      page.getByRole('checkbox', { name: 'Smudged capture' }).check(),
    );
    expect(await heading(page)).toMatch(/Not clear enough|No finger found/);
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Capture it again' }).click();
    await press(page);
    expect(await heading(page)).toBe('Good capture');
    await page.getByRole('button', { name: 'Send' }).click();
    await shows(page, 'ended');
    expect(await place().result(sessionId, userRef)).toMatchObject({ status: 'succeeded', result: { matched: true } });
  });

  it('an enrollment that changes to another finger halfway is asked about', async () => {
    const { page } = await place().open();
    await agree(page, 'Left middle finger');
    await press(page);
    await page.getByRole('button', { name: 'Use this capture' }).click();
    await page.getByRole('radio', { name: 'Person B' }).check();
    await press(page);
    expect(await heading(page)).toBe('Is it the same finger?');
    await page.getByRole('button', { name: 'Start over with capture 1' }).click();
    await page.getByText('Capture 1 of 3').waitFor();
  });
});
