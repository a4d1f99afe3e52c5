import { Worker } from 'node:worker_threads';

/** Worker threads that each take the next job as soon as they are free. */
export class Pool<Job, Result> {
  readonly #workers: Worker[];

  constructor(file: URL, size: number) {
    this.#workers = Array.from({ length: size }, () => new Worker(file));
  }

  /** Every job once, results in the jobs' order. */
  async run(jobs: readonly Job[], onDone: (done: number) => void = () => {}): Promise<Result[]> {
    const results: Result[] = [];
    let next = 0;
    let done = 0;
    const drain = async (worker: Worker): Promise<void> => {
      while (next < jobs.length) {
        const index = next++;
        results[index] = await ask<Job, Result>(worker, jobs[index]!);
        onDone(++done);
      }
    };
    await Promise.all(this.#workers.map(drain));
    return results;
  }

  /** The same job to every worker. */
  async tellAll(job: Job): Promise<void> {
    await Promise.all(this.#workers.map((worker) => ask(worker, job)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function ask<Job, Result>(worker: Worker, job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (result: Result): void => {
      settle();
      resolve(result);
    };
    const onError = (error: Error): void => {
      settle();
      reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(job);
  });
}
