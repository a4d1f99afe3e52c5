import { join } from 'node:path';
import { RefusedError } from '../../runtime/refused-error.ts';
import { attempted } from '../../runtime/attempted.ts';
import { fileText, type Env } from '../../config/setting-reader.ts';
import { dataDirOf } from '../../config/store-settings.ts';

type SandboxField = 'base_url' | 'merchant_id' | 'client_id' | 'client_secret' | 'ca_file' | 'ops_url';

/** A sandbox writes this file when it is ready; empty where there is none. */
export function readSandboxFile(env: Env): { readonly [Field in SandboxField]?: string } {
  const text = fileText(join(dataDirOf(env), 'sandbox.json')) ?? '';
  return attempted(() => JSON.parse(text) as object) ?? {};
}

/** Throws unless a sandbox has started. */
export function requireSandboxFile(env: Env): ReturnType<typeof readSandboxFile> {
  const facts = readSandboxFile(env);
  if (facts.base_url !== undefined) return facts;
  throw new RefusedError(
    `there is no sandbox.json in ${dataDirOf(env)}`,
    undefined,
    'Start the sandbox (npm start), or set AUTHLY_DATA_DIR to its data folder.',
  );
}

/** The addresses in the settings, otherwise those of the sandbox on this data folder. */
export function runningService(env: Env) {
  const { base_url, ca_file, ops_url } = readSandboxFile(env);
  return {
    baseUrl: (env['AUTHLY_BASE_URL'] || base_url)?.replace(/\/+$/, ''),
    // It is undefined if the certificate is from a public CA.
    ca: ca_file === undefined ? undefined : fileText(ca_file),
    opsUrl: ops_url,
    sandboxPort: base_url === undefined ? undefined : Number(URL.parse(base_url)?.port || 443),
  };
}

const TIMEOUT_MS = 5000;

interface ServiceCall {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly ca?: string | undefined;
}

/** One request on a new connection. */
export async function callService(url: string, { ca, ...options }: ServiceCall = {}) {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: { ca, timeout: TIMEOUT_MS } });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { statusCode, headers, body } = await request(url, { ...options, signal, dispatcher });
    return { status: statusCode, date: Date.parse(String(headers['date'])), body: await body.text() };
  } finally {
    await dispatcher.destroy();
  }
}
