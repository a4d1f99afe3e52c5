import { execFile } from 'node:child_process';
import type { Env } from '../../config/setting-reader.ts';

/** For a unit with `Type=notify`. systemd listens on a datagram socket, which Node cannot write to. */
export function notifySystemd({ NOTIFY_SOCKET, PATH }: Env): void {
  if (NOTIFY_SOCKET === undefined) return;
  execFile('systemd-notify', ['--ready'], { env: { NOTIFY_SOCKET, PATH } }, (error) => {
    if (error) process.stderr.write(`systemd was not told that the service is ready: ${error.message}\n`);
  });
}
