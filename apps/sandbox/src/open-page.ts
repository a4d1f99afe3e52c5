import { spawn } from 'node:child_process';

/** Prints the address too, because without a display the program may succeed and show nothing. */
export function openPage(url: string, say: (line: string) => void): void {
  say(`  Opening ${url}`);
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref();
}
