import { parseUrl } from '@authly/ui/parse-url.ts';
import { isSandbox } from '@authly/ui/sandbox.ts';
import { useEffect, useState } from 'preact/hooks';

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const pointsToThisMachine = (link: string): boolean => LOOPBACK.test(parseUrl(link)?.hostname ?? '');

export const PHONE_COMMAND = 'npm start -- --phone';

/** Whether a phone cannot open the code, because a sandbox was started for this machine only. Undefined until it is known. */
export function useIsLocalLink(link: string | undefined): boolean | undefined {
  const [sandbox, setSandbox] = useState<boolean>();
  const isLoopback = link !== undefined && pointsToThisMachine(link);
  useEffect(() => {
    if (!isLoopback || sandbox !== undefined) return undefined;
    const abort = new AbortController();
    void isSandbox(abort.signal).then((answer) => !abort.signal.aborted && setSandbox(answer));
    return () => abort.abort();
  }, [isLoopback]);
  // A link that is being renewed does not change the result.
  if (link === undefined) return sandbox;
  return isLoopback && sandbox;
}
