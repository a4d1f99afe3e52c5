import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import records from '@authly/contract/sample-records.json' with { type: 'json' };
import { beforeAll, expect, it } from 'vitest';
import { freePorts } from '../free-port.ts';

let url: string;
beforeAll(async () => {
  const [port] = await freePorts(1);
  url = `http://127.0.0.1:${port}/`;
  const matcher = spawn(process.execPath, ['examples/matcher/matcher.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, MATCHER_TOKEN: 'a-token', PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(matcher.stdout, 'data');
  return () => {
    matcher.kill();
  };
});

const ask = (body: string, token = 'a-token'): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
const question = (probe: string, type = 'fingerprint'): string =>
  JSON.stringify({ type, probe, enrolled: records.enrollment_base64 });

it.each([
  ['the same finger', records.probe_base64, true],
  ['another finger', records.other_finger_base64, false],
])('the example of a matcher decides about %s as the sample records say', async (_, probe, matched) => {
  const answer = await ask(question(probe));
  expect([answer.status, await answer.json()]).toEqual([200, { matched }]);
});

it.each([
  ['without the token', 401, question(records.probe_base64), ''],
  ['with another token', 401, question(records.probe_base64), 'another'],
  ['of another biometric type', 422, question(records.probe_base64, 'face'), 'a-token'],
  ['that is no JSON', 400, 'probe', 'a-token'],
  ['with a record that is none', 400, question('AAAA'), 'a-token'],
  ['of more than 4 MiB', 413, question('A'.repeat(4_194_305)), 'a-token'],
])('refuses a call %s', async (_, status, body, token) => {
  expect((await ask(body, token)).status).toBe(status);
});
