import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { Terminal } from './terminal.ts';

/** `script` of util-linux runs a program on a new terminal. */
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

describe.skipIf(!hasScript)('npm start on a terminal', () => {
  let terminal: Terminal;
  afterEach(() => terminal.end());

  it('names the shop first, in color, prints no secrets, and obeys its keys until q', {
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
    // A new link: the one in sandbox.json may have been used.
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

it('Linux has a terminal for these tests', () => expect(hasScript || process.platform !== 'linux').toBe(true));
