import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { developmentCertificates } from '../development-certificates/development-certificates.ts';
import { freePorts } from '../../test/free-port.ts';
import type { BuiltImage } from './build.ts';
import { checkContainer, type Finding } from './check-container.ts';
import { Container } from './container.ts';
import { runReadmeCalls } from './readme-calls.ts';

const SECRETS = '/run/secrets';
const PAGES = ['/docs', '/hosted/', '/app/', '/openapi.json'];

/** Runs the image in production as an operator would, with a certificate of this machine, and looks at what it promises. */
export async function tryImage({ root, config }: BuiltImage, repo: string): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-image-'));
  const [api, redirect, ops] = await freePorts(3);
  const baseUrl = `https://localhost:${api}`;
  const { ca, secrets, data } = await prepare(folder, Number(config.User.split(':')[0]));
  const began = performance.now();
  const container = new Container({
    root,
    config,
    volumes: { '/var/lib/authly': data, [SECRETS]: secrets },
    env: {
      AUTHLY_ENV: 'production',
      AUTHLY_BASE_URL: baseUrl,
      AUTHLY_HOST: '127.0.0.1',
      AUTHLY_PORT: `${api}`,
      AUTHLY_HTTP_PORT: `${redirect}`,
      AUTHLY_OPS_PORT: `${ops}`,
      AUTHLY_SHUTDOWN_DELAY_S: '0',
      AUTHLY_MASTER_KEY_FILE: `${SECRETS}/master-key`,
      AUTHLY_TLS_CERT_FILE: `${SECRETS}/tls-cert.pem`,
      AUTHLY_TLS_KEY_FILE: `${SECRETS}/tls-key.pem`,
    },
  });
  try {
    await ready(container);
    const startedIn = performance.now() - began;
    const facts = { base_url: baseUrl, ca_file: ca, ...newClient(container) };
    const { status } = runReadmeCalls(repo, folder, facts);
    return [
      { promise: 'starts', holds: true, seen: `${Math.round(startedIn)} ms until it is ready` },
      ...checkContainer(container, config),
      { promise: 'answers the README’s calls', holds: status === 'created', seen: `a session, ${status}` },
      ...(await pagesAnswer(baseUrl, ca)),
      stopped(await container.stop()),
    ];
  } finally {
    container.process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The master key and a certificate where the image's user can read them, and a folder that it may write to. */
async function prepare(folder: string, user: number): Promise<{ ca: string; secrets: string; data: string }> {
  const [secrets, data] = [join(folder, 'secrets'), join(folder, 'data')];
  mkdirSync(data, { mode: 0o700 });
  const { caFile } = await developmentCertificates(secrets, ['localhost'], new Date());
  writeFileSync(join(secrets, 'master-key'), randomBytes(32).toString('base64'), { mode: 0o600 });
  const files = readdirSync(secrets).map((name) => join(secrets, name));
  for (const path of [secrets, data, ...files]) chownSync(path, user, user);
  return { ca: caFile, secrets, data };
}

async function ready({ process }: Container): Promise<void> {
  const lines = createInterface(process.stdout!);
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line.includes('"ready"')) resolve();
    });
    void once(process, 'exit').then(([code]) => reject(new Error(`it ended with ${code}: ${said.join('\n')}`)));
  });
}

/** By the command line in the image, as an operator has it. */
function newClient(container: Container): { merchant_id: string; client_id: string; client_secret: string } {
  const authly = (...args: string[]): Record<string, string> =>
    JSON.parse(container.exec(['/usr/bin/authly', ...args, '--json'])) as Record<string, string>;
  const { merchant_id = '' } = authly(
    'merchant',
    'add',
    '--name',
    'A shop',
    '--bio-base-url',
    'https://shop.example/bio',
  );
  const { client_id = '', client_secret = '' } = authly('client', 'add', '--merchant', merchant_id);
  return { merchant_id, client_id, client_secret };
}

async function pagesAnswer(baseUrl: string, caFile: string): Promise<Finding[]> {
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
  try {
    const statuses = await Promise.all(
      PAGES.map(async (path) => {
        const { statusCode, body } = await request(baseUrl + path, { dispatcher });
        await body.dump();
        return `${path} ${statusCode}`;
      }),
    );
    return [
      { promise: 'has its pages', holds: statuses.every((each) => each.endsWith(' 200')), seen: statuses.join(', ') },
    ];
  } finally {
    await dispatcher.close();
  }
}

const stopped = ({ code, seconds }: { code: number | null; seconds: number }): Finding => ({
  promise: 'stops on SIGTERM',
  holds: code === 0,
  seen: `exit ${code} after ${seconds.toFixed(1)} s`,
});
