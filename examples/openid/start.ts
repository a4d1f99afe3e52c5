import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { type AuthlyClientOptions, createAuthlyClient, createBioApi } from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import { openSqlite, sqliteEnrollments, sqliteNonces } from '@authly/merchant/stores/sqlite';
import type { ClientMetadata } from 'oidc-provider';
import { rolldown } from 'rolldown';
import { openAccounts } from './accounts.ts';
import { STYLE } from './pages.ts';
import { createProvider } from './provider.ts';
import { signIn } from './sign-in.ts';
import { sqliteAdapter } from './sqlite-adapter.ts';

export interface OpenIdSettings {
  /** The public address, `https://…`, without a path. */
  readonly issuer: string;
  readonly host: string;
  readonly port: number;
  /** Absent: plain HTTP, for a proxy that ends TLS. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  readonly dataDir: string;
  /** The relying parties. */
  readonly clients: readonly ClientMetadata[];
  readonly authly: AuthlyClientOptions & { readonly baseUrl: string; readonly merchantId: string };
}

export function openStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = openSqlite(join(dataDir, 'openid.db'));
  const enrollments = sqliteEnrollments(db);
  return { db, enrollments, accounts: openAccounts(db, enrollments) };
}

export async function startOpenId({ issuer, host, port, tls, dataDir, clients, authly }: OpenIdSettings) {
  const { db, enrollments, accounts } = openStore(dataDir);
  const keysFile = join(dataDir, 'keys.json');
  const provider = createProvider({ issuer, clients, accounts, adapter: sqliteAdapter(db), keysFile });
  provider.proxy = tls === undefined;
  const { baseUrl, merchantId } = authly;
  const bioApi = toNodeHandler(createBioApi({ merchantId, baseUrl, store: enrollments, nonces: sqliteNonces(db) }));
  const interaction = signIn({ provider, accounts, enrollments, authly: createAuthlyClient(authly) });
  const others = provider.callback();
  const assets = new Map([
    ['/assets/style.css', { type: 'text/css', body: STYLE }],
    ['/assets/page.js', { type: 'text/javascript', body: await pageScript() }],
  ]);
  const handler: RequestListener = (req, res) => {
    const asset = assets.get(req.url ?? '');
    if (asset !== undefined)
      res.writeHead(200, { 'content-type': asset.type, 'cache-control': 'no-cache' }).end(asset.body);
    else if (req.url?.startsWith('/bio/')) bioApi(req, res);
    else if (req.url?.startsWith('/interaction/')) interaction(req, res);
    else void others(req, res);
  };
  const server = tls
    ? createServer({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }, handler)
    : createPlainServer(handler);
  await once(server.listen(port, host), 'listening');
  return {
    accounts,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      db.close();
    },
  };
}

/** The script with the browser SDK in it. */
async function pageScript(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'page.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output[0].code;
}
