import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervise } from '../apps/service/test/spawn-service.ts';
import { freePorts } from './free-port.ts';
import { tryService, type Finding } from './try-service.ts';
import { developmentCertificates } from '../apps/sandbox/src/development-certificates/development-certificates.ts';
import type { Podman } from '../tools/image/podman.ts';

const NAME = 'authly';
const SECRETS = '/run/secrets';
const READY_WITHIN_MS = 60_000;
/** Restrictions as an operator sets them. Some machines do not let Podman raise the limits. */
const RESTRICTED =
  '--read-only --cap-drop=ALL --security-opt=no-new-privileges --network=host --ulimit=nofile=4096 --ulimit=nproc=1024';

export async function tryImage(podman: Podman, image: string, out: string): Promise<Finding[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'authly-image-'));
  const [api, redirect, ops] = await freePorts(3);
  const baseUrl = `https://localhost:${api}`;
  const user = podman.run('image', 'inspect', '--format={{.Config.User}}', image);
  const { ca, volumes } = await prepare(folder.path, Number(user.split(':')[0]));
  const env = Object.entries({
    AUTHLY_ENV: 'production',
    AUTHLY_BASE_URL: baseUrl,
    AUTHLY_HOST: '127.0.0.1',
    AUTHLY_PORT: api,
    AUTHLY_HTTP_PORT: redirect,
    AUTHLY_OPS_PORT: ops,
    AUTHLY_SHUTDOWN_DELAY_S: 0,
    AUTHLY_MASTER_KEY_FILE: `${SECRETS}/master-key`,
    AUTHLY_TLS_CERT_FILE: `${SECRETS}/tls-cert.pem`,
    AUTHLY_TLS_KEY_FILE: `${SECRETS}/tls-key.pem`,
  }).map(([name, value]) => `--env=${name}=${value}`);
  const how = [...RESTRICTED.split(' '), `--name=${NAME}`, '--rm', '--replace', ...volumes, ...env];
  podman.run('run', ...how, image, 'migrate');
  const began = performance.now();
  // Podman's timer for health checks needs systemd.
  const settings = { env: { ...process.env, DISABLE_HC_SYSTEMD: 'true' } };
  const service = supervise(spawn('podman', podman.command('run', ...how, image), settings));
  try {
    await service.ready(AbortSignal.timeout(READY_WITHIN_MS));
    const startedIn = performance.now() - began;
    podman.run('cp', `${NAME}:/usr/share/sbom/authly.cdx.json`, join(out, 'sbom.cdx.json'));
    const findings = [
      { promise: 'starts', holds: true, seen: `${Math.round(startedIn)} ms until it is ready` },
      ...checkProcess(podman, user),
      { promise: 'the health check passes', holds: true, seen: podman.run('healthcheck', 'run', NAME) || 'exit 0' },
      ...(await tryService({ baseUrl, ca, authly: (...args) => podman.run('exec', NAME, '/usr/bin/authly', ...args) })),
    ];
    const code = await service.end('SIGTERM');
    return [...findings, { promise: 'stops on SIGTERM', holds: code === 0, seen: `exit ${code}` }];
  } finally {
    await service.end('SIGKILL');
    podman.run('rm', '--force', '--ignore', NAME);
  }
}

async function prepare(folder: string, user: number): Promise<{ ca: string; volumes: string[] }> {
  const [secrets, data] = [join(folder, 'secrets'), join(folder, 'data')];
  mkdirSync(data, { mode: 0o700 });
  const { caFile } = await developmentCertificates(secrets, ['localhost'], new Date());
  writeFileSync(join(secrets, 'master-key'), randomBytes(32).toString('base64'), { mode: 0o600 });
  const files = readdirSync(secrets).map((name) => join(secrets, name));
  for (const path of [secrets, data, ...files]) chownSync(path, user, user);
  const volumes = [`--volume=${data}:/var/lib/authly`, `--volume=${secrets}:${SECRETS}:ro`];
  return { ca: readFileSync(caFile, 'utf8'), volumes };
}

const LOOK_INSIDE = `
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const status = Object.fromEntries(readFileSync('/proc/1/status', 'utf8').split('\\n').map((line) => line.split(/:\\s+/)));
const written = ['/', '/app', '/usr/bin', '/etc', '/var/lib/authly', '/tmp'].filter((folder) => {
  try { writeFileSync(folder + '/written', ''); rmSync(folder + '/written'); return true; }
  catch (error) { return error.code !== 'EROFS'; }
});
console.log(JSON.stringify({ status, written }));`;

function checkProcess(podman: Podman, user: string): Finding[] {
  const { status, written } = JSON.parse(podman.run('exec', NAME, '/usr/bin/node', '-e', LOOK_INSIDE)) as {
    status: Record<'Name' | 'Uid' | 'CapEff' | 'CapPrm' | 'NoNewPrivs', string>;
    written: string[];
  };
  const [uid] = status.Uid.split('\t');
  return [
    { promise: 'is not root', holds: uid !== '0' && uid === user.split(':')[0], seen: `uid ${uid}` },
    { promise: 'has no capability', holds: /^0+$/.test(status.CapEff + status.CapPrm), seen: status.CapEff },
    { promise: 'can gain none', holds: status.NoNewPrivs === '1', seen: `NoNewPrivs ${status.NoNewPrivs}` },
    { promise: 'PID 1 passes signals on', holds: status.Name === 'tini', seen: status.Name },
    {
      promise: 'writes only to its volume and /tmp',
      holds: written.join() === '/var/lib/authly,/tmp',
      seen: written.join(', '),
    },
  ];
}
