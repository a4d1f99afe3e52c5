import type { Env } from '../../config/setting-reader.ts';
import type { Output } from '../terminal/output.ts';
import { requireSandboxFile } from '../terminal/running-service.ts';

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
  const facts = requireSandboxFile(env);
  const variables = Object.entries(VARIABLES).map(([name, field]) => [name, facts[field] ?? ''] as const);
  return {
    json: Object.fromEntries(variables),
    text: variables.map(([name, value]) => `export ${name}=${quoted(value)}`).join('\n'),
  };
}
