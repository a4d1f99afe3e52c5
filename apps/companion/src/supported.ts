/** Whether this browser can read a finger and seal it. `crypto.subtle` is also missing on a page that was not opened over HTTPS. */
export const isSupported = (): boolean =>
  typeof Worker === 'function' &&
  typeof createImageBitmap === 'function' &&
  'subtle' in crypto &&
  document.createElement('canvas').getContext('2d') !== null;
