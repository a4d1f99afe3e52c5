export const FINGERS = ['LI', 'LM', 'RI', 'RM'] as const;
/** Left or right, index or middle finger. */
export type Finger = (typeof FINGERS)[number];

/** A finger read from a database or a form is text. */
export const isFinger = (text: unknown): text is Finger => (FINGERS as readonly unknown[]).includes(text);
