import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly } from '../../test/cli-run.ts';

const AUTHLY = join(import.meta.dirname, '../../bin/authly.mjs');
const folder = mkdtempSync(join(tmpdir(), 'authly-output-'));
const env = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder, AUTHLY_MASTER_KEY: randomBytes(32).toString('base64') };

/** Every write to this file fails as on a full disk. */
const FULL = '/dev/full';

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
  it.each(['merchant list', '--help', '--version', 'doctor'])('of authly %s is a sentence and exit code 1', (words) => {
    expect(shell(`authly ${words} > ${FULL}`)).toEqual({
      code: 1,
      error: 'authly: no space left on the disk for the output\n',
    });
  });

  it('of a command that changed something names what it did, so that a lost secret can be replaced', async () => {
    const added = shell(`authly client add --merchant m-1 > ${FULL}`);
    const [, id] = /client\.add (cli_\w+)/.exec(added.error)!;
    expect(added).toEqual({
      code: 1,
      error: `authly: no space left on the disk for the output\nIt was done: client.add ${id}. If the output had a secret, replace it.\n`,
    });
    const { out } = await runAuthly(['client', 'list', '--json'], env);
    expect(JSON.parse(out)).toMatchObject([{ client_id: id }]);
    const set = shell(`authly merchant set m-1 --webhook-url https://shop.example/hook --json > ${FULL}`);
    expect(JSON.parse(set.error)).toMatchObject({
      error: { code: 'file', hint: expect.stringContaining('webhook.set m-1') },
    });
  });
});

it('a reader that closes the pipe early is no error', () => {
  for (const words of ['--help', 'merchant list --json'])
    expect(shell(`authly ${words} | true`)).toEqual({ code: 0, error: '' });
});

it('an output that a file system takes only in part is reported', () => {
  // Files may have one block of 1024 bytes.
  expect(shell(`trap "" XFSZ; ulimit -f 1; authly --help > ${join(folder, 'help.txt')}`)).toEqual({
    code: 1,
    error: 'authly: the output cannot be used (EFBIG)\n',
  });
});
