import type { OpsOptions } from '../../http/ops-server.ts';
import type { Answers, Question, WorkerAnswer, WorkerQuestion, WorkerReady } from './messages.ts';

/** A worker has no operations port: it answers the supervisor, which has one. */
export function answerSupervisor({ ready, metrics }: OpsOptions): void {
  const answers: { readonly [Q in Question]: () => Promise<Answers[Q]> } = {
    alive: () => Promise.resolve(true),
    ready: () =>
      ready().then(
        (warnings) => ({ warnings }),
        (error: unknown) => ({ reason: error instanceof Error ? error.message : 'unknown' }),
      ),
    metrics: () => metrics.values(),
  };
  process.on('message', ({ id, asks }: WorkerQuestion) => void answers[asks]().then((answer) => send({ id, answer })));
}

export const reportReady = ({ api, redirect }: WorkerReady['serving']): void => send({ serving: { api, redirect } });

function send(message: WorkerAnswer | WorkerReady): void {
  // The supervisor may be gone; then this process ends too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
