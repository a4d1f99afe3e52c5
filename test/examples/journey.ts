import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { OPERATIONS } from '@authly/contract/operation-table';
import { Agent, request } from 'undici';
import { freePorts } from '../free-port.ts';
import type { Commands } from './languages.ts';
import { start, startBioApi } from './processes.ts';
import type { ExampleSandbox } from './sandbox.ts';
import { badDay, listenInFrontOf, withoutWait } from './in-front-of.ts';

/** All at once, where the language has threads. */
const USERS = 4;
/** Two sessions that end within seconds, and a pause of two seconds after each look. */
const MOST_LOOKS = 12;

/** Enrollments and verifications against the sandbox. The Bio API restarts in between and must still have the enrollments. */
export async function journey(
  name: string,
  { bioApi, backend }: Commands,
  sandbox: ExampleSandbox,
  folder: string,
): Promise<string> {
  const { facts } = sandbox;
  const [port, webhookPort] = (await freePorts(2)) as [number, number];
  const statuses: number[] = [];
  using bioProxy = await listenInFrontOf(`http://127.0.0.1:${port}`, sandbox.tls);
  using webhookProxy = await listenInFrontOf(`http://127.0.0.1:${webhookPort}`, sandbox.tls, { statuses });
  const requests: string[] = [];
  const ca = readFileSync(facts.ca_file, 'utf8');
  using service = await listenInFrontOf(facts.base_url, sandbox.tls, { ca, instead: badDay(requests) });
  const merchant = await sandbox.addMerchant(name, bioProxy.port, webhookProxy.port);
  const { merchantId } = merchant;
  const dataDir = join(folder, 'journey');
  const settings = { port, merchantId, serviceUrl: facts.base_url, caFile: facts.ca_file, dataDir };
  let server = await startBioApi(bioApi, settings);
  try {
    const users = Array.from({ length: USERS }, () => `u_${crypto.randomUUID()}`);
    const env = {
      AUTHLY_CA_FILE: facts.ca_file,
      AUTHLY_MERCHANT_ID: merchantId,
      AUTHLY_CLIENT_ID: merchant.clientId,
      AUTHLY_CLIENT_SECRET: merchant.clientSecret,
      SANDBOX_OUTCOMES: '1',
    };
    const child = start(backend(users), {
      ...env,
      AUTHLY_BASE_URL: `https://localhost:${service.port}`,
      WEBHOOK_PORT: `${webhookPort}`,
      AUTHLY_WEBHOOK_SECRET: merchant.webhookSecret,
    });
    const outcome = await played(child, users.length, facts.ca_file, async () => {
      await server.end();
      server = await startBioApi(bioApi, settings);
    });
    const taken = statuses.filter((status) => status === 204).length;
    if (taken < 2 * USERS) throw new Error(`it accepted ${taken} of its webhooks: ${statuses.join(', ')}`);
    const tokens = requests.filter((path) => path === OPERATIONS.issueToken.path).length;
    if (tokens > 3) throw new Error(`it asked for a token ${tokens} times, and 2 were refused`);
    const looks: string[] = [];
    using hasty = await listenInFrontOf(facts.base_url, sandbox.tls, { ca, instead: withoutWait(looks) });
    const alone = start(backend([users[0]!]), { ...env, AUTHLY_BASE_URL: `https://localhost:${hasty.port}` });
    await played(alone, 1, facts.ca_file, async () => {});
    if (looks.length > MOST_LOOKS) throw new Error(`it read two results ${looks.length} times without a pause`);
    return outcome;
  } finally {
    await server.end();
  }
}

async function played(
  child: ChildProcess,
  users: number,
  caFile: string,
  afterEnrollments: () => Promise<void>,
): Promise<string> {
  const said: string[] = [];
  child.stderr!.on('data', (text: Buffer) => said.push(text.toString().trim()));
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, popupUrl] = /^Open this page: (\S+)$/.exec(line) ?? [];
    if (popupUrl !== undefined) await openPage(popupUrl, caFile);
    else if (said.push(line) === users) await afterEnrollments();
  }
  const outcome = said.map((line) => line.replace(/^enrolled: (?:LI|LM|RI|RM)$/, 'enrolled')).toSorted();
  const expected = ['enrolled', 'matched: true'].flatMap((line) => Array.from({ length: users }, () => line));
  if (!isDeepStrictEqual(outcome, expected)) throw new Error(`its backend said: ${said.join(', ')}`);
  return `${users} users enrolled and matched`;
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
