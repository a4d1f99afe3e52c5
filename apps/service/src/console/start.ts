import type { Server } from 'node:https';
import type { Operator } from '../actions/operator.ts';
import type { Clock } from '../config/clock.ts';
import type { ConsoleConfig } from '../config/console-settings.ts';
import { listenFastify } from '../http/listen.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Logger } from '../observability/log.ts';
import { LiveFeed } from './live-feed.ts';
import type { Provider } from './provider.ts';
import { COME_BACK_PATH } from './provider-login.ts';
import { createConsoleServer, type ConsoleServerOptions } from './server.ts';

export interface ConsoleOptions
  extends Pick<Operator, 'store' | 'environment' | 'masterKey' | 'signingToken'>,
    Pick<ConsoleServerOptions, 'trustedProxies' | 'onCutOff'> {
  readonly config: ConsoleConfig;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RunningConsole {
  readonly port: number;
  renewTls(tls: { cert: string; key: string }): void;
  close(): Promise<void>;
}

export async function startConsole({ config, ...options }: ConsoleOptions): Promise<RunningConsole> {
  const { store, keys, clock } = options;
  const feed = new LiveFeed({ sessions: store.sessions, clock });
  const fastify = createConsoleServer({
    ...options,
    url: config.url,
    provider: await providerOf(config),
    now: () => clock.now(),
    feed,
    async ready() {
      await store.check();
      await keys.check();
    },
  });
  const port = await listenFastify(fastify, {
    host: config.host,
    port: config.port,
    setting: 'AUTHLY_CONSOLE_PORT',
    hostSetting: 'AUTHLY_CONSOLE_HOST',
  });
  return {
    port,
    renewTls: (renewed) => (fastify.server as unknown as Server).setSecureContext(renewed),
    async close() {
      feed.close();
      await fastify.close();
    },
  };
}

/** Its library is loaded where there is one alone. */
async function providerOf({ provider, url }: ConsoleConfig): Promise<Provider | undefined> {
  if (provider === undefined) return undefined;
  const { Provider } = await import('./provider.ts');
  return new Provider(provider, `${url}${COME_BACK_PATH}`);
}
