import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { proxyCheck } from './trusted-proxies.ts';

/** Where a request comes from. */
export interface Origin {
  /** The client's address; behind trusted proxies, the one that the last of them names. */
  address(message: IncomingMessage): string;
  /** Whether the client itself came by TLS, wherever that ended. */
  isHttps(message: IncomingMessage): boolean;
}

/** A plain socket has no such property. */
const isEncrypted = ({ socket }: IncomingMessage): boolean => 'encrypted' in socket;

const direct: Origin = {
  address: ({ socket }) => socket.remoteAddress ?? '',
  isHttps: isEncrypted,
};

export function originBehind(trustedProxies: readonly string[]): Origin {
  if (trustedProxies.length === 0) return direct;
  const isProxy = proxyCheck(trustedProxies);
  return {
    /** From the nearest on: who is no proxy of ours is who asked, whatever it says about others. */
    address(message) {
      let address = direct.address(message);
      for (const next of entries(message.headers['x-forwarded-for']).toReversed()) {
        if (isIP(address) === 0 || !isProxy(address)) break;
        address = next;
      }
      return address;
    },
    isHttps(message) {
      const told = message.headers['x-forwarded-proto'];
      if (!told || !isProxy(direct.address(message))) return isEncrypted(message);
      return String(told).split(',').at(-1)!.trim() === 'https';
    },
  };
}

const entries = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
