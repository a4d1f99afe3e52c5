import { createPrivateKey, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SEALED } from '@authly/contract/wire/sealing';
import SEALING_VECTORS from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import type { Sealed } from '@authly/app-client/seal.ts';
import { describe, expect, it, vi } from 'vitest';
import { KeyRing } from '../src/keys/key-ring.ts';
import { unseal } from '../src/keys/seal.ts';
import { merchantSecrets } from '../src/keys/sealing-key.ts';
import type { Session } from '../src/session/session.ts';
import { captured, claim, AppSide, type Capture } from './app-side.ts';
import { randomView, templateOf } from '../../../packages/fingerprint/test/finger-captures.ts';
import { codeOf } from './merchant-calls.ts';
import { onBothStores, type Deployment } from './on-stores.ts';
import { OtlpReceiver } from './otlp-receiver.ts';
import { PageSide } from './page-side.ts';
import { bytesUnder, dumpPostgres, dumpSqlite, SecretSearch, postgresLog } from './secret-search.ts';
import type { TestAnswer, TestService } from './running-service.ts';
import { answering, SdkMerchant } from './sdk-merchant.ts';
import { ServiceProcess } from './service-process.ts';
import { TestClock } from './test-clock.ts';

/** Data that only the merchant's Bio API may receive. */
const isEnrollmentData = (name: string): boolean =>
  /^(?:features|enc_key|template|private|secret of hosted|master)/.test(name);

class Scene {
  readonly secrets = new SecretSearch();
  readonly lines: string[] = [];
  readonly answers: TestAnswer[] = [];
  readonly began = Date.now();
  service!: TestService;
  collector!: OtlpReceiver;
  merchant!: SdkMerchant;
  #captures = 0;
  #seals = 0;

  static async start(deployment: Deployment): Promise<Scene> {
    const scene = new Scene();
    scene.collector = await OtlpReceiver.start();
    scene.service = await deployment.start({
      clock: new TestClock(Date.now()),
      logTo: { write: (line) => void scene.lines.push(line) },
      config: { tracing: scene.collector.settings() },
    });
    const send = scene.service.request.bind(scene.service);
    scene.service.request = async (...args) => {
      const answer = await send(...args);
      scene.answers.push(answer);
      return answer;
    };
    scene.merchant = await SdkMerchant.start(scene.service);
    await scene.#plantWhatTheServiceMade();
    return scene;
  }

  /** Private keys and secrets, read through the key ring with the master key. */
  async #plantWhatTheServiceMade(): Promise<void> {
    const { config, clock, service } = this.service;
    const keys = new KeyRing({
      source: service.store.keys,
      master: config.masterKey,
      environment: config.environment,
      clock,
    });
    const { environment, masterKey } = config;
    for (const { purpose, id: keyId, sealed } of await service.store.keys.list()) {
      if (purpose === 'hosted-token') continue;
      const opened = unseal(masterKey, { environment, purpose, keyId }, sealed);
      if (purpose === 'capture-sealing') {
        const secrets = merchantSecrets(opened, environment, this.merchant.calls.merchantId);
        this.secrets.bytes('private key for captures', secrets.subarray(0, 32));
        this.secrets.bytes('private secret of contexts', secrets.subarray(32));
      }
      if (opened.length === 32) {
        this.secrets.bytes(`secret for ${purpose}`, opened);
        continue;
      }
      const key = createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' });
      this.secrets.bytes(`private key for ${purpose}`, Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url'));
    }
    this.secrets.bytes('secret of hosted tokens', (await keys.hostedSecret(clock.now())).export());
    this.secrets.bytes('master key', config.masterKey.bytes);
    this.secrets.text('client secret', this.merchant.calls.client.clientSecret.replace(/^authly_[a-z]+_/, ''));
    this.secrets.text('access token', this.merchant.calls.token.split('.')[2]!);
  }

