import { SETTINGS } from '../../service/src/config/settings.ts';
import type { Env } from '../../service/src/config/setting-reader.ts';
import { FolderTakenError } from '../../service/src/storage/port/store.ts';

/** If another sandbox has the folder: the command for a second sandbox. Empty for any other error. */
export function secondSandbox(error: unknown, env: Env): string {
  if (!(error instanceof FolderTakenError)) return '';
  const folder = `${env['AUTHLY_DATA_DIR'] || SETTINGS.AUTHLY_DATA_DIR.default}-2`;
  return `\nTo start a second sandbox next to it:\n  AUTHLY_DATA_DIR='${folder}' npm start`;
}
