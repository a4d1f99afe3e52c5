import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral ports, so that no other process takes one between check and use. */
const FIRST = 20_000;
const COUNT = 10_000;
const TAKEN = join(tmpdir(), 'authly-test-ports');
const ours = new Set<string>();

/** A port that is reserved until this process ends. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (take(port) && (await isFree(port))) return port;
  }
  throw new Error('no port is free');
}

export const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort));

export async function sandboxSettings(dataDir: string): Promise<Record<string, string>> {
  const [api, redirect, shop, ops, console] = await freePorts(5);
  return {
    AUTHLY_DATA_DIR: dataDir,
    AUTHLY_PORT: `${api}`,
    AUTHLY_HTTP_PORT: `${redirect}`,
    AUTHLY_SHOP_PORT: `${shop}`,
    AUTHLY_OPS_PORT: `${ops}`,
    AUTHLY_CONSOLE_PORT: `${console}`,
  };
}

function take(port: number): boolean {
  mkdirSync(TAKEN, { recursive: true });
  const note = join(TAKEN, String(port));
  try {
    const file = openSync(note, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
  } catch {
    if (isAlive(note)) return false;
    rmSync(note, { force: true });
    return false;
  }
  if (ours.size === 0) process.once('exit', () => ours.forEach((each) => rmSync(each, { force: true })));
  ours.add(note);
  return true;
}

/** An unfinished note counts as alive. */
function isAlive(note: string): boolean {
  try {
    const owner = Number(readFileSync(note, 'utf8'));
    return owner === 0 || process.kill(owner, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = once(probe.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );
  if (!(await isListening)) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}
