import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator.ts';
import { readConsoleUrl } from '../../config/console-settings.ts';
import { fileText, type Env } from '../../config/setting-reader.ts';
import { dataDirOf } from '../../config/store-settings.ts';

/** What a sandbox on this data folder wrote when it was ready; empty where there is none. */
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

/** Where the service of this store should respond, as far as the settings or a sandbox say. */
export function runningService(env: Env): RunningService {
  const { base_url, ca_file, ops_url } = readSandboxFile(env);
  return {
    baseUrl: (env['AUTHLY_BASE_URL'] || base_url)?.replace(/\/+$/, ''),
    ca: ca_file === undefined ? undefined : fileText(ca_file),
    opsUrl: ops_url,
    sandboxPort: base_url === undefined ? undefined : Number(URL.parse(base_url)?.port || 443),
  };
}

export interface ServiceAddress {
  readonly baseUrl: string;
  /** PEM of the CA that its certificate is from; undefined: a public one. */
  readonly ca: string | undefined;
}

/** From the settings, otherwise of the sandbox. */
export function serviceAddress(env: Env): ServiceAddress {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined)
    throw new OperatorError(
      `no sandbox.json in ${dataDirOf(env)}: start the sandbox (npm start), or set AUTHLY_BASE_URL to the service's address`,
    );
  return { baseUrl, ca };
}

/** From the settings, otherwise of the sandbox. */
export function consoleUrl(env: Env): string {
  const url = readConsoleUrl(env) ?? URL.parse(readSandboxFile(env).console_url ?? '')?.origin;
  if (url === undefined)
    throw new OperatorError('set AUTHLY_CONSOLE_URL or AUTHLY_CONSOLE_PORT to the same value as the service');
  return url;
}
