import { useEffect, useRef, useState } from 'preact/hooks';
import type { News } from '@authly/service/console/wire.ts';

const listeners = new Set<(news: News) => void>();
const EVERYTHING: News = { moved: [], more: true };

function tell(news: News): void {
  for (const listener of listeners) listener(news);
}

/** Listens to the console's stream. Whether it is heard now; after a gap everybody looks again. */
export function useStream(onOver: () => void): boolean {
  const [isHeard, setHeard] = useState(false);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const stream = new EventSource('/api/live');
    let hadGap = false;
    stream.addEventListener('open', () => {
      setHeard(true);
      if (hadGap) tell(EVERYTHING);
      hadGap = false;
    });
    stream.addEventListener('error', () => {
      hadGap = true;
      setHeard(false);
    });
    stream.addEventListener('news', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as News));
    stream.addEventListener('over', () => {
      stream.close();
      over.current();
    });
    return () => stream.close();
  }, []);
  return isHeard;
}

export function useNews(hear: (news: News) => void): void {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    const listener = (news: News): void => latest.current(news);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
