import { answerSupervisor, reportReady } from '../src/cli/workers/worker.ts';

/** A worker that only answers its supervisor. */
answerSupervisor({
  ready: () => Promise.resolve([]),
  metrics: { values: () => Promise.resolve([]), text: () => Promise.reject(new Error('not asked')) },
});
reportReady({ api: 1, redirect: 2 });
