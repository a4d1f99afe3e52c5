import { spawn } from 'node:child_process';

/** Opens a page in the browser; where there is none, says its address. */
export function openPage(url: string, say: (line: string) => void): void {
  const [program, ...args] = process.platform === 'darwin' ? ['open', url] : ['xdg-open', url];
  const child = spawn(program!, args, { stdio: 'ignore', detached: true });
  const sayInstead = (): void => say(`  Open ${url}`);
  child.once('error', sayInstead);
  child.once('exit', (code) => code !== 0 && sayInstead());
  child.unref();
}
