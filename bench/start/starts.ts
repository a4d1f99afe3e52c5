import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { freePorts } from '../../test/free-port.ts';
import { createDatabase, startPostgres } from '../../test/postgres-server.ts';
import { buildPages } from '../../tools/build-pages/build.ts';
import { bundleHere } from '../../tools/image/bundle.ts';
import { requireReady, type Start } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AUTHLY = join(ROOT, 'apps', 'service', 'bin', 'authly.mjs');
/** Where `authly` and `npm start` keep what Node compiled. */
const CACHED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node') };
const SERVE_AIM_MS = 400;
const NPM_START_AIM_MS = 2500;

/** Each with a folder of its own, which it finds again at the next start. `authly` is run as after `npm run build`. */
export async function starts(folder: string, opened: AsyncDisposableStack): Promise<Start[]> {
  await buildPages();
  await bundleHere();
  const { certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const tls = { AUTHLY_TLS_CERT_FILE: certFile, AUTHLY_TLS_KEY_FILE: keyFile };
  const server = await startPostgres();
  opened.defer(() => server.remove());
  const isReady = (line: string): boolean => line === 'ready';
  const node = { command: process.execPath };
  return [
    { ...node, name: 'node', args: ['-e', "console.log('ready'); setInterval(() => {}, 1e6)"], saysReady: isReady },
    {
      ...node,
      name: 'bare fastify over TLS, TypeScript',
      args: [join(import.meta.dirname, 'bare-server.ts'), certFile, keyFile],
      env: CACHED,
      saysReady: isReady,
    },
    serve('authly serve, SQLite', join(folder, 'sqlite'), tls),
    serve('authly serve, Postgres', join(folder, 'postgres'), {
      ...tls,
      AUTHLY_DATABASE_URL: (await createDatabase(server.url)).url,
    }),
    {
      ...serve('authly serve, SQLite, not built', join(folder, 'sources'), { ...tls, ...CACHED }),
      args: [join(import.meta.dirname, 'from-sources.ts'), 'serve'],
      aimMs: undefined,
    },
    await npmStart(join(folder, 'sandbox')),
  ];
}

function serve(name: string, folder: string, settings: NodeJS.ProcessEnv): Start {
  mkdirSync(folder);
  return {
    name,
    aimMs: SERVE_AIM_MS,
    command: process.execPath,
    args: [AUTHLY, 'serve'],
    env: {
      AUTHLY_ENV: 'test',
      AUTHLY_DATA_DIR: folder,
      AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
      AUTHLY_PORT: '0',
      AUTHLY_HTTP_PORT: '0',
      AUTHLY_OPS_PORT: '0',
      AUTHLY_SHUTDOWN_DELAY_S: '0',
      ...settings,
    },
    saysReady: (line) => line.includes('"msg":"ready"'),
    check: (line) => requireReady(`http://127.0.0.1:${(JSON.parse(line) as { ops: number }).ops}`),
  };
}

async function npmStart(folder: string): Promise<Start> {
  const [api, redirect, shop, ops, console] = (await freePorts(5)).map(String);
  return {
    name: 'npm start',
    aimMs: NPM_START_AIM_MS,
    command: 'npm',
    args: ['--prefix', ROOT, 'start'],
    env: {
      AUTHLY_DATA_DIR: folder,
      AUTHLY_PORT: api,
      AUTHLY_HTTP_PORT: redirect,
      AUTHLY_SHOP_PORT: shop,
      AUTHLY_OPS_PORT: ops,
      AUTHLY_CONSOLE_PORT: console,
    },
    saysReady: (line) => line.includes('sandbox is up'),
    check: () =>
      requireReady((JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8')) as { ops_url: string }).ops_url),
  };
}
