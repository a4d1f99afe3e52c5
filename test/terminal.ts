import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';
import { sandboxSettings } from './free-port.ts';
import { ROOT } from './sandbox-process.ts';

/** `npm start` on a terminal, with a browser that only records addresses. */
export class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), 'authly-terminal-'));
  #child: ChildProcess | undefined;
  output = '';

  async start(env: Record<string, string> = {}): Promise<void> {
    const programs = join(this.folder, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> "${this.folder}/opened"\n`);
    chmodSync(join(programs, 'xdg-open'), 0o755);
    const command = `${process.execPath} ${join(ROOT, 'tools/bootstrap.mjs')} apps/sandbox/src/main.ts`;
    const child = (this.#child = spawn('script', ['-q', '-e', '-c', command, '/dev/null'], {
      cwd: ROOT,
      stdio: 'pipe',
      env: {
        ...(await sandboxSettings(join(this.folder, 'data'))),
        HOME: this.folder,
        TERM: 'xterm-256color',
        PATH: [programs, process.env['PATH']].join(delimiter),
        ...env,
      },
    }));
    child.stdout.on('data', (text: Buffer) => (this.output += text.toString()));
    await this.says('q quit');
  }

  press(key: string): void {
    this.#child!.stdin!.write(key);
  }

  async says(text: string): Promise<void> {
    await vi.waitUntil(() => this.output.includes(text), { timeout: 60_000 });
  }

  opened(): string[] {
    const file = join(this.folder, 'opened');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  facts(): Record<string, string> {
    return JSON.parse(readFileSync(join(this.folder, 'data', 'sandbox.json'), 'utf8')) as Record<string, string>;
  }

  async exitCode(): Promise<number | null> {
    await vi.waitUntil(() => this.#child!.exitCode !== null, { timeout: 60_000 });
    return this.#child!.exitCode;
  }

  end(): void {
    if (this.#child?.exitCode === null) this.#child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
