import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { startOpenId } from '../../../examples/openid/start.ts';
import type { Config } from '../../service/src/config/config.ts';
import type { Env } from '../../service/src/config/setting-reader.ts';
import { attempted } from '../../service/src/runtime/attempted.ts';
import type { Store } from '../../service/src/storage/port/store.ts';
import { addMerchant, credentialsOf, type DemoCredentials } from './demo-merchant.ts';
import { freePorts } from './free-ports.ts';

const MERCHANT_ID = 'mch_openid';
const OPERATOR = 'operator';

/** Chooses the port, and makes the files of a first start: the console's secret, and the list for other relying parties. */
export async function prepareOpenId(env: Env, dataDir: string, host: string) {
  const folder = join(dataDir, 'openid');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [secretFile, clientsFile] = [join(folder, 'console-secret'), join(folder, 'clients.json')];
  if (!existsSync(secretFile)) writeFileSync(secretFile, randomBytes(32).toString('base64url'), { mode: 0o600 });
  if (!existsSync(clientsFile)) writeFileSync(clientsFile, '[]\n', { mode: 0o600 });
  const { OPENID_PORT: port } = { ...env, ...(await freePorts(env, '127.0.0.1', { OPENID_PORT: '9445' })) };
  const issuer = `https://${host}:${port}`;
  const consoleSettings: Env = {
    AUTHLY_CONSOLE_OIDC_ISSUER: issuer,
    AUTHLY_CONSOLE_OIDC_CLIENT_ID: 'console',
    AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE: secretFile,
    AUTHLY_CONSOLE_OIDC_SCOPE: 'openid profile',
    AUTHLY_CONSOLE_OIDC_CLAIM: 'preferred_username',
    AUTHLY_CONSOLE_OIDC_ADMINS: OPERATOR,
  };
  return { folder, secretFile, clientsFile, port: Number(port), issuer, consoleSettings };
}

interface Sandbox {
  readonly store: Store;
  readonly config: Config;
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export type SandboxOpenId = Awaited<ReturnType<typeof startSandboxOpenId>>;

/** Starts `examples/openid` as a merchant of this sandbox. */
export async function startSandboxOpenId(
  { folder, secretFile, clientsFile, issuer, port }: Awaited<ReturnType<typeof prepareOpenId>>,
  { store, config, caFile, certFile, keyFile }: Sandbox,
) {
  const bioCaPem = readFileSync(caFile, 'utf8');
  if (!('setDefaultCACertificates' in tls)) throw new Error('--openid needs Node 24.5 or newer');
  // The console asks the provider, and the provider the service, in this process.
  tls.setDefaultCACertificates([...tls.getCACertificates(), bioCaPem]);
  const bioBaseUrl = `https://localhost:${port}/bio`;
  await addMerchant(store, { id: MERCHANT_ID, name: 'OpenID Provider', bioBaseUrl, bioCaPem });
  // The port or the CA may have changed.
  await store.merchants.update(MERCHANT_ID, { bioBaseUrl, bioCaPem });
  const kept = join(folder, 'merchant.json');
  const earlier = attempted(() => JSON.parse(readFileSync(kept, 'utf8')) as DemoCredentials);
  const credentials = await credentialsOf(store, MERCHANT_ID, earlier ?? {});
  writeFileSync(kept, JSON.stringify(credentials), { mode: 0o600 });
  const consoleClient = {
    client_id: 'console',
    client_name: 'the console',
    client_secret: readFileSync(secretFile, 'utf8'),
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: [`${config.console!.url}/oidc/callback`],
  };
  const { client_id: clientId, client_secret: clientSecret } = credentials;
  const openId = await startOpenId({
    issuer,
    host: config.host,
    port,
    tls: { certFile, keyFile },
    dataDir: folder,
    clients: [consoleClient, ...JSON.parse(readFileSync(clientsFile, 'utf8'))],
    authly: { baseUrl: config.baseUrl, merchantId: MERCHANT_ID, clientId, clientSecret },
  });
  const isEnrolled = openId.accounts.find(OPERATOR)?.finger;
  const invitation = isEnrolled ? undefined : await openId.accounts.invite(OPERATOR);
  return { issuer, operator: OPERATOR, invitation, accounts: openId.accounts, close: () => openId.close() };
}
