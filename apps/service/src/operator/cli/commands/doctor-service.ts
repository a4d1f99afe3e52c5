import { get as getHttp } from 'node:http';
import { get as getHttps, type RequestOptions } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { listSigningKeys, type SigningKeysResponse } from '@authly/contract/operations/list-signing-keys';
import { readListening } from '../../../config/config.ts';
import type { Env } from '../../../config/setting-reader.ts';
import { runningService } from '../../actions/sandbox-file.ts';
import type { StoreContext } from '../store-context.ts';
import type { Found } from './doctor-finding.ts';

const TIMEOUT_MS = 5000;

/** The process on this machine: its operations port, then the port of its API. */
export async function examineService({ env }: StoreContext): Promise<Found> {
  const { opsUrl, host, port } = listening(env);
  const response = await get(`${opsUrl}/readyz`).catch(() => undefined);
  if (response === undefined) return { note: `not running on this machine: nothing responds at ${opsUrl}` };
  if (response.status !== 200)
    throw new Error(`${opsUrl}/readyz responded ${response.status}: ${response.body.slice(0, 200)}`);
  if (!(await accepts(host, port)))
    throw new Error(`ready at ${opsUrl}, but nothing listens on port ${port} (AUTHLY_PORT)`);
  return `ready at ${opsUrl}, port ${port} accepts connections`;
}

/** Of the sandbox on this data folder, otherwise of the settings. */
function listening(env: Env): { opsUrl: string; host: string; port: number } {
  const { opsUrl, sandboxPort } = runningService(env);
  const { host, port, opsHost, opsPort } = readListening(env);
  return {
    opsUrl: opsUrl ?? `http://${opsHost.includes(':') ? `[${opsHost}]` : opsHost}:${opsPort}`,
    host: sandboxPort === undefined ? host : '127.0.0.1',
    port: sandboxPort ?? port,
  };
}

const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket
      .once('connect', () => end(true))
      .once('timeout', () => end(false))
      .once('error', () => end(false));
  });

/** The public address must lead to a service that publishes the keys of this store. */
export async function examineBaseUrl({ env, store }: StoreContext, isRunning: boolean): Promise<Found> {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined) return { note: 'AUTHLY_BASE_URL is not set' };
  let response: Awaited<ReturnType<typeof get>>;
  try {
    response = await get(baseUrl + listSigningKeys.path, { ca });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const silent = `${baseUrl} does not respond (${code ?? message})`;
    if (!isRunning) return { note: silent };
    throw new Error(silent, { cause: error });
  }
  const published = response.status === 200 ? keyIds(response.body) : undefined;
  if (published === undefined)
    throw new Error(`${baseUrl} is not an Authly service: ${listSigningKeys.path} responded ${response.status}`);
  const own = new Set((await store.keys.list('bio-signing')).map(({ id }) => id));
  if (!published.every((id) => own.has(id))) throw new Error(`${baseUrl} leads to a service on another store`);
  return `${baseUrl} responds with the keys of this store`;
}

function keyIds(body: string): string[] | undefined {
  try {
    return (JSON.parse(body) as SigningKeysResponse).keys.map(({ key_id }) => key_id);
  } catch {
    return undefined;
  }
}

function get(url: string, options: RequestOptions = {}): Promise<{ status: number; body: string }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? getHttps : getHttp)(
      url,
      { ...options, signal, agent: false },
      (response) => {
        text(response).then((body) => resolve({ status: response.statusCode!, body }), reject);
      },
    );
    request.once('error', reject);
  });
}
