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

/** Clients can be set to answer with text. Any other answer must refuse the call, never count as "not used". */
const EXISTS = new Map<unknown, boolean>([0, '0', 1, '1'].map((answer) => [answer, Number(answer) === 1]));

/** Used nonces in Redis or Valkey. The server expires the keys. */
export function redisNonces(
  client: RedisClient,
  { prefix = 'authly:nonce:' }: { prefix?: string | undefined } = {},
): NonceStore {
  const send = commandOf(client);
  return {
    async has(nonce) {
      const isUsed = EXISTS.get(await send('EXISTS', prefix + nonce));
      if (isUsed === undefined) throw new Error('EXISTS answered neither 0 nor 1.');
      return isUsed;
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
