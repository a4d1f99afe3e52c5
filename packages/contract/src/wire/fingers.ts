export const FINGERS = ['LI', 'LM', 'RI', 'RM'] as const;
/** Left or right, index or middle finger. */
export type Finger = (typeof FINGERS)[number];
