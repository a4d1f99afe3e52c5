import type { OpsOptions } from '../../http/ops-server.ts';
import { isAsked, type Answered, type Answers, type Question, type Serving } from './messages.ts';

/** A worker opens no port for operators: it answers the process that does. */
export function answerPrimary({ ready, metrics }: OpsOptions): void {
  const answers: { readonly [Q in Question]: () => Promise<Answers[Q]> } = {
    ready: () =>
      ready().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
      ),
    metrics: () => metrics.figures(),
  };
  process.on('message', (message) => {
    if (!isAsked(message)) return;
    void answers[message.asks]().then((answer) => tell({ id: message.id, answer }));
  });
}

/** The last step of a worker's start. */
export const sayServing = ({ api, redirect }: Serving['serving']): void => tell({ serving: { api, redirect } });

function tell(message: Answered | Serving): void {
  // The other side may be gone; then this process ends too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
