import { isSandbox } from '@authly/ui/sandbox.ts';
import { useEffect, useState } from 'preact/hooks';

/** Names of the machine itself: whoever follows them stays where they are. */
const THIS_MACHINE = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function namesThisMachine(link: string): boolean {
  try {
    return THIS_MACHINE.test(new URL(link).hostname);
  } catch {
    return false;
  }
}

/** Whether a phone cannot open the code: it is of a sandbox that was started for this machine alone. */
export function useOnlyHere(link: string | undefined): boolean {
  const [sandbox, setSandbox] = useState(false);
  const suspect = link !== undefined && namesThisMachine(link);
  useEffect(() => {
    if (!suspect) return undefined;
    const leaving = new AbortController();
    void isSandbox(leaving.signal).then(setSandbox);
    return () => leaving.abort();
  }, [suspect]);
  return suspect && sandbox;
}
