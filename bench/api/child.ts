import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process of the bench that answers questions of the one that started it. */
export interface Child {
  ask<T>(question: string, argument?: unknown): Promise<T>;
  stop(): Promise<void>;
}

interface Question {
  readonly id: number;
  readonly question: string;
  readonly argument: unknown;
}

interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}

/** `logFile` takes what the child prints, as a log shipper's pipe or file would. */
export function startChild(script: URL, logFile: number): Child {
  const child = fork(script, {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', logFile, 'inherit', 'ipc'],
  });
  const open = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  child.on('message', ({ id, answer, error }: Reply) => {
    const waiting = open.get(id);
    open.delete(id);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(error));
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of open.values()) reject(new Error(`${script.pathname} ended: ${signal ?? code}`));
  });
  return {
    ask: <T>(question: string, argument?: unknown) =>
      new Promise<T>((resolve, reject) => {
        const id = ++asked;
        open.set(id, { resolve: resolve as (answer: unknown) => void, reject });
        child.send({ id, question, argument } satisfies Question);
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

export type Answers = Readonly<Record<string, (argument: never) => unknown>>;

/** The child's side. When the parent goes, or asks it to, `close` runs and the process ends. */
export function answerParent(answers: Answers, close: () => Promise<void>): void {
  const reply = async ({ id, question, argument }: Question): Promise<void> => {
    process.send?.({ id, ...(await answerOf(answers, question, argument)) } satisfies Reply);
  };
  process.on('message', (question: Question) => void reply(question));
  process.on('disconnect', () => void close().finally(() => process.exit()));
}

async function answerOf(answers: Answers, question: string, argument: unknown): Promise<Omit<Reply, 'id'>> {
  try {
    return { answer: await answers[question]!(argument as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
