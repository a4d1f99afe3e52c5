import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { RawConnection } from '../../../apps/service/test/raw-connection.ts';
import type { TestService } from '../../../apps/service/test/running-service.ts';
import { until } from '../explore/until.ts';
import type { Model } from './model.ts';
import { inUse, type Shop } from './shop.ts';

const MB = 1_048_576;
const SENT_MB = 16;
/** The bytes in the buffers of both ends. */
const TAKEN_MB = 8;

/** A body without a token is not read, whatever the path. */
export async function sendBrokenPath(service: TestService): Promise<void> {
  const connection = await RawConnection.toApi(service);
  connection.write('POST /v1/%zz HTTP/1.1', 'Host: x', `Content-Length: ${SENT_MB * MB}`, '', '');
  const chunk = Buffer.alloc(MB);
  let taken = 0;
  for (; taken < SENT_MB && !connection.socket.destroyed; taken++) {
    const drained = new Promise<void>((resolve) => connection.socket.write(chunk, () => resolve()));
    if ((await Promise.race([drained, connection.closed])) === 'closed') break;
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

/** A call that is not answered before these waits for something. */
const OTHER_ANSWERS = 200;

/** A call of another merchant does not wait for a connection that another call waits for. */
export async function useWhileSilent(shop: Shop, model: Model, pass: () => void): Promise<void> {
  const { network } = shop.at;
  if (!network || model.sessions.length === 0) return;
  const own = (): Promise<unknown> => shop.result(1, 0, model.sessions[0]!.user);
  const others = (): Promise<unknown> => shop.asOther(1, 0);
  // Both tokens are fresh.
  await Promise.all([own(), others()]);
  const silent = network.silence();
  pass();
  let hasAnswered = false;
  const first = own().finally(() => (hasAnswered = true));
  await until('the call to use a connection', () => hasAnswered || silent.lost > 0);
  const served: unknown[] = [];
  const second = others().then((answer) => served.push(answer));
  for (let i = 0; i < OTHER_ANSWERS && served.length === 0; i++) await inUse(shop.at.service(1));
  assert.ok(served.length > 0, 'a call waits for a connection of another');
  await shop.at.cut();
  await Promise.all([first, second]);
}
