import { app } from '../../packages/ui/test/words.ts';
import { expect, it } from 'vitest';
import { writeCodeVideo } from './code-video.ts';
import { journeys, picture, type TabOptions } from './browser.ts';
import { PHONE } from './app.ts';
import { useCameraFixture } from './camera.ts';
import { accessibilityFindings, shows } from './hosted.ts';

const APP = 'https://authly.test/app/';

journeys('the app page reads the code on the other screen', { timeout: 90_000 }, () => {
  const { fixture, video } = useCameraFixture();

  const start = async (options: TabOptions = {}) => {
    const page = await fixture().browser.tab({ ...PHONE, permissions: ['camera'], ...options });
    await page.goto(APP);
    await shows(page, 'idle');
    return page;
  };

  it('follows a code of this page automatically', async () => {
    writeCodeVideo(video, (await fixture().link({ via: 'qr' })).appUrl);
    const page = await start();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await shows(page, 'number');
    expect(page.url()).toBe(APP);
  });

  it('does not follow another code: it says so, keeps scanning, and can be stopped', async () => {
    writeCodeVideo(video, 'https://evil.test/app/#link=abc');
    const page = await start({ dark: true });
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await page.getByText(app.en.scan_other).waitFor();
    await picture(page, 'app/01 scan, another code, phone, dark');
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(page.url()).toBe(APP);
    await page.getByRole('button', { name: 'Stop scanning' }).click();
    await page.getByRole('button', { name: 'Scan the code' }).waitFor();
  });

  it('a code reader that did not load turns the camera off, and loads at the next tap', async () => {
    writeCodeVideo(video, (await fixture().link({ via: 'qr' })).appUrl);
    const page = await start({ expects: [/ERR_FAILED/] });
    await page.route('**/decode-*.js', (route) => route.abort(), { times: 1 });
    await page.evaluate(
      `const { mediaDevices } = navigator; const open = mediaDevices.getUserMedia.bind(mediaDevices); mediaDevices.getUserMedia = async (wanted) => (globalThis.stream = await open(wanted))`,
    );
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await page.getByText(app.en.scan_problem).waitFor();
    await expect.poll(() => page.evaluate(`stream.getTracks()[0].readyState`)).toBe('ended');
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await shows(page, 'number');
  });

  it('loads no code reader if the browser has one', async () => {
    const { appUrl } = await fixture().link({ via: 'qr' });
    writeCodeVideo(video, 'nothing that matters');
    const context = await fixture().browser.context({ ...PHONE, permissions: ['camera'] });
    await context.addInitScript(
      `globalThis.BarcodeDetector = class { static getSupportedFormats = async () => ['qr_code']; detect = async () => [{ rawValue: ${JSON.stringify(appUrl)} }]; };`,
    );
    const loaded: string[] = [];
    const page = await context.newPage();
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(APP);
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await shows(page, 'number');
    expect(loaded.filter((url) => url.includes('/decode-'))).toEqual([]);
  });

  it('reports a refused camera and offers another way', async () => {
    const page = await start({ permissions: [] });
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }`,
    );
    await page.getByRole('button', { name: 'Scan the code' }).click();
    await page.getByText(app.en.scan_problem).waitFor();
    await picture(page, 'app/01 scan, no camera, phone');
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
