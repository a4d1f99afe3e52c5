import type { Env } from '../../config/setting-reader.ts';
import { dataDirOf } from '../../config/store-settings.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { Output } from '../../operator/actions/output.ts';
import { readSandboxFile } from '../../operator/actions/running-service.ts';

/** Variables of the SDK, the examples and curl. Node, Python, Go and PHP each need the CA by another name. */
const VARIABLES = {
  AUTHLY_BASE_URL: 'base_url',
  AUTHLY_MERCHANT_ID: 'merchant_id',
  AUTHLY_CLIENT_ID: 'client_id',
  AUTHLY_CLIENT_SECRET: 'client_secret',
  AUTHLY_CA_FILE: 'ca_file',
  CURL_CA_BUNDLE: 'ca_file',
  NODE_EXTRA_CA_CERTS: 'ca_file',
  SSL_CERT_FILE: 'ca_file',
} as const;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export async function sandboxEnv(env: Env): Promise<Output> {
  const facts = readSandboxFile(env);
  if (facts.base_url === undefined)
    throw new RefusedError(
      `there is no sandbox.json in ${dataDirOf(env)}`,
      undefined,
      'Start the sandbox (npm start), or set AUTHLY_DATA_DIR to its data folder.',
    );
  const variables = Object.entries(VARIABLES).map(([name, field]) => [name, facts[field] ?? ''] as const);
  return {
    json: Object.fromEntries(variables),
    text: variables.map(([name, value]) => `export ${name}=${quoted(value)}`).join('\n'),
  };
}
