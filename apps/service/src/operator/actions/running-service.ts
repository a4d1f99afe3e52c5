import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator.ts';
import { readConsoleUrl } from '../../config/console-settings.ts';
import { fileText, type Env } from '../../config/setting-reader.ts';
import { dataDirOf } from '../../config/store-settings.ts';

/** A sandbox writes this file when it is ready; empty where there is none. */
function readSandboxFile(env: Env): { base_url?: string; ca_file?: string; console_url?: string; ops_url?: string } {
  try {
    return JSON.parse(readFileSync(join(dataDirOf(env), 'sandbox.json'), 'utf8')) as object;
  } catch {
    return {};
  }
}

interface RunningService {
  readonly baseUrl: string | undefined;
  readonly ca: string | undefined;
  readonly opsUrl: string | undefined;
  readonly sandboxPort: number | undefined;
}

/** The addresses in the settings, otherwise those of the sandbox on this data folder. */
export function runningService(env: Env): RunningService {
  const { base_url, ca_file, ops_url } = readSandboxFile(env);
  return {
    baseUrl: (env['AUTHLY_BASE_URL'] || base_url)?.replace(/\/+$/, ''),
    ca: ca_file === undefined ? undefined : fileText(ca_file),
    opsUrl: ops_url,
    sandboxPort: base_url === undefined ? undefined : Number(URL.parse(base_url)?.port || 443),
  };
}

interface ServiceAddress {
  readonly baseUrl: string;
  /** PEM of the CA of its certificate; undefined: a public one. */
  readonly ca: string | undefined;
}

export function serviceAddress(env: Env): ServiceAddress {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined)
    throw new OperatorError(
      `no sandbox.json in ${dataDirOf(env)}: start the sandbox (npm start), or set AUTHLY_BASE_URL to the service's address`,
    );
  return { baseUrl, ca };
}

export function consoleUrl(env: Env): string {
  const url = readConsoleUrl(env) ?? URL.parse(readSandboxFile(env).console_url ?? '')?.origin;
  if (url === undefined)
    throw new OperatorError('set AUTHLY_CONSOLE_URL or AUTHLY_CONSOLE_PORT to the same value as the service');
  return url;
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
    const { statusCode, body } = await request(url, { ...options, signal, dispatcher });
    return { status: statusCode, body: await body.text() };
  } finally {
    await dispatcher.destroy();
  }
}
