import type { Config } from '../config/config.ts';
import { readTls } from '../http/listen.ts';
import type { SigningToken } from '../keys/signing-token.ts';
import type { ConsoleOptions, RunningConsole } from './start.ts';

interface Parts extends Pick<ConsoleOptions, 'store' | 'keys' | 'clock' | 'log' | 'onCutOff'> {
  readonly config: Config;
  readonly token: SigningToken | undefined;
}

/** The operators' console, where there is one: else nothing of it is loaded. */
export async function openConsole(
  { config, token, ...parts }: Parts,
  opened: AsyncDisposableStack,
): Promise<RunningConsole | undefined> {
  if (config.console === undefined) return undefined;
  const { startConsole } = await import('./start.ts');
  const { environment, masterKey, trustedProxies } = config;
  const tls = config.tls && readTls(config.tls);
  const acting = { environment, masterKey: () => masterKey, signingToken: async () => token };
  const options = { ...parts, ...acting, config: config.console, tls, trustedProxies };
  return opened.adopt(await startConsole(options), (each) => each.close());
}
