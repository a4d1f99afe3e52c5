import { ListenError } from '../../service/src/http/listen.ts';
import { FolderTakenError } from '../../service/src/storage/folder-lock.ts';
import { SETTINGS } from '../../service/src/config/settings.ts';
import type { Env } from '../../service/src/config/setting-reader.ts';
import { CONSOLE_PORT } from './start.ts';

const PORTS = {
  AUTHLY_PORT: SETTINGS.AUTHLY_PORT.default,
  AUTHLY_HTTP_PORT: SETTINGS.AUTHLY_HTTP_PORT.default,
  AUTHLY_OPS_PORT: SETTINGS.AUTHLY_OPS_PORT.default,
  AUTHLY_SHOP_PORT: SETTINGS.AUTHLY_SHOP_PORT.default,
  AUTHLY_CONSOLE_PORT: CONSOLE_PORT,
};
/** The second sandbox shares no port with the first. */
const APART = 100;

/** If another sandbox has the folder or a port: the command for a second sandbox. Empty for any other error. */
export function secondSandbox(error: unknown, env: Env): string {
  const isFolder = error instanceof FolderTakenError;
  if (!isFolder && !(error instanceof ListenError && (error.cause as { code?: string }).code === 'EADDRINUSE'))
    return '';
  const folder = `${env['AUTHLY_DATA_DIR'] || SETTINGS.AUTHLY_DATA_DIR.default}-2`;
  const ports = Object.entries(PORTS).map(([name, port]) => `${name}=${Number(env[name] || port) + APART}`);
  const command = [...(isFolder ? [`AUTHLY_DATA_DIR='${folder}'`] : []), ...ports, 'npm start'].join(' ');
  return `\n${isFolder ? 'To start a second sandbox next to it' : 'To move all ports'}:\n  ${command}`;
}
