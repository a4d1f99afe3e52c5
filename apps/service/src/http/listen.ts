import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SettingName } from '../config/settings.ts';

export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly setting: SettingName;
  readonly hostSetting?: SettingName;
}

export async function listen(server: Server, { host, port, setting }: Address): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, { host, port, setting });
  }
  return (server.address() as AddressInfo).port;
}

/** Resolves the host first: for `localhost` Fastify would open a second server without our limits. */
export async function listenFastify(fastify: FastifyInstance, address: Address): Promise<number> {
  try {
    const { address: host } = await lookup(address.host);
    await fastify.listen({ host, port: address.port });
  } catch (error) {
    throw listenError(error, address);
  }
  return (fastify.server.address() as AddressInfo).port;
}

export function listenError(error: unknown, { host, port, setting, hostSetting = 'AUTHLY_HOST' }: Address): unknown {
  const { code = '' } = error as { code?: string };
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken: stop what uses it, or set ${setting} to another`,
    EACCES: `this user may not open port ${port}: set ${setting} to one above 1023`,
    EADDRNOTAVAIL: `${hostSetting} is ${host}, which is no address of this machine`,
    ENOTFOUND: `${hostSetting} is ${host}, which is no address of this machine`,
  };
  return code in sentences ? new ListenError(sentences[code], { cause: error }) : error;
}

export function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
}
