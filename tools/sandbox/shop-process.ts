import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ShopConfig } from '../../apps/shop/src/start.ts';

/** The demo shop runs in a process of its own, as a merchant would. It trusts the sandbox's CA like any other client. */
export async function startShopProcess(config: ShopConfig, caFile: string): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, '../../apps/shop/src/main.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: caFile },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(config);
  const answer = await Promise.race([firstMessage(child), once(child, 'exit').then(() => undefined)]);
  if (answer?.ready === undefined) {
    child.kill();
    throw Object.assign(new Error(`the shop did not start: ${answer?.failed?.message ?? 'it ended'}`), answer?.failed);
  }
  return async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
}

type Answer =
  | {
      readonly ready?: number;
      readonly failed?: { readonly message: string; readonly code?: string; readonly port?: number };
    }
  | undefined;

const firstMessage = async (child: ChildProcess): Promise<Answer> => ((await once(child, 'message')) as [Answer])[0];
