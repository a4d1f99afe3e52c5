import { once } from 'node:events';
import { AppApi } from '@authly/app-client/app-api.ts';
import type { Finger } from '@authly/contract/wire/fingers';
import type { Image } from '@authly/fingerprint';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppSide } from '../apps/service/test/app-side.ts';
import { PageSide } from '../apps/service/test/page-side.ts';
import { rotateSealingKey } from '../apps/service/test/rotate-sealing-key.ts';
import { TestService } from '../apps/service/test/running-service.ts';
import { SdkMerchant } from '../apps/service/test/sdk-merchant.ts';
import { syntheticImage } from '../packages/fingerprint/test/synthetic-records.ts';
import { ReaderError } from '../packages/reader/src/errors.ts';
import type { CaptureOptions } from '../packages/reader/src/libfprint/usb-reader.ts';
import { captureSession, type SessionEnd } from '../packages/reader/src/terminal/capture-session.ts';

let service: TestService;
let merchant: SdkMerchant;
let agent: Agent;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await SdkMerchant.start(service);
  agent = new Agent({ connect: { ca: service.ca } });
});
afterAll(async () => {
  await merchant.stop();
  await agent.destroy();
  await service.stop();
});

type Touch = Image | ReaderError;
const print = (finger: number, impression: number): Image => {
  const image = syntheticImage(finger, impression);
  return { ...image, pixels: Uint8Array.from(image.pixels) };
};

interface Terminal {
  readonly page: PageSide;
  readonly mode?: 'enroll' | 'verify';
  readonly via?: 'qr' | 'button';
  readonly linkToken?: string;
  readonly touches: readonly Touch[];
  readonly answers?: readonly string[];
  /** What the person types for the join check. Default: the page's number. */
  readonly number?: () => Promise<string>;
  readonly finger?: Finger;
  readonly onWaiting?: () => void;
}

/** A terminal whose person captures and answers as the test says. `said` has its output. */
async function atTerminal({
  page,
  mode = 'enroll',
  via = 'button',
  touches,
  answers = ['y'],
  number = () => page.number(),
  ...more
}: Terminal): Promise<{
  end: SessionEnd;
  said: string;
}> {
  const said: string[] = [];
  const [nextTouches, nextAnswers] = [[...touches], [...answers]];
  const capture = async ({ signal, onWaiting }: CaptureOptions): Promise<Image> => {
    onWaiting?.();
    more.onWaiting?.();
    const touch = nextTouches.shift();
    if (touch === undefined) await once(signal, 'abort');
    if (touch === undefined || touch instanceof ReaderError) throw touch ?? new ReaderError('canceled');
    return touch;
  };
  const ask = async (question: string): Promise<string> => {
    said.push(question);
    // The terminal has no cookie of the page's browser, so the person always types the number.
    return question.startsWith('Type the number') ? number() : nextAnswers.shift()!;
  };
  const fetch = ((url: string, init: object) =>
    fetchWith(url, { ...init, dispatcher: agent })) as unknown as typeof globalThis.fetch;
  const end = await captureSession({
    api: new AppApi({ fetch, baseUrl: service.origin }),
    service: service.origin,
    reader: { readers: async () => [], capture },
    person: { tell: (line) => void said.push(line), ask },
    mode,
    linkToken: more.linkToken ?? (await page.linkToken(via)),
    agreed: false,
    finger: more.finger,
    signal: new AbortController().signal,
  });
  return { end, said: said.join('\n') };
}

const open = (user: string, mode: 'enroll' | 'verify' = 'enroll'): Promise<PageSide> =>
  PageSide.open(
    merchant.calls,
    { merchant_user_ref: user, ...(mode === 'verify' && { payload: { finger: 'RI' } }) },
    mode,
  );
const resultOf = async (page: PageSide, user: string): Promise<unknown> =>
  (await merchant.calls.result(page.sessionId, `merchant_user_ref=${user}`)).json;

