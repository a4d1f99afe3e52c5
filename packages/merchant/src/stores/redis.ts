import type { NonceStore } from '../bio/stores.ts';

/**
 * What the store needs of a Redis or Valkey client: a way to send any command.
 * `call` is how ioredis and iovalkey spell it, `sendCommand` node-redis, `customCommand` Valkey GLIDE.
 */
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

/** PX lets the server expire the key. SET NX is the atomic claim. */
export function redisNonces(client: RedisClient, { prefix = 'authly:nonce:' }: { prefix?: string } = {}): NonceStore {
  const send = commandOf(client);
  return {
    async has(nonce) {
      const count = await send('EXISTS', prefix + nonce);
      // An answer of another shape is a failing store: it must refuse, never count as "not used".
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
  // ioredis also has a sendCommand, which takes something else: call is asked for first.
  if ('call' in client) return (command, ...args) => client.call(command, ...args);
  if ('sendCommand' in client) return (command, ...args) => client.sendCommand([command, ...args]);
  return (command, ...args) => client.customCommand([command, ...args]);
}
