import type { ComponentType } from 'preact';
import type { ScreenName, VisitState } from '../visit/state.ts';
import { Capture } from './capture.tsx';
import { Compare } from './compare.tsx';
import { Consent } from './consent.tsx';
import { Ended } from './ended.tsx';
import { ChooseFinger } from './finger.tsx';
import { Idle } from './idle.tsx';
import { InvalidLink, OtherType, Taken, Unreachable, Unsupported } from './notices.tsx';
import { Review } from './review.tsx';
import type { ScreenProps } from './screen-props.ts';
import { Joining, Reading, Sending } from './waiting.tsx';

const SCREENS: Readonly<Record<ScreenName, ComponentType<ScreenProps>>> = {
  idle: Idle,
  joining: Joining,
  'invalid-link': InvalidLink,
  taken: Taken,
  unreachable: Unreachable,
  unsupported: Unsupported,
  'other-type': OtherType,
  compare: Compare,
  consent: Consent,
  finger: ChooseFinger,
  capture: Capture,
  reading: Reading,
  review: Review,
  sending: Sending,
  ended: Ended,
};

export const screenOf = ({ screen }: VisitState): ComponentType<ScreenProps> => SCREENS[screen];
