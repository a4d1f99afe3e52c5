import { spawn } from 'node:child_process';

/** Prints the address too, because the program may succeed and show nothing. */
export function openPage(url: string, say: (line: string) => void): void {
  say(`  Opening ${url}`);
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const failed = (): void => say('  No browser opened: open this address yourself.');
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .once('error', failed)
    .once('exit', (code) => code !== 0 && failed())
    .unref();
}
