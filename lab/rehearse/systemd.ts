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
import { say, within } from '../fixture/waiting.ts';

const run = promisify(execFile);
/** The guide's install lines get this version, so that the upgrade has another folder. */
const OLD_VERSION = '0.9.0';
const GUIDES = join(import.meta.dirname, '..', '..', 'docs', 'guides');
const MACHINE = 'systemd,systemd-sysv,openssl,ca-certificates,sudo,postgresql';
const STOPPED = 'ActiveState=failed ExecMainStatus=78 NRestarts=0';
const NOTED = 'the last was made at';

const UNIT = `[Unit]
After=network.target postgresql.service
[Service]
Type=oneshot
WorkingDirectory=/root
ExecStartPre=/bin/sh -c 'useradd kim; echo "kim ALL=NOPASSWD: ALL" >/etc/sudoers.d/kim'
ExecStart=/bin/sh -c 'runuser -u kim -- sudo bash -eux rehearsal.sh >rehearsal.log 2>&1; systemctl poweroff'
`;

/** The guides' own lines, in a container with its own systemd, as the operator kim types them. */
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
  const seen = [...log.matchAll(/^saw (.*)$/gm)].map(([, what]) => what!);
  const [old, next] = [`/opt/authly-${OLD_VERSION}`, `/opt/authly-${VERSION}`];
  const wanted = {
    installed: old,
    upgraded: next,
    'rolled back': old,
    'a new master key': old,
    'another one': old,
    'in the audit log': 'operator:kim operator:lee',
    'a wrong setting': STOPPED,
    Postgres: old,
    'authly backup': NOTED,
    'a newer schema': STOPPED,
  };
  const holds = seen.join() === Object.values(wanted).join();
  if (!holds) say(log.slice(-3000));
  const measured = Object.fromEntries(Object.keys(wanted).map((step, i) => [step, seen[i] ?? '']));
  return { rehearsed: 'under systemd, by the lines of the guides', holds, measured };
}

const script = (): string => {
  const edit = `sed -i 's|^AUTHLY_BASE_URL=.*|AUTHLY_BASE_URL=https://localhost\\nNODE_EXTRA_CA_CERTS=/etc/authly/ca.pem|' /etc/authly/authly.env`;
  const saw = (command: string): string => `echo "saw $(${command})"`;
  const serving = saw('dirname "$(readlink /proc/$(systemctl show -P MainPID authly)/exe)"');
  const stopped = saw('systemctl show -p ActiveState,ExecMainStatus,NRestarts authly | sort | xargs');
  const postgres = 'runuser -u postgres --';
  const [upgrade, rollBack] = linesOf('backups.md', '### With systemd');
  const [install] = linesOf('deploy.md', '## systemd');
  const [masterKey] = linesOf('rotate-keys.md', '## Master key');
  const [backup] = linesOf('backups.md', '## Back up: Postgres');
  return [
    install!
      .replace('$(out/authly/bin/authly --version)', OLD_VERSION)
      .replace(/^.* # then edit it.*$/m, `$&\ninstall -m 644 ~/ca.pem /etc/authly/\n${edit}`),
    'cd ~',
    ...[upgrade!, rollBack!, masterKey!, masterKey!].flatMap((lines) => [serving, lines]),
    serving,
    'SUDO_USER= LOGNAME=lee authly keys rewrap',
    saw("authly audit list | grep -o 'operator:[^ ]*' | sort -u | xargs"),
    'echo AUTHLY_HTTP_PORT=none >>/etc/authly/authly.env',
    '! systemctl restart authly',
    stopped,
    "sed -i -e '/=none$/d' -e 's|^#AUTHLY_DATABASE_URL_FILE|AUTHLY_DATABASE_URL_FILE|' /etc/authly/authly.env",
    'cd /var/lib/postgresql',
    `${postgres} createuser authly; ${postgres} createdb -O authly authly`,
    'echo "postgres:///authly?host=/run/postgresql" | install -m 640 -g authly /dev/stdin /etc/authly/database-url',
    'authly migrate',
    'systemctl restart authly',
    serving,
    'install -d -m 700 -o authly /backups; cd /backups',
    backup!.replace(/^pg_restore .*/m, 'pg_restore --list authly.dump | grep "TABLE DATA public keys "'),
    saw(`authly doctor | grep -o '${NOTED}'`),
    `${postgres} psql authly -c "INSERT INTO schema_migrations VALUES (9999, 'newer', 'x', 9999)"`,
    '! systemctl restart authly',
    stopped,
    '',
  ].join('\n');
};

/** The shell blocks of a section. */
function linesOf(guide: string, heading: string): string[] {
  const text = readFileSync(join(GUIDES, guide), 'utf8');
  const section = text.slice(text.indexOf(`\n${heading}\n`) + heading.length + 2).split(/\n##+ /)[0]!;
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines!);
}
