import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../../apps/service/src/runtime/version.ts';
import { buildFolder } from '../../tools/build/folder.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { installed } from '../../tools/debian-package.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { say, within } from './waiting.ts';

const run = promisify(execFile);
/** The guide's install lines get this version, so that the upgrade has another folder. */
const OLD_VERSION = '0.9.0';
const GUIDES = join(import.meta.dirname, '..', '..', 'docs', 'guides');
const MACHINE = 'systemd,systemd-sysv,openssl,ca-certificates';

const UNIT = `[Unit]
After=network.target
[Service]
Type=oneshot
WorkingDirectory=/root
Environment=HOME=/root LOGNAME=root
ExecStart=/bin/sh -c 'bash -eux rehearsal.sh >rehearsal.log 2>&1; systemctl poweroff'
`;

/** The guides' own lines, in a container with its own systemd: install, upgrade, roll back, change the master key. */
export async function rehearseSystemd(_tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  installed({ 'systemd-container': '/usr/bin/systemd-nspawn', mmdebstrap: '/usr/bin/mmdebstrap' });
  const root = join(fixture.folder, 'machine');
  say('a Debian with systemd …');
  await within(
    'mmdebstrap',
    run('mmdebstrap', ['--variant=minbase', `--include=${MACHINE}`, 'bookworm', root]),
    900_000,
  );
  writeFileSync(join(root, 'etc', 'hosts'), '127.0.0.1 localhost\n');
  const home = join(root, 'root');
  await buildFolder(join(home, 'out', 'authly'));
  cpSync(fixture.tls.certFile, join(home, 'fullchain.pem'));
  cpSync(fixture.tls.keyFile, join(home, 'privkey.pem'));
  writeFileSync(join(home, 'ca.pem'), fixture.tls.ca, { mode: 0o644 });
  writeFileSync(join(home, 'rehearsal.sh'), script());
  const units = join(root, 'etc', 'systemd', 'system');
  writeFileSync(join(units, 'rehearsal.service'), UNIT);
  symlinkSync('../rehearsal.service', join(units, 'multi-user.target.wants', 'rehearsal.service'));
  say('the lines of the guides …');
  const boot = ['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', `--directory=${root}`];
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '0' };
  await within(
    'the machine',
    run('systemd-nspawn', boot, { env, maxBuffer: 1e7 }).catch(() => undefined),
    600_000,
  );
  const log = readFileSync(join(home, 'rehearsal.log'), 'utf8');
  const served = [...log.matchAll(/^serving (\S+)$/gm)].map(([, folder]) => folder);
  const [old, next] = [`/opt/authly-${OLD_VERSION}`, `/opt/authly-${VERSION}`];
  const holds = served.join() === [old, next, old, old, old].join();
  if (!holds) say(log.slice(-3000));
  return {
    rehearsed: 'install, upgrade, rollback and two new master keys under systemd, by the lines of the guides',
    holds,
    measured: { 'served, in this order': served.join(' → ') },
  };
}

const script = (): string => {
  const edit = `sed -i 's|^AUTHLY_BASE_URL=.*|AUTHLY_BASE_URL=https://localhost\\nNODE_EXTRA_CA_CERTS=/etc/authly/ca.pem|' /etc/authly/authly.env`;
  const serving = 'echo "serving $(dirname "$(readlink /proc/$(systemctl show -P MainPID authly)/exe)")"';
  const [upgrade, rollBack] = linesOf('backups.md', '### With systemd');
  const [install] = linesOf('deploy.md', '## systemd');
  const [masterKey] = linesOf('rotate-keys.md', '## Master key');
  return [
    install!
      .replace('$(out/authly/bin/authly --version)', OLD_VERSION)
      .replace(/^.* # then edit it.*$/m, `$&\ninstall -m 644 ~/ca.pem /etc/authly/\n${edit}`),
    'cd ~',
    ...[upgrade!, rollBack!, masterKey!, masterKey!].flatMap((lines) => [serving, lines]),
    serving,
    '',
  ].join('\n');
};

/** The shell blocks of a section. */
function linesOf(guide: string, heading: string): string[] {
  const text = readFileSync(join(GUIDES, guide), 'utf8');
  const section = text.slice(text.indexOf(`\n${heading}\n`) + heading.length + 2).split(/\n##+ /)[0]!;
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines!);
}
