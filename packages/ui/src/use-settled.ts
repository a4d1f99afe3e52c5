import { useEffect, useState } from 'preact/hooks';

const SETTLES_AFTER_MS = 1000;

/** False until a person could see this text for a second without a break, so that a tap meant for something else approves nothing. */
export function useSettled(shown: string | undefined): boolean {
  const [settled, settle] = useState<string>();
  useEffect(() => {
    const over = new AbortController();
    const options = { signal: over.signal };
    let timer: ReturnType<typeof setTimeout>;
    const start = (): void => {
      clearTimeout(timer);
      settle(undefined);
      const isSeen = document.visibilityState === 'visible' && document.hasFocus();
      if (isSeen) timer = setTimeout(() => settle(shown), SETTLES_AFTER_MS);
    };
    start();
    document.addEventListener('visibilitychange', start, options);
    for (const change of ['focus', 'blur'] as const) addEventListener(change, start, options);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [shown]);
  return shown !== undefined && settled === shown;
}
