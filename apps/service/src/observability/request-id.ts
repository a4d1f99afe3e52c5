import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** All work of a request has its id, for log lines and calls to merchants. */
export const withinRequest = (id: string, work: () => void): void => current.run(id, work);

export const currentRequestId = (): string | undefined => current.getStore();
