import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { loopbackCertificates } from '../../apps/service/test/loopback-certificates.ts';
import { freePort } from '../../test/free-port.ts';

/** The ports of the service and of its health check. */
interface Behind {
  readonly port: number;
  readonly opsPort: number;
}

export type ProxyFile = 'haproxy.cfg' | 'nginx.conf';

export interface RunningProxy extends AsyncDisposable {
  readonly port: number;
  readonly ca: string;
  /** Everything it has logged. */
  log(): string;
  /** HAProxy reads its files again. */
  reload(): void;
  /** Resolves after the TLS handshake. */
  connect(from?: { readonly localAddress: string }): Promise<TLSSocket>;
}

/** The shipped configuration; `shorter` replaces lines of it, so that a test need not wait for 30 s. */
export async function startProxy(
  name: ProxyFile,
  behind: Behind | readonly Behind[],
  shorter: Readonly<Record<string, string>> = {},
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-proxy-'));
  const { caFile, certFile, keyFile } = await loopbackCertificates(folder);
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'), { mode: 0o600 });
  const port = await freePort();
  const processes = [behind].flat();
  const here = {
    '/etc/haproxy/authly.pem': both,
    '/etc/nginx/authly.pem': certFile,
    '/etc/nginx/authly.key': keyFile,
    'bind :443': `bind 127.0.0.1:${port}`,
    'listen 443': `listen 127.0.0.1:${port}`,
    // Only root can become another user.
    ...(process.getuid?.() !== 0 && { 'user haproxy\n    group haproxy\n    chroot /var/lib/haproxy': '' }),
    // More than a test may open.
    'maxconn 36000': 'maxconn 1000',
    'server authly1 127.0.0.1:8443 port 9464': processes
      .map((each, i) => `server authly${i + 1} 127.0.0.1:${each.port} port ${each.opsPort}`)
      .join('\n    '),
    '127.0.0.1:8443': `127.0.0.1:${processes[0]!.port}`,
  };
  const shipped = readFileSync(join(import.meta.dirname, '..', 'proxy', name), 'utf8');
  const file = join(folder, name);
  writeFileSync(file, replaced(replaced(shipped, shorter, name), here));
  const child = name.startsWith('nginx')
    ? spawn('nginx', ['-c', file, '-g', `daemon off; error_log stderr; pid ${folder}/nginx.pid;`])
    : spawn('haproxy', ['-W', '-f', file]);
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (said += text.toString()));
  const failed = once(child, 'error').then(([error]: unknown[]) => {
    throw new Error(`${name} cannot be run: install Debian's haproxy and nginx-light`, { cause: error });
  });
  const ca = readFileSync(caFile, 'utf8');
  const open = async (from?: { readonly localAddress: string }): Promise<TLSSocket> => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost', ...from });
    await once(socket, 'secureConnect');
    return socket.on('error', () => {});
  };
  await Promise.race([failed, untilItListens(open, () => (child.exitCode === null ? undefined : said))]);
  return {
    port,
    ca,
    log: () => said,
    reload: () => void child.kill('SIGUSR2'),
    connect: open,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fails if a text is missing, when `inside` says where. */
function replaced(text: string, replacements: Readonly<Record<string, string>>, inside?: string): string {
  for (const [line, other] of Object.entries(replacements)) {
    if (inside !== undefined && !text.includes(line)) throw new Error(`${inside} has no "${line}"`);
    text = text.replace(line, other);
  }
  return text;
}

async function untilItListens(open: () => Promise<TLSSocket>, ended: () => string | undefined): Promise<void> {
  for (;;) {
    if (ended() !== undefined) throw new Error(`the proxy ended: ${ended()}`);
    try {
      (await open()).destroy();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