  capture(template: Uint8Array = templateOf(randomView(1000 + this.#captures++))): Capture {
    return captured(template);
  }

  /** Seals a capture. All its parts are searched for afterwards. */
  async sealed(app: AppSide, capture: Capture): Promise<Sealed> {
    const number = ++this.#seals;
    const keys: Uint8Array[] = [];
    const fill = crypto.getRandomValues.bind(crypto);
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      fill(array as Uint8Array<ArrayBuffer>);
      if (array.byteLength === SEALED.keyBytes) keys.push(Uint8Array.from(array as Uint8Array));
      return array;
    });
    const sealed = await app.sealed(capture).finally(() => random.mockRestore());
    this.secrets.text(`features ${number}`, sealed.features);
    this.secrets.bytes(`features ${number}`, Buffer.from(sealed.features, 'base64'));
    this.secrets.text(`enc_key ${number}`, sealed.enc_key.split('.')[2]!);
    this.secrets.bytes(`enc_key ${number}`, keys[0]!);
    // Without the record's header, which is the same in every record.
    this.secrets.bytes(`template ${number}`, capture.plain.template.subarray(28));
    return sealed;
  }

  /** A session with a joined app. All three tokens are searched for afterwards. */
  async joined(mode: 'enroll' | 'verify' = 'enroll'): Promise<{ page: PageSide; app: AppSide }> {
    const page = await PageSide.open(this.merchant.calls, {}, mode);
    const [link, nonce] = [await page.linkToken('button'), `planted-nonce-${randomBytes(8).toString('hex')}`];
    const app = new AppSide(this.service, (await claim(this.service, link, nonce, page.cookie)).json);
    this.secrets.text('hosted token', page.token.split('.')[1]!);
    this.secrets.text('link token', link.split('.')[3]!);
    this.secrets.text('join cookie', page.cookie!.split('=')[1]!);
    this.secrets.text('app nonce', nonce);
    this.secrets.text('app token', app.token);
    return { page, app };
  }

  async outcome(mode: 'enroll' | 'verify', capture: Capture): Promise<string> {
    const { page, app } = await this.joined(mode);
    await app.callback(await this.sealed(app, capture));
    const { status, failure_code: code } = (await this.merchant.calls.result(page.sessionId)).json;
    return (code ?? status) as string;
  }
}

/** Success, each kind of failure, timeout, and error responses. */
async function liveThrough(scene: Scene): Promise<void> {
  const { merchant, service } = scene;
  const { sessions } = service.service.store;
  expect(await scene.outcome('enroll', scene.capture())).toBe('succeeded');
  expect(await scene.outcome('verify', scene.capture())).toBe('succeeded');
  expect(
    await scene.outcome('enroll', scene.capture(Buffer.from('planted: this is no record, and it says so at length'))),
  ).toBe('template_invalid');
  expect(await scene.outcome('enroll', { ...scene.capture(), enc_key: SEALING_VECTORS.vectors[0]!.enc_key })).toBe(
    'template_invalid',
  );
  expect(await scene.outcome('enroll', scene.capture(templateOf(randomView(77, { count: 8 }))))).toBe(
    'quality_too_low',
  );
  merchant.instead = answering(500, 'down');
  expect(await scene.outcome('enroll', scene.capture())).toBe('merchant_bio_unavailable');
  // A merchant with secrets in its error responses.
  merchant.instead = (req, res) => void req.once('data', (body: Buffer) => res.writeHead(400).end(body)).resume();
  expect(await scene.outcome('enroll', scene.capture())).toBe('merchant_bio_rejected');
  const lie = await scene.sealed((await scene.joined()).app, scene.capture());
  merchant.instead = answering(200, {
    stored: lie.features,
    found: true,
    payload: { features: lie.features, enc_key: lie.enc_key, finger: lie.enc_key },
  });
  expect(await scene.outcome('verify', scene.capture())).toBe('merchant_bio_invalid_response');
  // A merchant that hangs.
  merchant.instead = (req) => void req.resume().on('end', () => service.deadlineClock.move(5000));
  expect(await scene.outcome('enroll', scene.capture())).toBe('merchant_bio_timeout');
  merchant.instead = undefined;

  const { page, app } = await scene.joined();
  const capture = await scene.sealed(app, scene.capture());
  expect(codeOf(await app.callback({ ...capture, finger: capture.features }))).toEqual([400, 'invalid_request']);
  expect(codeOf(await app.callback({ ...capture, features: [capture.features] }))).toEqual([400, 'invalid_request']);
  expect(codeOf(await app.callback(`${JSON.stringify(capture)}}`))).toEqual([400, 'invalid_request']);
  for (const token of [app.token, page.token, merchant.calls.token]) {
    await service.get(`/v1/sessions/${page.sessionId}/result?merchant_user_ref=${token}&access_token=${token}`, token);
    await service.get(`/hosted/${token}?token=${token}`, token);
    await service.post('/v1/enrollment-sessions', token, { merchant_id: token, merchant_user_ref: 'u' });
  }
  const { clientId, clientSecret } = merchant.calls.client;
  await service.requestToken({ clientId, clientSecret: `${clientSecret}x` });
  await service.requestToken({ clientId: clientSecret, clientSecret });
  await claim(service, `${await (await PageSide.open(merchant.calls)).linkToken()}x`);

  // The store fails during a capture: the log line has an error with a stack.
  const move = sessions.move.bind(sessions);
  sessions.move = (wanted) =>
    wanted.steps[0].event === 'callback' ? Promise.reject(new Error('the store broke')) : move(wanted);
  expect(codeOf(await app.callback(await scene.sealed(app, scene.capture())))).toEqual([500, 'internal_error']);
  sessions.move = move;
}

