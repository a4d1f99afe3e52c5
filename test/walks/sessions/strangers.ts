import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { RawConnection } from '../../../apps/service/test/raw-connection.ts';
import type { TestService } from '../../../apps/service/test/running-service.ts';
import { until } from '../explore/until.ts';
import type { Model } from './model.ts';
import { inUse, short, type Shop } from './shop.ts';

const MB = 1_048_576;
const SENT_MB = 16;
/** What lies in the buffers of both ends. */
const TAKEN_MB = 8;

/** A body without a token is not read, whatever the path. */
export async function sendBrokenPath(service: TestService): Promise<void> {
  const connection = await RawConnection.toApi(service);
  connection.write('POST /v1/%zz HTTP/1.1', 'Host: x', `Content-Length: ${SENT_MB * MB}`, '', '');
  const chunk = Buffer.alloc(MB);
  let taken = 0;
  for (; taken < SENT_MB && !connection.socket.destroyed; taken++) {
    const drained = new Promise<void>((resolve) => connection.socket.write(chunk, () => resolve()));
    if ((await Promise.race([drained, connection.closed, pause(500)])) === 'closed') break;
  }
  connection.end();
  assert.ok(taken <= TAKEN_MB, `${taken} MB were read from a stranger`);
}

const STRANGERS = 20;

/** A connection that reuses a port is counted like any other. */
export async function connectAgain(service: TestService): Promise<void> {
  const port = service.service.ports.api;
  const open = async (localPort?: number): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', ...(localPort && { localPort }) }).on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const first = await Promise.all(Array.from({ length: STRANGERS }, () => open()));
  const again = await Promise.all(
    first.map((socket) => {
      const { localPort } = socket;
      socket.resetAndDestroy();
      return open(localPort).catch(() => undefined);
    }),
  );
  const connected = again.filter((socket) => socket !== undefined);
  await until(
    'the connections to be counted',
    async () => ((await inUse(service)).get('connections') ?? 0) >= connected.length,
  );
  for (const socket of connected) socket.destroy();
}

const CALLS = 12;
const PROMPT_MS = 3000;

/** Only the calls that use the silent connection wait. */
export async function useWhileSilent(
  shop: Shop,
  model: Model,
  { connection, pass }: { connection: number; pass: () => void },
): Promise<void> {
  if (!shop.at.network || model.sessions.length === 0) return;
  const call = () => shop.result(1, 0, model.sessions[0]!.user).then(short);
  await Promise.all(Array.from({ length: CALLS }, call));
  shop.at.network.silence(connection);
  pass();
  let prompt = 0;
  const calls = Array.from({ length: CALLS }, async () => void (await call(), prompt++));
  await Promise.race([Promise.all(calls), pause(PROMPT_MS)]);
  assert.ok(prompt >= CALLS / 2, `${CALLS - prompt} of ${CALLS} calls wait for one silent connection`);
  await shop.at.cut();
  await Promise.all(calls);
}
