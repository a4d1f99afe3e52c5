import { readFileSync } from 'node:fs';
import type { Container, ImageConfig } from './container.ts';

export interface Finding {
  readonly promise: string;
  readonly holds: boolean;
  readonly seen: string;
}

/** What the image promises of how it runs, looked at from outside and from inside. */
export function checkContainer(container: Container, config: ImageConfig): Finding[] {
  const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? '';
  const uid = field('Uid').split('\t')[0]!;
  const written = writable(container, ['/', '/app', '/usr/bin', '/etc', '/var/lib/authly', '/tmp']);
  return [
    { promise: 'is not root', holds: uid !== '0' && uid === config.User.split(':')[0], seen: `uid ${uid}` },
    {
      promise: 'has no capability',
      holds: /^0+$/.test(field('CapEff')) && /^0+$/.test(field('CapPrm')),
      seen: field('CapEff'),
    },
    { promise: 'can gain none', holds: field('NoNewPrivs') === '1', seen: `NoNewPrivs ${field('NoNewPrivs')}` },
    { promise: 'PID 1 passes signals on', holds: field('Name') === 'tini', seen: field('Name') },
    {
      promise: 'writes nowhere but to its volume and /tmp',
      holds: written.join() === '/var/lib/authly,/tmp',
      seen: written.join(', '),
    },
    { promise: 'the health check is content', ...healthy(container, config) },
  ];
}

const TRY_TO_WRITE = `
const { writeFileSync, rmSync } = require('node:fs');
for (const folder of process.argv.slice(1)) {
  try { writeFileSync(folder + '/written', ''); rmSync(folder + '/written'); console.log(folder); }
  catch (error) { if (error.code !== 'EROFS') console.log(folder + ': ' + error.code); }
}`;

const writable = (container: Container, folders: readonly string[]): string[] =>
  container
    .exec(['/usr/bin/node', '-e', TRY_TO_WRITE, ...folders])
    .trim()
    .split('\n');

function healthy(container: Container, { Healthcheck }: ImageConfig): Omit<Finding, 'promise'> {
  const [kind, ...command] = Healthcheck.Test;
  try {
    container.exec(command);
    return { holds: kind === 'CMD', seen: 'exit 0' };
  } catch (error) {
    return { holds: false, seen: String(error) };
  }
}
