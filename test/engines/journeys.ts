// oxlint-disable vitest/valid-title, vitest/expect-expect, vitest/require-top-level-describe -- a visitor's steps assert
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { app, hosted, shared } from '../../packages/ui/test/words.ts';
import type { Engine } from './engine.ts';
import { DoorSandbox } from './sandbox.ts';
import { Visitor } from './visitor.ts';

interface EngineOptions {
  readonly name: string;
  readonly isFound: boolean;
  readonly start: () => Promise<Engine>;
}

/** The same journeys in every engine. Without the engine they fail in CI and are skipped elsewhere. */
export function engineJourneys({ name, isFound, start }: EngineOptions): void {
  if (!isFound && process.env['CI']) throw new Error(`No ${name} was found. Its journeys cannot be run.`);
  describe.skipIf(!isFound)(`journeys in ${name}`, { timeout: 60_000 }, () => {
    let engine: Engine;
    let fixture: DoorSandbox;
    let visitor: Visitor;
    beforeAll(async () => {
      [engine, fixture] = await Promise.all([start(), DoorSandbox.start()]);
      const [[first, window] = []] = await engine.windows();
      visitor = new Visitor(engine, first, window!);
    }, 180_000);
    afterEach(async () => {
      for (const [each, window] of await engine.windows()) if (each !== visitor.name) await window.close();
    });
    afterAll(async () => {
      await engine?.close();
      await fixture?.close();
    });

    /** Goes through the shop up to the popup of an enrollment. */
    async function enroll(user: 'A' | 'B'): Promise<Visitor> {
      await visitor.window.goto(fixture.sandbox.facts.shop_url);
      await visitor.clicks(`[data-user="${user}"]`);
      await visitor.sees(`[data-user="${user}"][aria-pressed="true"]`);
      return visitor.opens('#enroll');
    }

    async function continueHere(popup: Visitor): Promise<void> {
      await popup.clicks('a', hosted.en.open_here);
      await popup.shows('consent');
    }

    const capture = async (popup: Visitor): Promise<void> => {
      await popup.clicks('button', shared.en.consent_yes);
      await popup.clicks('button', shared.en.next);
      await popup.shows('capture');
    };

    /** The shop paints another button as soon as the window is closed. */
    const closeAndCancel = async (popup: Visitor): Promise<void> => {
      await popup.window.close();
      await visitor.sees('#outcome strong', 'The window is closed');
      await visitor.clicks('button', 'Cancel');
      await visitor.sees('#outcome strong', 'Not enrolled');
    };

    it('a new user enrolls synthetic fingers and pays; both popups close themselves', async () => {
      const enrolling = await enroll('A');
      await continueHere(enrolling);
      await capture(enrolling);
      await enrolling.clicks('button', app.en.synthetic_all);
      await visitor.sees('#outcome strong', 'Your finger is enrolled');
      await enrolling.closed();
      const paying = await visitor.opens('#pay');
      await continueHere(paying);
      await paying.clicks('button', shared.en.consent_yes);
      await paying.clicks('button', app.en.synthetic_all);
      await visitor.sees('#outcome strong', 'Paid. Thank you!');
      await paying.closed();
    });

    it('the hosted page shows a lost connection, and recovers without missing a change', async () => {
      const popup = await enroll('B');
      await popup.shows('waiting');
      const token = await popup.window.evaluate<string>(`sessionStorage.getItem('authly.hosted.token')`);
      fixture.disconnect();
      await popup.sees('.connection', shared.en.reconnecting);
      await fixture.cancel(token);
      fixture.connect();
      await popup.shows('canceled');
    });

    it('the app reports a refused or missing camera, and the user stops', async () => {
      const popup = await enroll('B');
      await continueHere(popup);
      await capture(popup);
      await popup.clicks('.sources button', app.en.source_camera);
      await popup.clicks('button', app.en.camera_open);
      await popup.sees('.problem', app.en[`camera_${engine.cameraProblem}`]);
      await popup.clicks('button', app.en.capture_stop);
      await popup.clicks('button', shared.en.stop_yes);
      await popup.shows('failed');
      await visitor.sees('#outcome strong', 'Not enrolled');
    });

    it('a user declines in the app, and the way back is pressed slowly, before the window closes itself', async () => {
      const popup = await enroll('B');
      await continueHere(popup);
      await popup.clicks('button', app.en.consent_no);
      await popup.shows('failed');
      // Nothing but the press may close it.
      await popup.window.evaluate(`(() => { for (let i = setTimeout(() => {}); i > 0; i--) clearTimeout(i); })()`);
      await popup.sees('.hint', hosted.en.closes_soon);
      // The answer of the press may be lost with the window.
      await popup.holds('button', shared.en.back.replace('{merchant}', 'Bean & Ridge'), 150).catch(() => undefined);
      await popup.closed();
      await visitor.sees('#outcome strong', 'Not enrolled');
    });

    it('presses while a capture counts down do what their button says, however long they are', async () => {
      const popup = await enroll('B');
      await continueHere(popup);
      await capture(popup);
      const take = (): Promise<void> => popup.clicks('button', app.en.synthetic_capture);
      await popup.clicks('.sources button', app.en.source_synthetic);
      await take();
      await popup.holds('button', app.en.review_hold, 90);
      await popup.holds('button', app.en.capture_again, 150);
      await popup.shows('capture');
      await take();
      await popup.holds('button', app.en.capture_again, 0);
      await popup.shows('capture');
      await closeAndCancel(popup);
    });

    it('the browser SDK reports a window that the user closes', async () => {
      const popup = await enroll('B');
      await popup.shows('waiting');
      await closeAndCancel(popup);
    });

    it('an operator signs in to the console and sees the overview', async () => {
      await visitor.window.goto(await fixture.sandbox.consoleLink());
      await visitor.sees('h1', 'Overview');
      await visitor.sees('.tiles b');
    });

    it('the search of the docs finds a part by its words', async () => {
      await visitor.window.goto(`${fixture.sandbox.facts.base_url}/docs`);
      await visitor.clicks('input[type="search"]');
      await visitor.window.type('metadata kyes');
      await visitor.sees('.found a mark');
      await visitor.clicks('.found a[href="/docs/reference/limits#rejected-metadata-keys"]');
      await visitor.sees('h1', 'Limits');
    });
  });
}
