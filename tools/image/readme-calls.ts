import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@authly/contract/operations';

/** What the README's lines read from the sandbox's file. */
export interface Facts {
  readonly base_url: string;
  readonly ca_file: string;
  readonly merchant_id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** The README's first calls, as they are written there. */
export function readmeCalls(root: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const block = [...readme.matchAll(/```sh\n(.*?)```/gs)].find(([, text]) =>
    text!.includes(OPERATIONS.issueToken.path),
  );
  if (block === undefined) throw new Error('the README has no lines that ask for a token');
  return block[1]!;
}

/** Runs them in an empty folder. Returns what the last of them answered: the result of a session that nobody has opened. */
export function runReadmeCalls(root: string, folder: string, facts: Facts): { readonly status: string } {
  mkdirSync(join(folder, '.authly'), { recursive: true });
  writeFileSync(join(folder, '.authly', 'sandbox.json'), JSON.stringify(facts));
  const said = execFileSync('bash', ['-euo', 'pipefail', '-c', readmeCalls(root)], { cwd: folder, encoding: 'utf8' });
  const [created, result] = said
    .trim()
    .split(/(?<=\})\s*(?=\{)/)
    .map((text) => JSON.parse(text) as { status: string; session_id: string });
  if (created === undefined || result === undefined || created.session_id !== result.session_id)
    throw new Error(`the README's lines did not end with a session's result: ${said}`);
  return result;
}
