import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sandboxSettings } from './free-port.ts';
import { ROOT } from './sandbox-process.ts';

/** `script` of util-linux runs a program on a terminal of its own. */
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** `npm start` on a terminal, with a browser that only notes what it should open. */
class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), 'authly-terminal-'));
  #child: ChildProcess | undefined;
  output = '';

  async start(env: Record<string, string> = {}): Promise<void> {
    const programs = join(this.folder, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> "${this.folder}/opened"\n`);
    chmodSync(join(programs, 'xdg-open'), 0o755);
    const command = `${process.execPath} ${join(ROOT, 'tools/bootstrap.mjs')} tools/sandbox.ts`;
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
    child.stdout!.on('data', (text: Buffer) => (this.output += text.toString()));
    await this.says('q quit');
  }

  press(key: string): void {
    this.#child!.stdin!.write(key);
  }

  async says(text: string): Promise<void> {
    await expect.poll(() => this.output, { timeout: 60_000 }).toContain(text);
  }

  opened(): string[] {
    const file = join(this.folder, 'opened');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  facts(): Record<string, string> {
    return JSON.parse(readFileSync(join(this.folder, 'data', 'sandbox.json'), 'utf8')) as Record<string, string>;
  }

  async exitCode(): Promise<number | null> {
    await expect.poll(() => this.#child!.exitCode, { timeout: 60_000 }).not.toBeNull();
    return this.#child!.exitCode;
  }

  end(): void {
    if (this.#child?.exitCode === null) this.#child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe.skipIf(!hasScript)('npm start on a terminal', () => {
  let terminal: Terminal;
  afterEach(() => terminal.end());

  it('names the shop first, in color, keeps secrets to itself, and obeys its keys until q', {
    timeout: 180_000,
  }, async () => {
    terminal = new Terminal();
    await terminal.start();
    const { shop_url, base_url, client_secret, console_url, try_url } = terminal.facts();
    expect(terminal.output).toContain('\u001B[');
    expect(terminal.output.indexOf(shop_url!)).toBeLessThan(terminal.output.indexOf(`${base_url}/docs`));
    terminal.press('o');
    await expect.poll(() => terminal.opened()).toEqual([shop_url]);
    terminal.press('d');
    await expect.poll(() => terminal.opened().at(-1)).toBe(`${base_url}/docs`);
    terminal.press('c');
    await expect.poll(() => terminal.opened().length).toBe(3);
    const [origin] = console_url!.split('#');
    // A link of its own: the one in sandbox.json may have been used.
    expect(terminal.opened()[2]!.startsWith(origin!)).toBe(true);
    expect(terminal.opened()[2]).not.toBe(console_url);
    terminal.press('p');
    await terminal.says('npm start -- --phone');
    terminal.press('h');
    await terminal.says('sandbox.json');
    for (const secret of [client_secret!, console_url!.split('#')[1]!, try_url!.split('#')[1]!])
      expect(terminal.output).not.toContain(secret);
    terminal.press('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.output).toMatch(/Stopping …\s+Stopped\.\s*$/);
  });

  it('is plain with NO_COLOR, and Ctrl-C ends it as q does', { timeout: 180_000 }, async () => {
    terminal = new Terminal();
    await terminal.start({ NO_COLOR: '1' });
    expect(terminal.output.slice(terminal.output.indexOf('✓ Authly is running'))).not.toContain('\u001B[');
    terminal.press('\u0003');
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.output).toMatch(/Stopped\.\s*$/);
  });
});

afterAll(() => expect(hasScript || process.platform !== 'linux').toBe(true));
