// `node main.ts` serves. `node main.ts invite NAME` and `node main.ts remove NAME` change its accounts, also while it runs.
import { readFileSync } from 'node:fs';
import type { ClientMetadata } from 'oidc-provider';
import { openStore, startOpenId } from './start.ts';

const { env } = process;
const [command, name = ''] = process.argv.slice(2);
const dataDir = env['OPENID_DATA_DIR'] ?? '.openid';

if (command === 'invite') {
  console.log(`The code of ${name} for the next 24 hours: ${await openStore(dataDir).accounts.invite(name)}`);
} else if (command === 'remove') {
  const isRemoved = await openStore(dataDir).accounts.remove(name);
  console.log(isRemoved ? `${name} is removed.` : `There is no ${name}.`);
} else if (command === undefined) {
  const issuer = needed('OPENID_ISSUER');
  const [certFile, keyFile] = [env['OPENID_TLS_CERT_FILE'], env['OPENID_TLS_KEY_FILE']];
  const running = await startOpenId({
    issuer,
    host: env['OPENID_HOST'] ?? '127.0.0.1',
    port: Number(env['OPENID_PORT'] ?? 9445),
    ...(certFile && keyFile && { tls: { certFile, keyFile } }),
    dataDir,
    clients: JSON.parse(readFileSync(env['OPENID_CLIENTS_FILE'] ?? 'clients.json', 'utf8')) as ClientMetadata[],
    authly: { baseUrl: needed('AUTHLY_BASE_URL'), merchantId: needed('AUTHLY_MERCHANT_ID') },
  });
  console.log(`OpenID Provider: ${issuer}`);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void running.close().then(() => process.exit()));
} else {
  console.error('Usage: node main.ts [invite NAME | remove NAME]');
  process.exitCode = 2;
}

function needed(setting: string): string {
  const value = env[setting];
  if (value === undefined || value === '') throw new Error(`${setting} is not set`);
  return value;
}
