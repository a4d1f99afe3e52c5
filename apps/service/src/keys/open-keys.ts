import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.ts';
import { KeyRing, type KeySource } from './key-ring.ts';
import { openSigningToken } from './open-signing-token.ts';

interface OpenKeysOptions {
  readonly config: Config;
  readonly source: KeySource;
  readonly clock: Clock;
  readonly deadlineClock: Clock;
  readonly onTrouble: (error: Error) => void;
}

export async function openKeys(
  { config, source, clock, deadlineClock, onTrouble }: OpenKeysOptions,
  opened: AsyncDisposableStack,
) {
  const { environment, masterKey: master } = config;
  const token = await openSigningToken(config.pkcs11, { clock: deadlineClock, onTrouble });
  opened.defer(() => token?.close());
  const keys = new KeyRing({ source, master, environment, clock, token });
  await keys.prepare();
  return { keys, token };
}
