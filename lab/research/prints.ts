import { existsSync } from 'node:fs';

/** The folder of real captures: the option, else FINGERPRINTS of the environment, else none, with a message. */
export function foundData(given: string | undefined): string | undefined {
  const data = given ?? process.env['FINGERPRINTS'];
  if (data === undefined) console.error('No real prints (--data DIR or FINGERPRINTS): synthetic fingers alone.');
  else if (!existsSync(data)) throw new Error(`${data} is not there.`);
  return data;
}

const QUIET_MS = 30_000;
let toldAt = 0;

/** One updating line on a terminal; elsewhere a line now and then and one at the end of each step. */
export function showProgress(line: string, last: boolean): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}${last ? '\n' : ''}`);
  else if (last || performance.now() - toldAt > QUIET_MS) {
    toldAt = performance.now();
    console.error(line);
  }
}