it('three captures at a terminal enroll a finger, and one more verifies it, even after a rotation of the sealing key', async () => {
  const page = await open('u1');
  const enrolled = await atTerminal({
    page,
    touches: [new ReaderError('touch_again'), print(5, 0), print(5, 0), print(6, 0), print(5, 1), print(5, 2)],
    answers: ['yes', 'thumb', 'ri'],
  });
  expect(enrolled.end).toEqual({ session_id: page.sessionId, mode: 'enroll', status: 'succeeded' });
  for (const sentence of [
    'Capture 1 of 3',
    'Capture 3 of 3',
    'not readable',
    'same picture',
    'does not look like',
    'encrypted',
  ])
    expect(enrolled.said).toContain(sentence);
  expect(enrolled.said.split('\n')[0]).toBe(`Service: ${service.origin}`);
  await rotateSealingKey(service);
  const verification = await open('u1', 'verify');
  const verified = await atTerminal({ page: verification, mode: 'verify', touches: [print(5, 4)] });
  expect(verified.end.status).toBe('succeeded');
  expect(await resultOf(verification, 'u1')).toMatchObject({ status: 'succeeded', result: { matched: true } });
});

it('nothing is captured before the number of the other screen is typed, and a second wrong one ends the session', async () => {
  const page = await open('u2');
  const typed = ['x', '123', ''];
  const number = async (): Promise<string> => typed.shift() ?? page.number();
  const mistyped = await atTerminal({ page, number, finger: 'LI', touches: [new ReaderError('reader_failed')] });
  expect(typed).toEqual([]);
  expect(mistyped.end).toMatchObject({ status: 'failed', reason: 'reader_failed' });
  expect(await resultOf(page, 'u2')).toMatchObject({ failure_code: 'capture_failed' });

  const other = await open('u2');
  const wrong = async (): Promise<string> => String((Number(await other.number()) + 1) % 100).padStart(2, '0');
  const refused = await atTerminal({ page: other, number: wrong, touches: [] });
  expect(refused.end).toMatchObject({ status: 'failed', reason: 'wrong_number' });
  expect(refused.said).toContain('A second wrong number ends the session.');
  expect(await resultOf(other, 'u2')).toMatchObject({ failure_code: 'join_refused' });
});

it('a decline, a link of the other mode and a missing reader end the session with their reasons', async () => {
  const cases = [
    [{ answers: ['n'], touches: [] }, 'declined', 'user_declined'],
    [{ mode: 'verify', touches: [] }, 'link_of_enroll', 'user_declined'],
    [{ finger: 'RI', touches: [new ReaderError('no_reader')] }, 'no_reader', 'device_not_supported'],
  ] as const;
  for (const [terminal, reason, failureCode] of cases) {
    const page = await open('u3');
    expect((await atTerminal({ page, ...terminal })).end).toMatchObject({ status: 'failed', reason });
    expect(await resultOf(page, 'u3')).toMatchObject({ failure_code: failureCode });
  }
});

it('device_not_supported before a capture, if the merchant requires a bound device: a terminal has no passkeys', async () => {
  const { merchants } = service.service.store;
  await merchants.update(merchant.calls.client.merchantId, { deviceBinding: 'required' });
  service.clock.move(1000);
  await merchant.calls.renew();
  const page = await open('u7');
  const { end, said } = await atTerminal({ page, finger: 'RI', touches: [new ReaderError('reader_failed')] });
  expect(end).toMatchObject({ status: 'failed', reason: 'passkey_required' });
  expect(said).not.toContain('Capture 1');
  expect(await resultOf(page, 'u7')).toMatchObject({ failure_code: 'device_not_supported' });
  await merchants.update(merchant.calls.client.merchantId, { deviceBinding: 'off' });
  service.clock.move(1000);
});

it('a cancel on the other screen ends the wait for a capture', async () => {
  const page = await open('u4');
  const { end } = await atTerminal({ page, finger: 'RI', touches: [], onWaiting: () => void page.cancel() });
  expect(end).toEqual({ session_id: page.sessionId, mode: 'enroll', status: 'canceled' });
});

it('reports an expired link and one that another app has claimed', async () => {
  const page = await open('u5');
  const linkToken = await page.linkToken('button');
  await AppSide.join(service, linkToken);
  await expect(atTerminal({ page, linkToken, touches: [] })).rejects.toThrow('Another app has joined already.');
  const later = await open('u6');
  const old = await later.linkToken('button');
  service.clock.move(31_000);
  await expect(atTerminal({ page: later, linkToken: old, touches: [] })).rejects.toThrow('Take a new one.');
});
