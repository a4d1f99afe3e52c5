import { useEffect, useRef } from 'preact/hooks';

export const CAPTURE_NUMBER = 'capture-number';

/** Focuses the button of the second and third capture; a screen reader says which capture it is. */
export function useNext<Kind extends HTMLElement = HTMLButtonElement>(isNext: boolean) {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (isNext) ref.current?.focus({ preventScroll: true });
  }, []);
  return { ref, ...(isNext && { 'aria-describedby': CAPTURE_NUMBER }) };
}
