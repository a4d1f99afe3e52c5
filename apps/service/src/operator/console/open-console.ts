import type { ConsoleConfig } from '../../config/console-settings.ts';
import { listenFastify } from '../../http/listen.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { SigningToken } from '../../keys/signing-token.ts';
import type { Config } from '../../config/config.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { CONSOLE_URL } from '../row/operator.ts';
import type { Provider } from './provider.ts';
import type { ConsoleServerOptions } from './server.ts';
import { PROVIDER_CALLBACK_PATH } from '../wire/wire.ts';

type Passed = 'certificate' | 'keys' | 'log' | 'store';

interface OpenConsoleOptions extends Pick<ConsoleServerOptions, Passed> {
  readonly clock: Clock;
  readonly config: Pick<Config, 'console' | 'environment' | 'baseUrl' | 'masterKey' | 'trustedProxies'>;
  readonly metrics: Metrics;
  readonly token: SigningToken | undefined;
}

/** Undefined without a console in the settings; then none of its code is loaded. */
export async function openConsole(
  { clock, config, token, metrics, ...options }: OpenConsoleOptions,
  opened: AsyncDisposableStack,
): Promise<{ readonly port: number } | undefined> {
  if (config.console === undefined) return undefined;
  const { url, host, port } = config.console;
  const { createConsoleServer } = await import('./server.ts');
  const fastify = createConsoleServer({
    ...options,
    url,
    environment: config.environment,
    baseUrl: config.baseUrl,
    masterKey: () => config.masterKey,
    signingToken: async () => token,
    trustedProxies: config.trustedProxies,
    onCutOff: (why) => metrics.cutOff.inc({ why }),
    provider: await providerOf(config.console),
    now: () => clock.now(),
  });
  const settings = { setting: 'AUTHLY_CONSOLE_PORT', hostSetting: 'AUTHLY_CONSOLE_HOST' } as const;
  const listening = await listenFastify(fastify, { host, port, ...settings });
  opened.defer(() => fastify.close());
  // Commands make links for this address, whatever the settings of their shell are.
  if ((await options.store.settings.get(CONSOLE_URL)) !== url) await options.store.settings.set(CONSOLE_URL, url);
  return { port: listening };
}

/** The OpenID Connect library is loaded only where a provider is configured. */
async function providerOf({ provider, url }: ConsoleConfig): Promise<Provider | undefined> {
  if (provider === undefined) return undefined;
  const { Provider } = await import('./provider.ts');
  return new Provider(provider, `${url}${PROVIDER_CALLBACK_PATH}`);
}
