import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OPERATIONS } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import { freePorts } from '../../test/free-port.ts';
import type { Commands } from './languages.ts';
import { start, startBioApi } from './processes.ts';
import type { ExampleSandbox } from './sandbox.ts';

/**
 * A whole enrollment and verification against the sandbox. The Bio API is restarted in between: what it answered as stored is
 * still there.
 */
export async function journey(
  name: string,
  { bioApi, backend }: Commands,
  sandbox: ExampleSandbox,
  folder: string,
): Promise<string> {
  const { facts } = sandbox;
  const [port, webhookPort] = await freePorts(2);
  const proxy = await startTlsProxy(sandbox.tls, port!);
  const events = await startTlsProxy(sandbox.tls, webhookPort!);
  const merchant = await sandbox.addMerchant(name, portOf(proxy.server), portOf(events.server));
  const { merchantId } = merchant;
  const dataDir = join(folder, 'journey');
  const settings = { port: port!, merchantId, serviceUrl: facts.base_url, caFile: facts.ca_file, dataDir };
  let server = await startBioApi(bioApi, settings);
  try {
    const child = start(backend(`u_${crypto.randomUUID()}`), {
      AUTHLY_BASE_URL: facts.base_url,
      AUTHLY_CA_FILE: facts.ca_file,
      NODE_EXTRA_CA_CERTS: facts.ca_file,
      MERCHANT_ID: merchantId,
      CLIENT_ID: merchant.clientId,
      CLIENT_SECRET: merchant.clientSecret,
      WEBHOOK_PORT: `${webhookPort}`,
      WEBHOOK_SECRET: merchant.webhookSecret,
      SANDBOX_OUTCOMES: '1',
    });
    const outcome = await played(child, facts.ca_file, async () => {
      await server.end();
      server = await startBioApi(bioApi, settings);
    });
    const taken = events.statuses.filter((status) => status === 204).length;
    if (taken < 2) throw new Error(`it was told of ${taken} of its two sessions: ${events.statuses.join(', ')}`);
    return outcome;
  } finally {
    await server.end();
    for (const { server: front } of [proxy, events]) {
      front.close();
      front.closeAllConnections();
    }
  }
}

/** Follows the backend's output and opens the page as a person would. */
async function played(child: ChildProcess, caFile: string, restartBioApi: () => Promise<void>): Promise<string> {
  const said: string[] = [];
  child.stderr!.on('data', (text: Buffer) => said.push(text.toString().trim()));
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, popupUrl] = /^Open this page: (\S+)$/.exec(line) ?? [];
    if (popupUrl !== undefined) await openPage(popupUrl, caFile);
    else said.push(line);
    if (line.startsWith('enrolled: ')) await restartBioApi();
  }
  const outcome = said.join(', ');
  if (!/^enrolled: (?:LI|LM|RI|RM), matched: true$/.test(outcome)) throw new Error(`its backend said: ${outcome}`);
  return outcome;
}

/** The hosted page's own first call, with the token of its address. */
async function openPage(popupUrl: string, caFile: string): Promise<void> {
  const { origin, hash } = new URL(popupUrl);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const { method, path } = OPERATIONS.hostedOpened;
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await request(origin + path, { method, dispatcher, headers });
  await dispatcher.destroy();
  if (statusCode !== 200) throw new Error(`the hosted page answered ${statusCode}`);
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

interface TlsProxy {
  readonly server: Server;
  /** Statuses of the answers that it passed on. */
  readonly statuses: readonly number[];
}

/** A TLS proxy in front of a merchant's server, as in production. */
async function startTlsProxy(tls: { cert: string; key: string }, upstreamPort: number): Promise<TlsProxy> {
  const statuses: number[] = [];
  const server = createServer(tls, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const upstream = httpRequest({ host: '127.0.0.1', port: upstreamPort, method, path, headers }, (answer) => {
      statuses.push(answer.statusCode ?? 502);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, statuses };
}
