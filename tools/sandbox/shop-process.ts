import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { listenError } from '../../apps/service/src/http/listen.ts';
import type { ShopConfig } from '../../apps/shop/src/start.ts';

/** How long the shop may take to finish what is in flight. */
const STOP_MS = 5000;

/** The demo shop runs in a process of its own, as a merchant would. It trusts the sandbox's CA like any other client. */
export class ShopProcess implements AsyncDisposable {
  #child: ChildProcess | undefined;

  async start(config: ShopConfig, caFile: string): Promise<void> {
    const child = fork(join(import.meta.dirname, '../../apps/shop/src/main.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: caFile },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.send(config);
    const answer = await Promise.race([firstMessage(child), once(child, 'exit').then(() => undefined)]);
    if (answer?.ready !== undefined) return;
    const error = Object.assign(new Error(`the shop: ${answer?.failed?.message ?? 'it ended'}`), answer?.failed);
    throw listenError(error, { host: config.host, port: config.port, setting: 'AUTHLY_SHOP_PORT' });
  }

  /** It ends when the channel to it closes, and is ended where it takes too long. */
  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  }
}

type Answer =
  | {
      readonly ready?: number;
      readonly failed?: { readonly message: string; readonly code?: string; readonly port?: number };
    }
  | undefined;

const firstMessage = async (child: ChildProcess): Promise<Answer> => ((await once(child, 'message')) as [Answer])[0];
