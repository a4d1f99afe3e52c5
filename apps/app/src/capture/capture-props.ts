import type { Finger } from '@authly/contract/fingers';
import type { Words } from '@authly/ui/words/languages.ts';
import type { Picture } from '../picture/gray.ts';
import type { Look, TouchSource } from '../worker/messages.ts';

export type AppWords = Words<'shared' | 'fingers' | 'app'>;

export type SourceName = 'camera' | 'photo' | 'synthetic' | 'reader';

export interface CameraFrame {
  readonly picture: Picture;
  /** The person wants it taken now: the first good frame will do. */
  readonly now: boolean;
}

export interface CaptureProps {
  readonly words: AppWords;
  /** The finger that is wanted. */
  readonly finger: Finger;
  /** Touches taken so far. */
  readonly taken: number;
  /** `pressed`: which finger it was, where the source knows. */
  readonly onTouch: (source: TouchSource, pressed?: Finger) => void;
  /** One frame of the camera, to be looked at; none: the camera is not looked at any more. */
  readonly onLook: (frame: CameraFrame | undefined) => Promise<Look | undefined>;
  /** The device turned out to have no camera. */
  readonly onMissing: () => void;
}
