export type Display = 'auto' | 'popup' | 'tab' | 'same-window';

const SIZE = { width: 440, height: 680 };

/** A phone or tablet by how it is touched, never by its width: desktop popups are narrow. */
const isTouchDevice = (): boolean => matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0;

/**
 * Opens an empty window at once, while the click still counts: popup blockers, and iOS above all, refuse one that is opened after
 * an answer has come. Null when the browser refused it or none is wanted.
 */
export function openEmptyWindow(display: Display): Window | null {
  if (display === 'same-window') return null;
  const tab = display === 'tab' || (display === 'auto' && isTouchDevice());
  const left = Math.round(screenX + (outerWidth - SIZE.width) / 2);
  const top = Math.round(screenY + (outerHeight - SIZE.height) / 2);
  const opened = open(
    'about:blank',
    '_blank',
    tab ? '' : `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`,
  );
  // Some blockers hand out a window that is closed already.
  return opened?.closed === false ? opened : null;
}
