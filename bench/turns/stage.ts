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
import type { Captures, Sealed } from './captures.ts';
import type { JoinedSession, Joins, SessionEnd } from './service-process.ts';

export interface Verification {
  /** How long the app waits for its answer. */
  readonly ms: number;
  readonly status: string;
}

/** One merchant's persons: the sessions that their apps have joined, and what an app sends. */
export interface Side {
  join(users: number, count: number): Promise<JoinedSession[]>;
  /** With the merchant's own probe, unless another is given. */
  verify(session: JoinedSession, probe?: Sealed): Promise<Verification>;
  endOf(session: JoinedSession): Promise<SessionEnd>;
}

/** A service, and in another process the Bio APIs of merchants; each answers every look-up with the same enrollment. */
export async function withMerchants<Name extends string>(
  captures: Readonly<Record<Name, Captures>>,
  work: (sides: Readonly<Record<Name, Side>>) => Promise<void>,
): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const ca = readFileSync(caFile, 'utf8');
  const log = openSync(join(folder, 'log'), 'a');
  cleanup.defer(() => closeSync(log));
  const child = (script: URL): Child => cleanup.adopt(startChild(script, log), (each) => each.stop());

  const bio = child(new URL('../bio/merchant-process.ts', import.meta.url));
  const replies = Object.fromEntries(
    Object.entries<Captures>(captures).map(([name, each]) => [lookupPath(name), reply(each)]),
  );
  const { port: bioPort } = await bio.ask<{ port: number }>('start', {
    certFile,
    keyFile,
    replies,
  } satisfies MerchantSetup);
  const service = child(new URL('service-process.ts', import.meta.url));
  const setup: ServiceSetup = { folder, databaseUrl: undefined, certFile, keyFile };
  const port = await service.ask<number>('start', setup);
  const agent = cleanup.adopt(new Agent({ connections: 256, allowH2: false, connect: { ca } }), (each) => each.close());

  async function side(name: Name): Promise<Side> {
    const bioBaseUrl = `https://localhost:${bioPort}/${name}`;
    await service.ask('addMerchant', { id: name, bioBaseUrl, bioCaPem: ca, attemptsPerHour: 0 });
    return {
      join: (users, count) => service.ask('join', { merchantId: name, users, count } satisfies Joins),
      verify: (session, probe = captures[name].probe) => verify(agent, port, session, JSON.stringify(probe)),
      endOf: ({ id }) => service.ask('endOf', id),
    };
  }
  const sides = {} as Record<Name, Side>;
  for (const name of Object.keys(captures) as Name[]) sides[name] = await side(name);
  await work(sides);
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
