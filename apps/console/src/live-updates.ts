import { useEffect, useState } from 'preact/hooks';
import type { LiveUpdate } from '@authly/service/operator/wire/wire.ts';
import { useLatest } from './hooks.ts';

const listeners = new Set<(update: LiveUpdate) => void>();
const EVERYTHING: LiveUpdate = { moved: [], more: true };

function notify(update: LiveUpdate): void {
  for (const listener of listeners) listener(update);
}

/** Opens the event stream. Returns whether it is connected. After a gap every listener reloads. */
export function useStream(onSignedOut: () => void): boolean {
  const [isConnected, setConnected] = useState(false);
  const signedOut = useLatest(onSignedOut);
  useEffect(() => {
    const stream = new EventSource('/api/live');
    let hadGap = false;
    stream.addEventListener('open', () => {
      setConnected(true);
      if (hadGap) notify(EVERYTHING);
      hadGap = false;
    });
    stream.addEventListener('error', () => {
      hadGap = true;
      setConnected(false);
    });
    stream.addEventListener('update', ({ data }: MessageEvent<string>) => notify(JSON.parse(data) as LiveUpdate));
    stream.addEventListener('over', () => {
      stream.close();
      signedOut.current();
    });
    return () => stream.close();
  }, []);
  return isConnected;
}

export function useLiveUpdates(onUpdate: (update: LiveUpdate) => void): void {
  const latest = useLatest(onUpdate);
  useEffect(() => {
    const listener = (update: LiveUpdate): void => latest.current(update);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
