import { once } from 'node:events';
import { createServer } from 'node:net';
import { SETTINGS } from '../../service/src/config/settings.ts';
import type { Env } from '../../service/src/config/setting-reader.ts';

export const PORTS = {
  AUTHLY_PORT: SETTINGS.AUTHLY_PORT.default,
  AUTHLY_HTTP_PORT: SETTINGS.AUTHLY_HTTP_PORT.default,
  AUTHLY_OPS_PORT: SETTINGS.AUTHLY_OPS_PORT.default,
  AUTHLY_SHOP_PORT: SETTINGS.AUTHLY_SHOP_PORT.default,
  AUTHLY_CONSOLE_PORT: '9444',
};
/** Several sandboxes share no port. */
const APART = 100;

/** A port for each setting that names none: its default, or a free one above it. */
export async function freePorts(
  env: Env,
  host: string,
  defaults: Readonly<Record<string, string>> = PORTS,
): Promise<Env> {
  const unset = Object.entries(defaults).filter(([setting]) => !env[setting]);
  const taken = new Set(Object.keys(defaults).map((setting) => Number(env[setting])));
  return Object.fromEntries(
    await Promise.all(
      unset.map(async ([setting, first]) => [setting, `${await freePort(Number(first), host, taken)}`]),
    ),
  );
}

async function freePort(port: number, host: string, taken: ReadonlySet<number>): Promise<number> {
  if (taken.has(port)) return freePort(port + APART, host, taken);
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') return freePort(port + APART, host, taken);
    // The service reports any other error.
    return port;
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
