import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prove } from './languages.ts';
import { checkBioApi } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../examples/openid/main.ts');

/** As its README runs it. A browser signs in with it in test/journeys/openid.test.ts. */
export function proveOpenId(folder: string, more: readonly string[]): Promise<boolean> {
  return prove('openid', undefined, async () => {
    const [own, clients] = [join(folder, 'openid'), join(folder, 'openid', 'clients.json')];
    mkdirSync(own);
    writeFileSync(clients, '[]');
    const env = {
      OPENID_DATA_DIR: join(own, 'data'),
      OPENID_CLIENTS_FILE: clients,
      OPENID_ISSUER: 'https://id.example',
    };
    const settings = Object.entries({ ...env, AUTHLY_CLIENT_ID: 'cli', AUTHLY_CLIENT_SECRET: 'secret' });
    const command = [...settings.map((setting) => setting.join('=')), process.execPath, MAIN];
    const { stdout } = await promisify(execFile)('env', [...command, 'invite', 'ada']);
    if (!/^The code of ada for the next 24 hours: [\w-]{20}\n$/.test(stdout)) throw new Error(`it said: ${stdout}`);
    return checkBioApi('openid', (port) => ['env', `OPENID_PORT=${port}`, ...command], own, more);
  });
}
