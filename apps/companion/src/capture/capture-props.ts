import type { Finger } from '@authly/contract/fingers';
import type { TouchSource } from '../worker/messages.ts';
import type { Words } from '../words/en.ts';

export type SourceName = 'camera' | 'photo' | 'drawer' | 'reader';

export interface CaptureProps {
  readonly words: Words;
  /** The finger that is wanted. */
  readonly finger: Finger;
  /** Touches taken so far. */
  readonly taken: number;
  /** `pressed`: which finger it was, where the source knows. */
  readonly onTouch: (source: TouchSource, pressed?: Finger) => void;
  /** The device turned out to have no camera. */
  readonly onMissing: () => void;
}
