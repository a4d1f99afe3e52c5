/** Left/right index and middle finger: the only codes on every side of the wire. */
export const FINGERS = ['LI', 'LM', 'RI', 'RM'] as const;
export type Finger = (typeof FINGERS)[number];
