import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { RawConnection } from '../../../apps/service/test/raw-connection.ts';
import type { TestService } from '../../../apps/service/test/running-service.ts';
import { until } from '../explore/until.ts';
import type { Model } from './model.ts';
import { inUse, type Shop } from './shop.ts';

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

const PROMPT_MS = 3000;

/** While a call waits for a silent connection, a call of another merchant does not. */
export async function useWhileSilent(
  shop: Shop,
  model: Model,
  { connection, pass }: { connection: number; pass: () => void },
): Promise<void> {
  if (!shop.at.network || model.sessions.length === 0) return;
  const own = (): Promise<unknown> => shop.result(1, 0, model.sessions[0]!.user);
  const others = (): Promise<unknown> => shop.asOther(1, 0);
  // Both tokens are fresh, and the pool has its connections.
  await Promise.all([own(), others(), own(), others()]);
  shop.at.network.silence(connection);
  pass();
  const first = own();
  if (!(await isPrompt(first, PROMPT_MS / 2))) {
    const second = others();
    const isSecondPrompt = await isPrompt(second, PROMPT_MS);
    assert.ok(isSecondPrompt, 'calls of other merchants wait for one silent connection');
  }
  await shop.at.cut();
  await first;
}

const isPrompt = (call: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([call.then(() => true), pause(ms, false)]);
