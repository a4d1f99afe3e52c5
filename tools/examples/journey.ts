import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OPERATIONS } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import { freePorts } from '../../test/free-port.ts';
import { listenTls } from '../../lab/fixture/fixture.ts';
import type { Commands } from './languages.ts';
import { start, startBioApi } from './processes.ts';
import type { ExampleSandbox } from './sandbox.ts';

/** An enrollment and a verification against the sandbox. The Bio API restarts in between and must still have the enrollment. */
export async function journey(
  name: string,
  { bioApi, backend }: Commands,
  sandbox: ExampleSandbox,
  folder: string,
): Promise<string> {
  const { facts } = sandbox;
  const [port, webhookPort] = (await freePorts(2)) as [number, number];
  const statuses: number[] = [];
  using bioProxy = await listenInFrontOf(port, sandbox.tls);
  using webhookProxy = await listenInFrontOf(webhookPort, sandbox.tls, statuses);
  const merchant = await sandbox.addMerchant(name, bioProxy.port, webhookProxy.port);
  const { merchantId } = merchant;
  const dataDir = join(folder, 'journey');
  const settings = { port, merchantId, serviceUrl: facts.base_url, caFile: facts.ca_file, dataDir };
  let server = await startBioApi(bioApi, settings);
  try {
    const child = start(backend(`u_${crypto.randomUUID()}`), {
      AUTHLY_BASE_URL: facts.base_url,
      AUTHLY_CA_FILE: facts.ca_file,
      AUTHLY_MERCHANT_ID: merchantId,
      AUTHLY_CLIENT_ID: merchant.clientId,
      AUTHLY_CLIENT_SECRET: merchant.clientSecret,
      WEBHOOK_PORT: `${webhookPort}`,
      AUTHLY_WEBHOOK_SECRET: merchant.webhookSecret,
      SANDBOX_OUTCOMES: '1',
    });
    const outcome = await played(child, facts.ca_file, async () => {
      await server.end();
      server = await startBioApi(bioApi, settings);
    });
    const taken = statuses.filter((status) => status === 204).length;
    if (taken < 2) throw new Error(`it accepted ${taken} of its two webhooks: ${statuses.join(', ')}`);
    return outcome;
  } finally {
    await server.end();
  }
}

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

/** A TLS proxy in front of a merchant's server, as in production. It records the status of each answer. */
const listenInFrontOf = (port: number, tls: ExampleSandbox['tls'], statuses: number[] = []) =>
  listenTls(tls, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      statuses.push(answer.statusCode ?? 502);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });
