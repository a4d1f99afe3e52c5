import type { NonceStore } from '../bio/stores.ts';

/** A Redis or Valkey client: `call` (ioredis, iovalkey), `sendCommand` (node-redis) or `customCommand` (Valkey GLIDE). */
export type RedisClient =
  | {
      /** ioredis, iovalkey. */
      call(command: string, ...args: string[]): Promise<unknown>;
    }
  | {
      /** node-redis. */
      sendCommand(args: string[]): Promise<unknown>;
    }
  | {
      /** Valkey GLIDE. */
      customCommand(args: string[]): Promise<unknown>;
    };

/** Used nonces in Redis or Valkey. The server expires the keys. */
export function redisNonces(client: RedisClient, { prefix = 'authly:nonce:' }: { prefix?: string } = {}): NonceStore {
  const send = commandOf(client);
  return {
    async has(nonce) {
      const count = await send('EXISTS', prefix + nonce);
      // An unexpected answer must refuse the call, never count as "not used".
      if (Number(count) !== 0 && Number(count) !== 1) throw new Error('EXISTS answered neither 0 nor 1.');
      return Number(count) === 1;
    },
    async claim(nonce, keepMs) {
      const answer = await send('SET', prefix + nonce, '1', 'NX', 'PX', String(Math.ceil(keepMs)));
      if (answer === null) return false;
      if (answer !== 'OK') throw new Error('SET answered neither OK nor nil.');
      return true;
    },
  };
}

function commandOf(client: RedisClient): (command: string, ...args: string[]) => Promise<unknown> {
  // ioredis has another sendCommand, so call is tried first.
  if ('call' in client) return (command, ...args) => client.call(command, ...args);
  if ('sendCommand' in client) return (command, ...args) => client.sendCommand([command, ...args]);
  return (command, ...args) => client.customCommand([command, ...args]);
}
