import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export const CAPTURE_NUMBER = 'capture-number';

export interface NextProps<Kind extends HTMLElement> {
  readonly ref: RefObject<Kind | null>;
  readonly 'aria-describedby'?: string;
}

/** Focuses the button of the second and third capture; a screen reader says which capture it is. */
export function useNext<Kind extends HTMLElement = HTMLButtonElement>(isNext: boolean): NextProps<Kind> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    if (isNext) ref.current?.focus({ preventScroll: true });
  }, []);
  return { ref, ...(isNext && { 'aria-describedby': CAPTURE_NUMBER }) };
}
