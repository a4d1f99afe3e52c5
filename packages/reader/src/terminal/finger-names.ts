import type { Finger } from '@authly/contract/fingers';

export const FINGER_NAMES: Readonly<Record<Finger, string>> = {
  LI: 'left index finger',
  LM: 'left middle finger',
  RI: 'right index finger',
  RM: 'right middle finger',
};
