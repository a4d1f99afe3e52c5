import type { Config } from '../../config/config.ts';
import { closeServer, listen } from '../../http/listen.ts';
import { createOpsServer } from '../../http/ops-server.ts';
import { createLog } from '../../observability/log.ts';
import { LogDestination } from '../../observability/log-destination.ts';
import { addedUp } from '../../observability/metrics.ts';
import { Crew } from './worker-supervisor.ts';

export interface Signals {
  /** SIGTERM or SIGINT, the first one and those after it. */
  next(): Promise<NodeJS.Signals>;
  onHangUp(listener: () => void): void;
}

/** This process serves nobody but operators: it keeps the workers going, and answers for all of them. Resolves to its exit code. */
export async function serveWithWorkers(config: Config, count: number, signals: Signals): Promise<number> {
  const destination = new LogDestination();
  // It sees no request, so there is nothing to keep out of its few lines.
  const log = createLog({ level: config.logLevel, secretFields: [], destination });
  const crew = new Crew({ onLost: (lost) => log.error(lost, 'worker lost') });
  let isEnding = false;
  const ops = createOpsServer({
    metrics: { text: async () => addedUp(await crew.ask('metrics')) },
    async ready() {
      if (isEnding) throw new Error('draining');
      const answers = await crew.ask('ready');
      if (!answers.includes(null)) throw new Error(answers[0] ?? 'no worker answers');
    },
  });
  const opsPort = await listen(ops, { host: config.opsHost, port: config.opsPort, setting: 'AUTHLY_OPS_PORT' });
  const first = signals.next();
  const ports = await crew.start(count);
  if (ports !== undefined) {
    log.info({ environment: config.environment, workers: count, ...ports, ops: opsPort }, 'ready');
    signals.onHangUp(() => crew.signal('SIGHUP'));
    const signal = await first;
    isEnding = true;
    // A second one is passed on too: then nobody waits for balancers any more.
    void signals.next().then((again) => crew.signal(again));
    await crew.end(signal);
  }
  await closeServer(ops);
  log.info('stopped');
  await destination.end();
  return ports === undefined ? 1 : 0;
}
