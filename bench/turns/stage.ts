import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationPath } from '@authly/contract/operation-path';
import { BIO_OPERATIONS, JSON_BODY } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { startChild, type Child } from '../api/child.ts';
import type { ServiceSetup } from '../api/service-config.ts';
import type { MerchantSetup } from '../bio/merchant-process.ts';
import { heaviest, ordinary, type Captures } from './captures.ts';
import type { JoinedSession, Joins } from './service-process.ts';

export interface Verification {
  /** How long the app waits for its answer. */
  readonly ms: number;
  readonly status: string;
}

/** One merchant's persons: the sessions that their apps have joined, and what an app sends. */
export interface Side {
  join(users: number, count: number): Promise<JoinedSession[]>;
  verify(session: JoinedSession): Promise<Verification>;
  failureOf(session: JoinedSession): Promise<string>;
}

/** A service and the Bio APIs of two merchants, each in a process of its own. */
export async function withMerchants(work: (quiet: Side, flood: Side) => Promise<void>): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const ca = readFileSync(caFile, 'utf8');
  const log = openSync(join(folder, 'log'), 'a');
  cleanup.defer(() => closeSync(log));
  const child = (script: URL): Child => cleanup.adopt(startChild(script, log), (each) => each.stop());

  const captures = { quiet: ordinary(), flood: heaviest() };
  const bio = child(new URL('../bio/merchant-process.ts', import.meta.url));
  const replies = Object.fromEntries(Object.entries(captures).map(([name, each]) => [lookupPath(name), reply(each)]));
  const { port: bioPort } = await bio.ask<{ port: number }>('start', {
    certFile,
    keyFile,
    replies,
  } satisfies MerchantSetup);
  const service = child(new URL('service-process.ts', import.meta.url));
  const setup: ServiceSetup = { folder, databaseUrl: undefined, certFile, keyFile };
  const port = await service.ask<number>('start', setup);
  const agent = cleanup.adopt(new Agent({ connections: 256, allowH2: false, connect: { ca } }), (each) => each.close());

  async function side(name: keyof typeof captures): Promise<Side> {
    const bioBaseUrl = `https://localhost:${bioPort}/${name}`;
    await service.ask('addMerchant', { id: name, bioBaseUrl, bioCaPem: ca, attemptsPerHour: 0 });
    const body = JSON.stringify(captures[name].probe);
    return {
      join: (users, count) => service.ask('join', { merchantId: name, users, count } satisfies Joins),
      verify: (session) => verify(agent, port, session, body),
      failureOf: ({ id }) => service.ask('failureOf', id),
    };
  }
  await work(await side('quiet'), await side('flood'));
}

const lookupPath = (merchant: string): string => `/${merchant}${BIO_OPERATIONS.lookup.path}`;
const reply = ({ enrolled }: Captures): object => ({ found: true, payload: enrolled });

async function verify(dispatcher: Agent, port: number, session: JoinedSession, body: string): Promise<Verification> {
  const began = performance.now();
  const answer = await request(`https://localhost:${port}${operationPath('appCallback', { session_id: session.id })}`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': JSON_BODY, authorization: `Bearer ${session.appToken}` },
    body,
  });
  const { status } = (await answer.body.json()) as { status: string };
  return { ms: performance.now() - began, status };
}
