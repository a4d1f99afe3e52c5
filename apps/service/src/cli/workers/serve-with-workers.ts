import type { Config } from '../../config/config.ts';
import { closeServer, listen } from '../../http/listen.ts';
import { createOpsServer } from '../../http/ops-server.ts';
import { createLog } from '../../observability/log.ts';
import { LogDestination } from '../../observability/log-destination.ts';
import { WorkerMetrics } from '../../observability/worker-metrics.ts';
import { WorkerSupervisor } from './worker-supervisor.ts';

export interface Signals {
  onReady(): void;
  /** SIGTERM or SIGINT, the first one and those after it. */
  next(): Promise<NodeJS.Signals>;
  onHangUp(listener: () => void): void;
}

/** This process runs the workers and has the operations port for all of them. Resolves to its exit code. */
export async function serveWithWorkers(config: Config, count: number, signals: Signals): Promise<number> {
  const destination = new LogDestination();
  // It handles no requests, so its log has no secrets to redact.
  const log = createLog({ level: config.logLevel, secretFields: [], destination });
  const metrics = new WorkerMetrics();
  const supervisor = new WorkerSupervisor({
    onLost(lost) {
      metrics.lost(lost.worker);
      log.error(lost, 'worker ended unexpectedly');
    },
  });
  let isEnding = false;
  const ops = createOpsServer({
    names: [config.opsHost, ...config.opsNames],
    metrics: { text: async () => metrics.text(await supervisor.ask('metrics')) },
    async ready() {
      if (isEnding) throw new Error('draining');
      const answers = [...(await supervisor.ask('ready')).values()];
      const serving = answers.filter((answer) => 'warnings' in answer);
      if (serving.length > 0) return [...new Set(serving.flatMap(({ warnings }) => warnings))];
      const reasons = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []));
      throw new Error(reasons[0] ?? 'no worker responds');
    },
  });
  const opsPort = await listen(ops, { host: config.opsHost, port: config.opsPort, setting: 'AUTHLY_OPS_PORT' });
  const first = signals.next();
  signals.onHangUp(() => supervisor.hangUp());
  const ports = await supervisor.start(count);
  if (ports !== undefined) {
    log.info({ environment: config.environment, workers: count, ...ports, ops: opsPort }, 'ready');
    signals.onReady();
    const signal = await first;
    isEnding = true;
    // A second signal is passed on too: it ends the shutdown delay.
    void signals.next().then((again) => supervisor.signal(again));
    await supervisor.end(signal);
  }
  await closeServer(ops);
  log.info('stopped');
  await destination.end();
  return ports === undefined ? 1 : 0;
}
