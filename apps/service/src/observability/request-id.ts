import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Everything that is done for a request knows its id: a call to a merchant carries it on, and its log lines name it. */
export const withinRequest = (id: string, work: () => void): void => current.run(id, work);

/** Undefined outside of a request. */
export const currentRequestId = (): string | undefined => current.getStore();
