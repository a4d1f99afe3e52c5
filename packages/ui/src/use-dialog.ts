import { useLayoutEffect, useRef } from 'preact/hooks';

/** Open from the first paint. It is over when it closes: the browser's event comes later, maybe after the next press. */
export function useDialog(onClose: () => void) {
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
