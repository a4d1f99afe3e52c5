import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Less than a test's own limit: what the process said is shown. */
const READY_WITHIN_MS = 25_000;

/** A start that does not become ready fails with all that the process said. */
export async function readyPort(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const said: string[] = [];
  const notReady = (what: string): void => reject(new Error(`the process ${what}:\n${said.join('\n')}`));
  const late = setTimeout(() => notReady('is not ready yet'), READY_WITHIN_MS);
  child.once('error', (error) => notReady(`could not be started (${error.message})`));
  // Which comes after all that it said.
  child.once('close', () => notReady('ended before it was ready'));
  const errors = createInterface({ input: child.stderr! }).on('line', (line) => said.push(line));
  const log = createInterface({ input: child.stdout! }).on('line', (line) => {
    said.push(line);
    const port = portOf(line);
    if (port !== undefined) resolve(port);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    for (const lines of [errors, log]) lines.close();
    // What it says from now on is let go: a pipe that nobody empties would hold it up.
    for (const stream of [child.stderr!, child.stdout!]) stream.resume();
  }
}

function portOf(line: string): number | undefined {
  try {
    const { msg, api } = JSON.parse(line) as { msg?: string; api?: number };
    return msg === 'ready' ? api : undefined;
  } catch {
    return undefined;
  }
}
