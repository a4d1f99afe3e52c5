import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { loopbackCertificates } from '../../apps/service/test/loopback-certificates.ts';
import { freePort } from '../../test/free-port.ts';

/** Where the proxy sends calls, and where it asks whether it may. */
interface Behind {
  readonly port: number;
  readonly opsPort: number;
}

export interface RunningProxy extends AsyncDisposable {
  readonly port: number;
  readonly ca: string;
  /** A finished TLS handshake. */
  connect(): Promise<TLSSocket>;
}

/** The shipped configuration; `shorter` replaces lines of it, so that a test need not wait for 30 s. */
export async function startProxy(
  behind: Behind,
  shorter: Readonly<Record<string, string>> = {},
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-haproxy-'));
  const { caFile, certFile, keyFile } = await loopbackCertificates(folder);
  const certificate = join(folder, 'both.pem');
  writeFileSync(certificate, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'), { mode: 0o600 });
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    replaced(readFileSync(join(import.meta.dirname, '..', 'haproxy', 'haproxy.cfg'), 'utf8'), shorter),
  );
  const port = await freePort();
  const child = spawn('haproxy', ['-f', file], {
    stdio: 'inherit',
    env: {
      ...process.env,
      AUTHLY_PROXY_BIND: `127.0.0.1:${port}`,
      AUTHLY_PROXY_CERTIFICATE: certificate,
      AUTHLY_PROXY_SERVER: `127.0.0.1:${behind.port}`,
      AUTHLY_PROXY_OPS_PORT: `${behind.opsPort}`,
    },
  });
  const ca = readFileSync(caFile, 'utf8');
  const open = async (): Promise<TLSSocket> => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
    await once(socket, 'secureConnect');
    return socket.on('error', () => {});
  };
  await untilItListens(open, () => child.exitCode ?? child.signalCode);
  return {
    port,
    ca,
    connect: open,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function replaced(text: string, shorter: Readonly<Record<string, string>>): string {
  for (const [line, other] of Object.entries(shorter)) {
    if (!text.includes(line)) throw new Error(`haproxy.cfg has no "${line}"`);
    text = text.replace(line, other);
  }
  return text;
}

async function untilItListens(open: () => Promise<TLSSocket>, ended: () => unknown): Promise<void> {
  for (;;) {
    if (ended() !== null) throw new Error(`haproxy ended: ${String(ended())}`);
    try {
      (await open()).destroy();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
