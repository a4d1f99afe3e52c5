import { decodeTemplate } from '@authly/fingerprint';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { captureOf, templateOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import { withKernels } from '../../../../packages/fingerprint/src/kernels/memory.ts';
import { unpackMap } from '../../../../packages/fingerprint/src/ridges/pack.ts';
import { anyCapture, captured, sealedEnrollment } from '../../test/app-side.ts';
import { masterKeyOf, MemoryKeys } from '../../test/memory-keys.ts';
import { PageSide } from '../../test/page-side.ts';
import { TestService } from '../../test/running-service.ts';
import { answering, SdkMerchant } from '../../test/sdk-merchant.ts';
import { ServiceProcess } from '../../test/service-process.ts';
import { TestClock } from '../../test/test-clock.ts';
import { TestDevice } from '../../test/test-device.ts';
import { BioApi } from '../bio-api/client.ts';
import { OutboundConnections } from '../outbound/connections.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { Capture, type MatcherOf } from './capture.ts';
import { fingerprint } from './fingerprint.ts';
import type { Template } from './matcher.ts';

let service: TestService;
let merchant: SdkMerchant;
let keys: MemoryKeys;
let found: SdkMerchant['instead'];
let connections: OutboundConnections;
beforeAll(async () => {
  service = await TestService.start();
  merchant = await SdkMerchant.start(service);
  keys = new MemoryKeys();
  await keyRing().prepare();
  const kept = await sealedEnrollment(service, merchant.calls, anyCapture('RI', 2));
  found = answering(200, { found: true, payload: { features: kept.features, enc_key: kept.enc_key } });
  connections = new OutboundConnections({ environment: 'test' });
  return async () => {
    connections.close();
    await merchant.stop();
    await service.stop();
  };
});

/** A new ring has read no key, so it fails when the keys cannot be read. */
const keyRing = (): KeyRing =>
  new KeyRing({ source: keys, master: masterKeyOf(1), environment: 'test', clock: service.clock });

/** The keys that the captures are sealed with. */
const serviceKeys = (): KeyRing => {
  const { masterKey: master, environment } = service.config;
  return new KeyRing({ source: service.service.store.keys, master, environment, clock: service.clock });
};

/** This matcher wipes no template. */
const saying: MatcherOf = () => ({
  inspect: async () => ({ fit: true }),
  compare: async () => ({ failure: 'provider_timeout' }),
});
/** The templates that a matcher received. */
const inspected: Template[] = [];
const noting: MatcherOf = () => ({
  inspect: async (template) => (inspected.push(template), { failure: 'quality_too_low' }),
  compare: async () => ({ failure: 'provider_timeout' }),
});
const breaking: MatcherOf = () => ({
  inspect: () => Promise.reject(new Error('the pool is gone')),
  compare: () => Promise.reject(new Error('the pool is gone')),
});

/** Processes one capture. Returns its failure and the opened templates. */
async function processed(
  mode: 'enroll' | 'verify',
  matcherOf: MatcherOf,
  sent = anyCapture('RI', 1),
): Promise<{ failure: unknown; opened: readonly Template[] }> {
  const opened: Template[] = [];
  const open: typeof fingerprint.open = async (...args) => {
    const template = await fingerprint.open(...args);
    if (template !== undefined) opened.push(template);
    return template;
  };
  const { store } = service.service;
  const capture = new Capture({
    sessions: store.sessions,
    clock: service.clock,
    bio: new BioApi({ keys: keyRing(), connections }),
    types: { fingerprint: { ...fingerprint, open } },
    matcherOf,
    countAttempt: async () => async () => {},
    keys: serviceKeys(),
    recognizes: () => false,
    onError: () => {},
  });
  const page = await PageSide.open(merchant.calls, {}, mode);
  const { finger, features, enc_key: encKey } = await (await page.join()).sealed(sent);
  const ended = await capture.process((await store.sessions.find(page.sessionId))!, async () => ({
    merchant: { ...(await store.merchants.find(merchant.calls.merchantId))!, deviceBinding: 'offered' },
    captured: { payload: { finger }, features, encKey, capturedAt: undefined },
    afterAnswer: (work) => void work(),
  }));
  return { failure: ended?.session.failureCode, opened };
}

const wiped = (templates: readonly Template[]): boolean[] =>
  templates.map((template) => template.length > 0 && template.every((byte) => byte === 0));

describe('opened templates are wiped', () => {
  const keysAreDown = (): void => void (keys.down = true);
  const replies = (status: number, body: object) => (): void => void (merchant.instead = answering(status, body));
  const finds = (): void => void (merchant.instead = found);
  const NOT_FOUND = { error: { code: 'bio_enrollment_not_found', message: 'no', request_id: 'x' } };
  const DAMAGED = { found: true, payload: { features: 'AAAA', enc_key: 'AAAA' } };
  type Row = [
    when: string,
    mode: 'enroll' | 'verify',
    how: MatcherOf,
    failure: string,
    opened: number,
    given?: () => void,
  ];
  it.each<Row>([
    ['the lookup throws', 'verify', saying, 'internal_error', 1, keysAreDown],
    ['the lookup fails', 'verify', saying, 'enrollment_not_found', 1, replies(404, NOT_FOUND)],
    ['the stored enrollment does not open', 'verify', saying, 'template_invalid', 1, replies(200, DAMAGED)],
    ['the matcher sheds the comparison', 'verify', saying, 'provider_timeout', 2, finds],
    ['the matcher throws', 'verify', breaking, 'internal_error', 2, finds],
    ['the inspection of an enrollment throws', 'enroll', breaking, 'internal_error', 1],
    ['the store of an enrollment throws', 'enroll', saying, 'internal_error', 1, keysAreDown],
  ])('when %s', async (_when, mode, how, failure, count, given) => {
    given?.();
    const { failure: told, opened } = await processed(mode, how).finally(() => (keys.down = false));
    expect([told, wiped(opened)]).toEqual([failure, Array<boolean>(count).fill(true)]);
  });

  it('when the enrollment has a device: the container and its record', async () => {
    const bound = captured(new TestDevice().bind(anyCapture().plain.template));
    const { failure, opened } = await processed('enroll', noting, bound);
    expect([failure, wiped(opened), wiped(inspected)]).toEqual(['quality_too_low', [true], [true]]);
  });

  it('when the device is not recognized', async () => {
    const bound = captured(new TestDevice().bind(anyCapture().plain.template));
    const kept = await sealedEnrollment(service, merchant.calls, bound);
    merchant.instead = answering(200, { found: true, payload: { features: kept.features, enc_key: kept.enc_key } });
    const { failure, opened } = await processed('verify', saying);
    expect([failure, wiped(opened)]).toEqual(['device_not_recognized', [true, true]]);
  });
});

/** For each of these bytes, in how many parts of a process’s memory they are; all threads included. */
function inMemory(pid: number, needles: readonly Uint8Array[]): number[] {
  const found = needles.map(() => 0);
  const mem = openSync(`/proc/${pid}/mem`, 'r');
  const [chunk, zeros] = [Buffer.alloc(64 << 10), Buffer.alloc(64 << 10)];
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^(\w+)-(\w+) rw/.exec(line) ?? [];
    for (let at = parseInt(from!, 16); at < parseInt(to!, 16); at += chunk.length) {
      const length = Math.min(chunk.length, parseInt(to!, 16) - at);
      const read = chunk.subarray(0, readSync(mem, chunk, 0, length, at));
      // Most memory was never used.
      if (read.equals(zeros)) continue;
      needles.forEach((needle, k) => (found[k]! += read.includes(Buffer.from(needle)) ? 1 : 0));
    }
  }
  closeSync(mem);
  return found;
}

