import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../apps/service/src/config/settings.ts';

const unit = readFileSync(join(import.meta.dirname, 'systemd/authly.service'), 'utf8');
const ANALYZE = '/usr/bin/systemd-analyze';

describe('the unit for systemd', () => {
  it('sets settings of ours, as files that only this process can read', () => {
    const names = [...unit.matchAll(/^Environment=(AUTHLY_\w+)=/gm)].map(([, name]) => name!);
    expect(names.filter((name) => !(name in SETTINGS))).toEqual([]);
    for (const [, name] of unit.matchAll(/=%d\/(\S+)$/gm)) expect(unit).toContain(`LoadCredential=${name}:`);
  });

  it('can be reloaded, and reads the certificate where it is renewed: systemd copies credentials only at the start', () => {
    expect(unit).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
    const files = [...unit.matchAll(/^Environment=AUTHLY_TLS_\w+=(.*)$/gm)].map(([, file]) => file);
    expect(files).toEqual(['/etc/authly-tls/tls-cert.pem', '/etc/authly-tls/tls-key.pem']);
  });

  it.runIf(existsSync(ANALYZE))('is understood by systemd, where there is one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'authly-unit-'));
    // What it starts is not installed here.
    const file = join(folder, 'authly.service');
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const { status, stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
