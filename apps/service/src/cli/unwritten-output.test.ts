import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly } from '../../test/cli-run.ts';

const AUTHLY = join(import.meta.dirname, '../../bin/authly.mjs');
const folder = mkdtempSync(join(tmpdir(), 'authly-output-'));
const env = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder, AUTHLY_MASTER_KEY: randomBytes(32).toString('base64') };

/** Every write to this file fails as on a full disk. */
const FULL = '/dev/full';
const DONE =
  'The command itself is done. What it changed is in "authly audit list": if the output had a secret, replace it.';

/** Runs a line of a shell that knows the command `authly`. */
function shell(line: string): { code: number | null; error: string } {
  const script = `authly() { "${process.execPath}" "${AUTHLY}" "$@"; }; set -o pipefail; ${line}`;
  const { status, stderr } = spawnSync('bash', ['-c', script], { env: { ...process.env, ...env }, encoding: 'utf8' });
  return { code: status, error: stderr };
}

beforeAll(async () => {
  await runAuthly('merchant add --id m-1 --name Shop --bio-base-url https://shop.example'.split(' '), env);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.runIf(existsSync(FULL))('an output that cannot be written', () => {
  it.each(['merchant list', 'client add --merchant m-1', 'doctor'])(
    'of authly %s is a sentence and exit code 1',
    (words) => {
      expect(shell(`authly ${words} > ${FULL}`)).toEqual({
        code: 1,
        error: `authly: no space left on the disk for the output\n${DONE}\n`,
      });
    },
  );
});

it('a reader that closes the pipe early is no error', () => {
  expect(shell('authly merchant list --json | true')).toEqual({ code: 0, error: '' });
});

it('an output that a file system takes only in part is reported', () => {
  const sandbox = join(folder, 'sandbox');
  mkdirSync(sandbox);
  writeFileSync(join(sandbox, 'sandbox.json'), JSON.stringify({ base_url: `https://${'x'.repeat(2000)}` }));
  // Files may have one block of 1024 bytes.
  expect(
    shell(`trap "" XFSZ; ulimit -f 1; AUTHLY_DATA_DIR=${sandbox} authly sandbox env > ${join(folder, 'out')}`),
  ).toEqual({
    code: 1,
    error: `authly: the output cannot be used (EFBIG)\n${DONE}\n`,
  });
});
