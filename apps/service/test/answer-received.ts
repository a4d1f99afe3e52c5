import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNELS = { head: 'undici:request:headers', 'piece of a body': 'undici:request:bodyChunkReceived' } as const;

/** Resolves when this process has received the next part of a response to its own call. */
export function nextReceived(part: keyof typeof CHANNELS): Promise<void> {
  return new Promise((resolve) => {
    const received = (): void => {
      unsubscribe(CHANNELS[part], received);
      resolve();
    };
    subscribe(CHANNELS[part], received);
  });
}
