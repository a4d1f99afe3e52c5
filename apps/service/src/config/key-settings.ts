import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenSettings } from '@authly/pkcs11';
import { TOKEN_PURPOSES, type TokenPurpose } from './key-purposes.ts';
import { parseMasterKey, type MasterKey } from './master-key.ts';
import type { SettingName } from './settings.ts';
import { fileText, readAlone, type Env, type SettingReader } from './setting-reader.ts';
import { dataDirOf } from './store-settings.ts';

export interface Pkcs11Settings extends TokenSettings {
  /** New keys of these purposes are created in the token. */
  readonly purposes: readonly TokenPurpose[];
}

export const readMasterKey = (env: Env): MasterKey => readAlone(env, masterKey);

export const readPkcs11 = (env: Env): Pkcs11Settings | undefined => readAlone(env, pkcs11);

export function masterKey(read: SettingReader): MasterKey {
  const given = read.env['AUTHLY_MASTER_KEY'];
  const isNamed = read.value('AUTHLY_MASTER_KEY_FILE') !== undefined;
  const text = given || (isNamed ? read.file('AUTHLY_MASTER_KEY_FILE') : sandboxKey(read.env));
  if (!text && !isNamed)
    read.wrong(
      'AUTHLY_MASTER_KEY',
      'or AUTHLY_MASTER_KEY_FILE must be set (32 random bytes in base64: openssl rand -base64 32)',
    );
  const key = text ? keyIn(read, given ? 'AUTHLY_MASTER_KEY' : 'AUTHLY_MASTER_KEY_FILE', text) : undefined;
  const previous = read.file('AUTHLY_MASTER_KEY_PREVIOUS_FILE');
  const opens = previous && keyIn(read, 'AUTHLY_MASTER_KEY_PREVIOUS_FILE', previous);
  return { ...key!, ...(opens && { previous: opens.bytes }) };
}

const keyIn = (read: SettingReader, name: SettingName, text: string): MasterKey | undefined =>
  parseMasterKey(text) ?? read.wrong(name, 'must be exactly 32 bytes in base64 (openssl rand -base64 32)');

/** The sandbox keeps its key in the data folder. Production must not use such a file by accident. */
const sandboxKey = (env: Env): string | undefined =>
  env['AUTHLY_ENV'] === 'test' ? fileText(join(dataDirOf(env), 'master.key')) : undefined;

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
  if (pinFile === undefined)
    read.wrong('AUTHLY_SIGNING_PKCS11_PIN_FILE', 'must be set to a file with the user PIN of the token');
  read.file('AUTHLY_SIGNING_PKCS11_PIN_FILE');
  return { module, token: token!, pinFile: pinFile!, purposes: tokenPurposes(read) };
}

function tokenPurposes(read: SettingReader): TokenPurpose[] {
  const name = 'AUTHLY_SIGNING_PKCS11_PURPOSES';
  const asked = read.text(name).split(',');
  if (!asked.every((each) => (TOKEN_PURPOSES as readonly string[]).includes(each)))
    read.wrong(name, `must be one or more of: ${TOKEN_PURPOSES.join(', ')}`);
  return asked as TokenPurpose[];
}
