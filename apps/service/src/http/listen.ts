import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SettingName } from '../config/settings.ts';

/** A port that cannot be opened, in one sentence that names the setting. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The setting that chooses the port. */
  readonly setting: SettingName;
  /** The setting that chooses the host: AUTHLY_HOST, unless it is named. */
  readonly hostSetting?: SettingName;
}

/** Opens a port and returns its number, which for port 0 the system chooses. */
export async function listen(server: Server, { host, port, setting }: Address): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, { host, port, setting });
  }
  return (server.address() as AddressInfo).port;
}

/** One address: told `localhost`, Fastify would open a second server for the other family, which has none of our bounds. */
export async function listenFastify(fastify: FastifyInstance, address: Address): Promise<number> {
  try {
    const { address: host } = await lookup(address.host);
    await fastify.listen({ host, port: address.port });
  } catch (error) {
    throw listenError(error, address);
  }
  return (fastify.server.address() as AddressInfo).port;
}

/** The sentence for what the system said; an error of another kind stays as it is. */
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

/** Stops listening and ends what is still connected. */
export function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
}
