import { execFile, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { afterAll } from 'vitest';
import { ROOT, startSandboxProcess, stopSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

interface Sandboxes {
  readonly dataDir: string;
  readonly start: (command?: readonly [string, ...string[]]) => Promise<SandboxProcess>;
  /** The README's lines in a terminal: no option of the shell stops at an error. */
  readonly typeReadmeLines: () => Promise<{ stdout: string; stderr: string }>;
}

/** Sandboxes on one folder. They end with the test file. */
export function useSandboxes(): Sandboxes {
  const folder = mkdtempSync(join(tmpdir(), 'authly-sandbox-'));
  const dataDir = join(folder, '.authly');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) await stopSandboxProcess(child);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    dataDir,
    start: (command) =>
      startSandboxProcess({ dataDir, env: { HOME: folder }, ...(command && { command }) }, (child) =>
        running.push(child),
      ),
    typeReadmeLines: () =>
      promisify(execFile)('bash', ['-c', readmeLines()], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder },
        timeout: 110_000,
      }),
  };
}

function readmeLines(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, lines = ''] = [...readme.matchAll(/```sh\n([^]*?)```/g)].find(([, text]) => text!.includes('/oauth/token'))!;
  return lines;
}

/** The status of a token request with the sandbox's credentials. */
export async function tokenStatus(facts: Record<string, string>): Promise<number> {
  const agent = new Agent({ connect: { ca: readFileSync(facts['ca_file']!, 'utf8') } });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: facts['client_id']!,
    client_secret: facts['client_secret']!,
  });
  const { statusCode, body: answer } = await request(`${facts['base_url']}/oauth/token`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  await answer.text();
  await agent.close();
  return statusCode;
}
