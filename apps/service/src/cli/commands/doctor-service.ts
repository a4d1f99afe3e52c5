import { once } from 'node:events';
import { connect } from 'node:net';
import { listSigningKeys, type SigningKeysResponse } from '@authly/contract/operations/list-signing-keys';
import { attempted } from '../../runtime/attempted.ts';
import { longestDrainMs } from '../../api/drain-time.ts';
import { readListening, readShutdownDelayMs } from '../../config/config.ts';
import type { Env } from '../../config/setting-reader.ts';
import type { CheckDetail } from '../../operator/checks/check.ts';
import { callService, runningService } from '../terminal/running-service.ts';
import type { StoreContext } from '../store-context.ts';

const TIMEOUT_MS = 5000;

/** Checks the process on this machine. */
export async function checkService({ env }: StoreContext): Promise<CheckDetail> {
  const { opsUrl, host, port } = listening(env);
  const response = await callService(`${opsUrl}/readyz`).catch(() => undefined);
  if (response === undefined) return { note: `not running on this machine: nothing responds at ${opsUrl}` };
  if (response.status !== 200)
    throw new Error(`${opsUrl}/readyz responded ${response.status}: ${response.body.slice(0, 200)}`);
  if (!(await accepts(host, port)))
    throw new Error(`ready at ${opsUrl}, but nothing listens on port ${port} (AUTHLY_PORT)`);
  const { warnings = [] } = JSON.parse(response.body) as { warnings?: string[] };
  return [`ready at ${opsUrl}, port ${port} accepts connections`, ...warnings].join('; ');
}

function listening(env: Env): { opsUrl: string; host: string; port: number } {
  const { opsUrl, sandboxPort } = runningService(env);
  const { host, port, opsHost, opsPort } = readListening(env);
  return {
    opsUrl: opsUrl ?? `http://${opsHost.includes(':') ? `[${opsHost}]` : opsHost}:${opsPort}`,
    host: sandboxPort === undefined ? host : '127.0.0.1',
    port: sandboxPort ?? port,
  };
}

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const opened = await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  socket.destroy();
  return opened !== undefined;
}

/** The public address must lead to a service that publishes the keys of this store. */
export async function checkBaseUrl({ env, store }: StoreContext, isRunning: boolean): Promise<CheckDetail> {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined) return { note: 'AUTHLY_BASE_URL is not set' };
  const response = await callService(baseUrl + listSigningKeys.path, { ca }).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (response instanceof Error) {
    const reason = response.code ?? response.message;
    const silent = /CERT|VERIFY/.test(reason)
      ? `the certificate of ${baseUrl} is not accepted (${reason}): a private CA goes into NODE_EXTRA_CA_CERTS`
      : `${baseUrl} does not respond (${reason})`;
    if (!isRunning) return { note: silent };
    throw new Error(silent, { cause: response });
  }
  const published = response.status === 200 ? keyIds(response.body) : undefined;
  if (published === undefined)
    throw new Error(`${baseUrl} is not an Authly service: ${listSigningKeys.path} responded ${response.status}`);
  const own = new Set((await store.keys.list('bio-signing')).map(({ id }) => id));
  if (!published.every((id) => own.has(id))) throw new Error(`${baseUrl} leads to a service on another store`);
  return `${baseUrl} responds with the keys of this store`;
}

const keyIds = (body: string): string[] | undefined =>
  attempted(() => (JSON.parse(body) as SigningKeysResponse).keys.map(({ key_id }) => key_id));

export async function checkDraining({ env, store }: StoreContext): Promise<CheckDetail> {
  const longestS = Math.ceil((readShutdownDelayMs(env) + (await longestDrainMs(store.merchants))) / 1000);
  return { note: `at most ${longestS} s after SIGTERM: your supervisor must not kill it earlier` };
}
