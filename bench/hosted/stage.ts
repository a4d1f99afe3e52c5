import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import { startChild, type Child } from '../api/child.ts';
import type { StoreKind } from '../api/stage.ts';
import type { OpenPage } from './streams.ts';

export interface Certificates {
  readonly ca: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** A folder for the run, with certificates in it. */
export async function folderAndCertificates(
  cleanup: AsyncDisposableStack,
): Promise<{ folder: string; certificates: Certificates }> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  return { folder, certificates: { ca: readFileSync(caFile, 'utf8'), certFile, keyFile } };
}

/** The address of a new database; undefined where the store is embedded. */
export async function databaseFor(store: StoreKind, cleanup: AsyncDisposableStack): Promise<string | undefined> {
  if (store !== 'postgres') return undefined;
  const server = await startPostgres({ durable: true });
  cleanup.defer(() => server.remove());
  return (await createDatabase(server.url)).url;
}

/** A server in a process of its own, which has started. */
export async function startServer(
  cleanup: AsyncDisposableStack,
  script: string,
  folder: string,
  setup: object,
): Promise<{ child: Child; port: number }> {
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, 'log'), 'a');
  cleanup.defer(() => closeSync(log));
  const child = startChild(new URL(script, import.meta.url), log);
  cleanup.defer(() => child.stop());
  return { child, port: await child.ask<number>('start', { folder, ...setup }) };
}

/** Two processes that hold pages: each may have as many files as the service. */
const PAGE_PROCESSES = 2;
/** Each has a share of what the service gives: many people have many addresses. */
const ADDRESSES_EACH = 4;

/** Those who look at the pages. */
export class People {
  readonly #children: Child[];
  readonly #ca: string;

  constructor(cleanup: AsyncDisposableStack, ca: string) {
    const log = openSync(devNull, 'a');
    cleanup.defer(() => closeSync(log));
    this.#ca = ca;
    this.#children = Array.from({ length: PAGE_PROCESSES }, () =>
      startChild(new URL('pages-process.ts', import.meta.url), log),
    );
    for (const child of this.#children) cleanup.defer(() => child.stop());
  }

  async open(port: number, pages: readonly OpenPage[]): Promise<void> {
    await this.#each((child, i) =>
      child.ask('open', {
        port,
        ca: this.#ca,
        addresses: Array.from({ length: ADDRESSES_EACH }, (_, at) => `127.0.0.${2 + i * ADDRESSES_EACH + at}`),
        pages: pages.filter((_, at) => at % PAGE_PROCESSES === i),
      }),
    );
  }

  /** How many links have come to all of them. */
  async links(): Promise<number> {
    const counts = await this.#each((child) => child.ask<number>('links'));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** When each of these pages saw its session canceled. `pages`: in the order in which they were opened. */
  async seen(pages: readonly OpenPage[], all: readonly OpenPage[]): Promise<Map<string, number>> {
    const wanted = new Set(pages.map(({ sessionId }) => sessionId));
    const times = new Map<string, number>();
    await this.#each(async (child, i) => {
      const ids = all
        .filter(({ sessionId }, at) => at % PAGE_PROCESSES === i && wanted.has(sessionId))
        .map(({ sessionId }) => sessionId);
      const at = await child.ask<number[]>('seen', ids);
      for (const [k, id] of ids.entries()) times.set(id, at[k]!);
    });
    return times;
  }

  async count(): Promise<number> {
    const counts = await this.#each((child) => child.ask<number>('count'));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async closeAll(): Promise<void> {
    await this.#each((child) => child.ask('closeAll'));
  }

  /** How long so many handshakes took, one process making them. */
  handshakes(port: number, count: number, resumed: boolean): Promise<number> {
    return this.#children[0]!.ask('handshakes', { port, ca: this.#ca, count, resumed });
  }

  #each<T>(work: (child: Child, i: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#children.map(work));
  }
}
