import { existsSync } from 'node:fs';

/** The folder of real prints: what was given, else FINGERPRINTS of the environment, else none, which is said. */
export function foundData(given: string | undefined): string | undefined {
  const data = given ?? process.env['FINGERPRINTS'];
  if (data === undefined) console.error('No real prints (--data DIR or FINGERPRINTS): synthetic fingers alone.');
  else if (!existsSync(data)) throw new Error(`${data} is not there.`);
  return data;
}

const QUIET_MS = 30_000;
let toldAt = 0;

/** One line that rewrites itself on a terminal; elsewhere a line now and then, so that whoever waits sees that it moves, and one at the end of each step. */
export function showProgress(line: string, last: boolean): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}${last ? '\n' : ''}`);
  else if (last || performance.now() - toldAt > QUIET_MS) {
    toldAt = performance.now();
    console.error(line);
  }
}
