import { isSandbox } from '@authly/ui/sandbox.ts';
import { useEffect, useState } from 'preact/hooks';

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const pointsToThisMachine = (link: string): boolean =>
  URL.canParse(link) && LOOPBACK.test(new URL(link).hostname);

/** Whether a phone cannot open the code, because a sandbox was started for this machine only. */
export function useIsLocalLink(link: string | undefined): boolean {
  const [sandbox, setSandbox] = useState(false);
  const isLoopback = link !== undefined && pointsToThisMachine(link);
  useEffect(() => {
    if (!isLoopback) return undefined;
    const abort = new AbortController();
    void isSandbox(abort.signal).then(setSandbox);
    return () => abort.abort();
  }, [isLoopback]);
  return isLoopback && sandbox;
}
