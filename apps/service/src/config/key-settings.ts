import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenSettings } from '@authly/pkcs11';
import { TOKEN_PURPOSES, type TokenPurpose } from './key-purposes.ts';
import { parseMasterKey, type MasterKey } from './master-key.ts';
import { fileText, readAlone, type Env, type SettingReader } from './setting-reader.ts';
import { dataDirOf } from './store-settings.ts';

export interface Pkcs11Settings extends TokenSettings {
  /** New keys of these purposes are created in the token. */
  readonly purposes: readonly TokenPurpose[];
}

export const readMasterKey = (env: Env): MasterKey => readAlone(env, masterKey);

export const readPkcs11 = (env: Env): Pkcs11Settings | undefined => readAlone(env, pkcs11);

export function masterKey(read: SettingReader): MasterKey {
  const named = read.value('AUTHLY_MASTER_KEY_FILE');
  const file = named ?? sandboxKeyFile(read.env);
  const name = read.env['AUTHLY_MASTER_KEY'] ? 'AUTHLY_MASTER_KEY' : 'AUTHLY_MASTER_KEY_FILE';
  const text = read.env['AUTHLY_MASTER_KEY'] || (file && fileText(file));
  if (!text && named !== undefined)
    read.wrong('AUTHLY_MASTER_KEY_FILE', `points to a file that cannot be read or is empty: ${named}`);
  else if (!text)
    read.wrong(
      'AUTHLY_MASTER_KEY',
      'or AUTHLY_MASTER_KEY_FILE must be set (32 random bytes in base64: openssl rand -base64 32)',
    );
  const key = text ? parseMasterKey(text) : undefined;
  if (text && key === undefined) read.wrong(name, NOT_A_KEY);
  const previous = previousMasterKey(read);
  return { ...key!, ...(previous && { previous: previous.bytes }) };
}

const NOT_A_KEY = 'must be exactly 32 bytes in base64 (openssl rand -base64 32)';

function previousMasterKey(read: SettingReader): MasterKey | undefined {
  const name = 'AUTHLY_MASTER_KEY_PREVIOUS_FILE';
  const file = read.value(name);
  if (file === undefined) return undefined;
  const text = fileText(file);
  if (text === undefined) return read.wrong(name, `points to a file that cannot be read: ${file}`);
  return parseMasterKey(text) ?? read.wrong(name, NOT_A_KEY);
}

/** The sandbox keeps its key in the data folder. Production must not use such a file by accident. */
const sandboxKeyFile = (env: Env): string | undefined =>
  env['AUTHLY_ENV'] === 'test' ? join(dataDirOf(env), 'master.key') : undefined;

export function pkcs11(read: SettingReader): Pkcs11Settings | undefined {
  const module = read.value('AUTHLY_SIGNING_PKCS11_MODULE');
  const token = read.value('AUTHLY_SIGNING_PKCS11_TOKEN');
  const pinFile = read.value('AUTHLY_SIGNING_PKCS11_PIN_FILE');
  if (module === undefined) {
    if (token !== undefined || pinFile !== undefined)
      read.wrong('AUTHLY_SIGNING_PKCS11_MODULE', 'must be set when another AUTHLY_SIGNING_PKCS11_… is set');
    return undefined;
  }
  if (!existsSync(module))
    read.wrong('AUTHLY_SIGNING_PKCS11_MODULE', `points to a file that does not exist: ${module}`);
  if (token === undefined) read.wrong('AUTHLY_SIGNING_PKCS11_TOKEN', 'must be set to the label of the token');
  if (pinFile === undefined || fileText(pinFile) === undefined)
    read.wrong('AUTHLY_SIGNING_PKCS11_PIN_FILE', 'must point to a readable file with the user PIN of the token');
  return { module, token: token!, pinFile: pinFile!, purposes: tokenPurposes(read) };
}

function tokenPurposes(read: SettingReader): TokenPurpose[] {
  const name = 'AUTHLY_SIGNING_PKCS11_PURPOSES';
  const asked = read.text(name).split(',');
  if (!asked.every((each) => (TOKEN_PURPOSES as readonly string[]).includes(each)))
    read.wrong(name, `must be one or more of: ${TOKEN_PURPOSES.join(', ')}`);
  return asked as TokenPurpose[];
}
