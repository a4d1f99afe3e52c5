// The shop as a process of its own, started by the sandbox: its settings come as one message, so that no secret stands in an
// argument or an environment variable.
import type { ShopConfig } from './shop.ts';
import { startShop, type RunningShop } from './start.ts';

let shop: RunningShop | undefined;

process.once('message', (config) => void start(config as ShopConfig));

async function start(config: ShopConfig): Promise<void> {
  try {
    shop = await startShop(config);
    process.send?.({ ready: shop.port });
  } catch (error) {
    const { message, code, port } = error as Error & { code?: string; port?: number };
    process.send?.({ failed: { message, code, port } });
  }
}

// The sandbox says when to stop, also by ending; a Ctrl-C in the terminal reaches both and must not cut off calls in flight.
process.once('disconnect', () => void (shop?.close() ?? Promise.resolve()).then(() => process.exit(0)));
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', () => process.disconnect?.());
