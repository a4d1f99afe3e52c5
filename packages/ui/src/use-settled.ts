import { useEffect, useState } from 'preact/hooks';

const SETTLES_AFTER_MS = 1000;

/** False for the first second of what is shown, so that a tap meant for something else approves nothing. */
export function useSettled(shown: string | undefined): boolean {
  const [settled, settle] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => settle(shown), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown !== undefined && settled === shown;
}
