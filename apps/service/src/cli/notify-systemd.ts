import { execFile } from 'node:child_process';
import { systemClock } from '../runtime/clock.ts';
import type { Env } from '../config/setting-reader.ts';

/** Notifies a unit with `Type=notify` that the service is ready. A process whose event loop hangs notifies no watchdog. */
export function notifySystemd(env: Env, clock = systemClock): void {
  if (env['NOTIFY_SOCKET'] === undefined) return;
  send(env, 'READY=1');
  const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
  const watch = (): void =>
    void clock.after(watchdogMs / 3, () => {
      send(env, 'WATCHDOG=1');
      watch();
    });
  if (watchdogMs > 0) watch();
}

/** systemd listens on a datagram socket, which Node cannot write to. */
function send({ NOTIFY_SOCKET, PATH }: Env, state: string): void {
  execFile('systemd-notify', [state], { env: { NOTIFY_SOCKET, PATH } }, (error) => {
    if (error) process.stderr.write(`systemd was not notified of ${state}: ${error.message}\n`);
  });
}
