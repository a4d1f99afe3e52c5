export type Device = 'desk' | 'phone';

/** Decided by the pointer, never by width: a desktop popup is narrow too, and a laptop may have a touchscreen. */
export const deviceOf = ({ coarse, touchPoints }: { coarse: boolean; touchPoints: number }): Device =>
  coarse && touchPoints > 0 ? 'phone' : 'desk';

export const thisDevice = (): Device =>
  deviceOf({ coarse: matchMedia('(pointer: coarse)').matches, touchPoints: navigator.maxTouchPoints });
