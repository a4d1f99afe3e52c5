import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Dialog {
  readonly dialog: { readonly ref: RefObject<HTMLDialogElement | null>; onCancel(): void; onClose(): void };
  readonly close: () => void;
}

/** Open from the first paint. It is over when it closes: the browser's event comes later, maybe after the next press. */
export function useDialog(onClose: () => void): Dialog {
  const ref = useRef<HTMLDialogElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => ref.current?.showModal(), []);
  const close = (): void => {
    ref.current?.close();
    if (!isOver.current) onClose();
    isOver.current = true;
  };
  return { dialog: { ref, onCancel: close, onClose: close }, close };
}