/** A part of a view's minutiae, and of its ridge map as a record has it and as a comparison uses it. */
const partsOf = (template: Uint8Array): Uint8Array[] =>
  decodeTemplate(template).flatMap((view) => {
    const part = (bytes: Uint8Array, length: number): Uint8Array => bytes.slice(bytes.length >> 1).subarray(0, length);
    const unpacked = withKernels(() => part(unpackMap(view.extended)!.ridge, 400));
    return [templateOf({ ...view, extended: undefined! }).subarray(32, 132), part(view.extended!, 100), unpacked];
  });

it.runIf(process.platform === 'linux')(
  'no part of a template or a ridge map is in the memory of a process after an enrollment and verifications',
  { timeout: 180_000 },
  async () => {
    const clock = new TestClock(Date.now());
    const beside = await TestService.start({ clock });
    const shop = await SdkMerchant.start(beside);
    const served = await ServiceProcess.start({ folder: beside.folder, databaseUrl: undefined });
    const sent: Uint8Array[] = [];
    async function run(mode: 'enroll' | 'verify', finger: number, ...impressions: number[]): Promise<unknown> {
      const template = templateOf(...impressions.map((impression) => captureOf(finger, impression)));
      sent.push(template);
      const page = await PageSide.open(shop.calls, {}, mode);
      const app = await page.join();
      await served.callback(app, await app.sealed(captured(template)));
      const { json } = await shop.calls.result(page.sessionId, 'merchant_user_ref=user-1');
      return json.failure_code ?? json.result.matched ?? 'enrolled';
    }
    expect(await run('enroll', 12, 0, 1, 2)).toBe('enrolled');
    expect(await run('enroll', 12, 0, 0)).toBe('template_invalid');
    for (const [finger, matched] of [
      [12, true],
      [12, true],
      [31, false],
      [12, true],
    ] as const)
      expect(await run('verify', finger, 3 + sent.length)).toBe(matched);
    expect(await run('verify', 12, 0)).toBe('template_invalid');
    const parts = sent.flatMap(partsOf);
    const [control, ...found] = inMemory(served.pid, [Buffer.from('AUTHLY_DATA_DIR='), ...parts]);
    expect(control).toBeGreaterThan(0);
    expect(found).toEqual(parts.map(() => 0));
    await served.end('SIGTERM');
    await shop.stop();
    await beside.stop();
  },
);
