import { spawn } from 'node:child_process';

/** Opens a page in the browser; where there is none, says its address. */
export function openPage(url: string, say: (line: string) => void): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  const sayInstead = (): void => say(`  Open ${url}`);
  child.once('error', sayInstead);
  child.once('exit', (code) => code !== 0 && sayInstead());
  child.unref();
}
