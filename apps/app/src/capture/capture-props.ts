import type { Finger } from '@authly/contract/wire/fingers';
import type { Words } from '@authly/ui/words/languages.ts';
import type { Look, CaptureSource } from '../worker/messages.ts';
import type { Picture } from './picture.ts';

export type AppWords = Words<'shared' | 'app'>;

export type SourceName = 'camera' | 'synthetic' | 'reader';

export interface CameraFrame {
  readonly picture: Picture;
  readonly now: boolean;
}

export interface CaptureProps {
  readonly words: AppWords;
  readonly finger: Finger;
  readonly taken: number;
  /** The screen came right after an accepted capture: the focus goes to the button of the next one. */
  readonly isNext: boolean;
  /** Phones have a camera app; computers may have a reader. */
  readonly isPhone: boolean;
  readonly isVerify: boolean;
  /** A question is open: nothing is captured. */
  readonly isHeld: boolean;
  /** `pressed`: which finger it was, where the source knows. */
  readonly onCapture: (source: CaptureSource, pressed?: Finger) => void;
  readonly onCaptureAll: (next: () => CaptureSource, pressed: Finger) => void;
  /** Looks at a frame of the camera. Undefined: the camera was closed. */
  readonly onLook: (frame: CameraFrame | undefined) => Promise<Look | undefined>;
  readonly onMissing: () => void;
  /** Absent where no reader can be used. */
  readonly onReader: (() => void) | undefined;
}
