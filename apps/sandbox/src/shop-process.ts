import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { listenError } from '../../service/src/http/listen.ts';
import type { ShopConfig } from '../../shop/src/shop.ts';

const STOP_MS = 5000;

export class ShopProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<[]>;

  /** The process loads its code while the service starts. */
  constructor(caFile: string) {
    this.#child = fork(join(import.meta.dirname, '../../shop/src/main.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_EXTRA_CA_CERTS: caFile,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#ended = once(this.#child, 'exit').then(() => []);
  }

  /** `bindDevices`: the shop asks for another setting. */
  async start(config: ShopConfig, bindDevices: (mode: string) => void): Promise<void> {
    const child = this.#child;
    child.on('message', ({ deviceBinding }: Answer) => deviceBinding !== undefined && bindDevices(deviceBinding));
    // If the process has ended, `#ended` resolves below.
    child.send(config, () => {});
    const [answer] = (await Promise.race([once(child, 'message'), this.#ended])) as [Answer?];
    if (answer?.ready !== undefined) return;
    const error = Object.assign(new Error(`the shop: ${answer?.failed?.message ?? 'it ended'}`), answer?.failed);
    throw listenError(error, { host: config.host, port: config.port, setting: 'AUTHLY_SHOP_PORT' });
  }

  /** The process ends when the channel closes. It is killed if that takes too long. */
  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (child.connected) child.disconnect();
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await this.#ended;
    clearTimeout(late);
  }
}

interface Answer {
  readonly deviceBinding?: string;
  readonly ready?: number;
  readonly failed?: { readonly message: string; readonly code?: string; readonly port?: number };
}
