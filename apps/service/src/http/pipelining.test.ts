import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { MerchantCalls } from '../../test/merchant-calls.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService } from '../../test/running-service.ts';
import { boundPipelines } from './pipelining.ts';

const ASK = 'GET /v1/signing-keys HTTP/1.1\r\nHost: x\r\n\r\n';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  return () => service.stop();
});

it('eight requests that do not wait for each other are answered in their order', async () => {
  const connection = await RawConnection.toApi(service);
  connection.socket.write(ASK.repeat(8));
  for (let i = 0; i < 8; i++) expect((await connection.answer())?.status).toBe(200);
  connection.end();
});

it('a client that asks on and on before it is answered is cut off: its answers would fill the memory', async () => {
  const shop = await MerchantCalls.of(service);
  const path = `/v1/sessions/${await shop.newSession()}/result?merchant_user_ref=user-1&wait=25`;
  const connection = await RawConnection.toApi(service);
  connection.write(`GET ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${shop.token}`, '', ASK.repeat(1000));
  expect([await connection.closed, await connection.answer()]).toEqual(['closed', undefined]);
  expect((await service.ops('/metrics')).text).toContain('cut_off_total{why="pipelined"} 1');
});

it('what follows in the same piece is not even read', async () => {
  let read = 0;
  class Counted extends IncomingMessage {
    constructor(...of: ConstructorParameters<typeof IncomingMessage>) {
      super(...of);
      read++;
    }
  }
  const server = createServer({ IncomingMessage: Counted }, () => {}).listen(0, '127.0.0.1');
  boundPipelines(server, () => {});
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.write(ASK.repeat(1000));
  await once(client, 'close');
  server.close();
  // Eight are let in, the ninth is too many, and at the tenth the parser stops.
  expect(read).toBe(10);
});
