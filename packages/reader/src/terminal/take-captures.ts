import { assessCapture, viewOf, type Assessment } from '@authly/app-client/captures.ts';
import type { CaptureFault, View } from '@authly/fingerprint';
import { ReaderError } from '../errors.ts';
import type { FingerReader } from '../libfprint/usb-reader.ts';
import type { Person } from './person.ts';

const CAPTURE_WITHIN_MS = 30_000;
const TRIES = 5;

const AGAIN: Readonly<Record<Exclude<Assessment, 'good'>, string>> = {
  absent: 'No finger was found. Put it on the reader again.',
  poor: 'Not clear enough. Wipe the finger and the reader, and put it there again.',
  other: 'This does not look like the finger before. Put the same one on the reader.',
  same: 'This is the same picture as before. Lift the finger and place it a little shifted.',
};

const BETTER: Readonly<Record<CaptureFault, string>> = {
  no_finger: 'This does not look like a finger. Lay a bare fingertip flat on the reader.',
  too_dry: 'The skin is very dry. Breathe on the finger and press slightly harder.',
  too_wet: 'The skin is wet. Dry the finger, wipe the reader, and press less hard.',
  too_small: 'Only a small part of the finger was seen. Lay it flat and try again.',
  at_edge: 'The finger lay at the edge. Put it in the middle and try again.',
};

interface CaptureOptions {
  readonly reader: FingerReader;
  readonly person: Person;
  readonly count: number;
  readonly signal: AbortSignal;
}

export async function takeCaptures({ count, ...options }: CaptureOptions): Promise<readonly View[]> {
  const views: View[] = [];
  while (views.length < count) views.push(await goodCapture({ ...options, count }, views));
  return views;
}

async function goodCapture({ reader, person, count, signal }: CaptureOptions, earlier: readonly View[]): Promise<View> {
  const invite = `Capture ${earlier.length + 1} of ${count}: put the finger on the reader.`;
  for (let tries = 1; tries <= TRIES; tries++) {
    const view = await capture(reader, signal, () => person.tell(invite)).catch((error: unknown) => {
      if (!(error instanceof ReaderError) || !isWorthAnother(error)) throw error;
      person.tell(error.message);
      return 'unread' as const;
    });
    if (view === 'unread') continue;
    const assessment = assessCapture(view, earlier);
    if (assessment === 'good') return view!;
    person.tell(assessment === 'poor' && view?.fault ? BETTER[view.fault] : AGAIN[assessment]);
  }
  throw new ReaderError('touch_again');
}

async function capture(reader: FingerReader, signal: AbortSignal, onWaiting: () => void): Promise<View | undefined> {
  const image = await reader.capture({ signal, withinMs: CAPTURE_WITHIN_MS, onWaiting });
  try {
    return viewOf(image);
  } finally {
    image.pixels.fill(0);
  }
}

const isWorthAnother = ({ code }: ReaderError): boolean => code === 'touch_again' || code === 'no_touch';
