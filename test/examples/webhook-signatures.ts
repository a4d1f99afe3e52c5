import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CALL_RUNNERS } from './calls.ts';
import { prove } from './languages.ts';

const run = promisify(execFile);
const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');

const programs = (): [id: string, code: string][] => {
  const [, section = ''] = guide.split('These programs print the signature');
  return [...section.matchAll(/^\*\*(\w+)\*\*\n\n```\w+\n([^]*?)```$/gm)].map(([, id, code]) => [
    id!.toLowerCase(),
    code!,
  ]);
};

/** The guide's code makes the signature of the guide's vector, in each installed language. `wanted` empty: all. */
export async function proveWebhookSignatures(folder: string, wanted: readonly string[]): Promise<boolean> {
  const field = (name: string): string => new RegExp(`^${name} +(.*)$`, 'm').exec(guide)![1]!;
  const vector = {
    SECRET: field('secret'),
    ID: field('webhook-id'),
    TIMESTAMP: field('webhook-timestamp'),
    BODY: field('body'),
  };
  const shown = programs().filter(([id]) => wanted.length === 0 || wanted.includes(id));
  const proofs = shown.map(([id, code]) => {
    const runner = CALL_RUNNERS.find((each) => each.id === id)!;
    return prove(`webhook signature in ${id}`, runner.missing(), async () => {
      const own = join(folder, 'webhook', id);
      mkdirSync(own, { recursive: true });
      const [[program, ...args]] = (await runner.prepare([code], own)) as [[string, ...string[]]];
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...vector };
      const { stdout } = await run(program, args, { env });
      if (stdout.trim() !== field('webhook-signature')) throw new Error(`it printed ${stdout.trim()}`);
      return 'the vector of the guide';
    });
  });
  return shown.length > 0 && (await Promise.all(proofs)).every(Boolean);
}
