import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WEBHOOK_CODE, WEBHOOK_VECTOR } from '../generate/reference/webhook-code.ts';
import { CALL_RUNNERS, type CallRunner } from './calls.ts';
import { needsElixir, prove } from './languages.ts';

const run = promisify(execFile);

// biome-ignore format: one row a line
const RUNNERS: readonly CallRunner[] = [
  ...CALL_RUNNERS,
  { id: 'elixir', missing: needsElixir, prepare: async (codes) => codes.map((code) => ['elixir', '-e', code]) },
];

/** The code of the webhook guide makes the signature of its vector, in each installed language. `wanted` empty: all. */
export async function proveWebhookSignatures(folder: string, wanted: readonly string[]): Promise<boolean> {
  const shown = WEBHOOK_CODE.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const proofs = shown.map(({ id, code }) => {
    const runner = RUNNERS.find((each) => each.id === id)!;
    return prove(`webhook signature in ${id}`, runner.missing(), async () => {
      const own = join(folder, 'webhook', id);
      mkdirSync(own, { recursive: true });
      const [[program, ...args]] = (await runner.prepare([code], own)) as [[string, ...string[]]];
      const { secret: SECRET, id: ID, timestamp: TIMESTAMP, body: BODY, signature } = WEBHOOK_VECTOR;
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SECRET, ID, TIMESTAMP, BODY };
      const { stdout } = await run(program, args, { env });
      if (stdout.trim() !== signature) throw new Error(`it printed ${stdout.trim()} instead of ${signature}`);
      return 'the vector of the guide';
    });
  });
  return (await Promise.all(proofs)).every(Boolean);
}