/** Another process accepts a callback and is killed while the merchant holds its call. Returns the session. */
async function crash(scene: Scene, deployment: Deployment): Promise<Session> {
  const victim = await ServiceProcess.start(deployment, {
    logLevel: 'debug',
    onLine: (line) => void scene.lines.push(line),
  });
  const { page, app } = await scene.joined();
  const called = new Promise<void>((resolve) => {
    scene.merchant.instead = (req) => void req.resume().on('end', resolve);
  });
  const sealed = await scene.sealed(app, scene.capture());
  const cutOff = victim.callback(app, sealed).catch(() => undefined);
  await called;
  await victim.end('SIGKILL');
  await cutOff;
  return (await scene.service.service.store.sessions.find(page.sessionId))!;
}

onBothStores((fixture) => {
  describe('after journeys with success, failure, timeout, crash and debug logging', () => {
    it('features, keys, secrets and tokens are in no table, file, log line, metric, trace or error response', {
      timeout: 180_000,
    }, async () => {
      const deployment = await fixture.another();
      const scene = await Scene.start(deployment);
      await liveThrough(scene);
      const probe = await crash(scene, deployment);
      const { secrets, service, lines, answers } = scene;
      const places: Record<string, string | Buffer> = {
        'the log': lines.join(''),
        metrics: (await service.ops('/metrics')).text,
        'error answers': answers
          .filter(({ status }) => status >= 400)
          .map(({ text, headers }) => text + JSON.stringify(headers))
          .join('\n'),
        tables:
          deployment.databaseUrl === undefined
            ? dumpSqlite(databaseFile(deployment.folder))
            : await dumpPostgres(deployment.databaseUrl),
        files: bytesUnder(deployment.folder),
      };
      const writeAhead =
        deployment.databaseUrl === undefined ? undefined : await postgresLog(deployment.databaseUrl, scene.began);
      if (writeAhead !== undefined) places["the database's write-ahead log"] = writeAhead;

      const found = Object.entries(places).flatMap(([name, haystack]) =>
        secrets.foundIn(haystack).map((secret) => `${secret} in ${name}`),
      );
      expect(found).toEqual([]);
      expect(answers.flatMap(({ text }) => secrets.foundIn(text, isEnrollmentData))).toEqual([]);

      // The search finds known data: an id in rows, files and write-ahead log, an app token's hash, a merchant in the log.
      const rows = [
        places['tables']!,
        deployment.databaseUrl === undefined ? places['files']! : (writeAhead ?? places['tables']!),
      ];
      for (const bytes of rows) expect(bytes.includes(probe.id)).toBe(true);
      expect(places['tables']).toContain(probe.join!.appTokenHash);
      expect(places['the log']).toContain(scene.merchant.calls.merchantId);
      expect(secrets.count).toBeGreaterThan(200);
      expect(lines.length).toBeGreaterThan(50);

      // Repeats the search after everything is closed and written.
      await service.stop();
      await scene.merchant.stop();
      expect([...secrets.foundIn(bytesUnder(deployment.folder)), ...secrets.foundIn(lines.join(''))]).toEqual([]);
      const traces = Buffer.concat(scene.collector.bodies);
      await scene.collector.stop();
      expect(secrets.foundIn(traces)).toEqual([]);
      // No user ref and no session id is in the URL of a call or anywhere else.
      const spans = JSON.stringify(scene.collector.spans);
      for (const word of [probe.id, probe.merchantUserRef, '?']) expect(spans).not.toContain(word);
      expect(spans).toContain(scene.merchant.calls.merchantId);
    });
  });
});

const databaseFile = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => /\.(?:db|sqlite3?)$/.test(name))!);
