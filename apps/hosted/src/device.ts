export type Device = 'desk' | 'phone';

interface Pointing {
  /** Whether the device's main pointer is a finger. */
  readonly coarse: boolean;
  readonly touchPoints: number;
}

/** By pointer and touch, never by width: a popup on a desk is narrow too, and a laptop with a touch screen is a desk. */
export const deviceOf = ({ coarse, touchPoints }: Pointing): Device => (coarse && touchPoints > 0 ? 'phone' : 'desk');

export const thisDevice = (): Device =>
  deviceOf({ coarse: matchMedia('(pointer: coarse)').matches, touchPoints: navigator.maxTouchPoints });
