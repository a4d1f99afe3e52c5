/** The user is in a session. */
const JOINED = ['number', 'consent', 'finger', 'capture', 'reading', 'review', 'device', 'sending'] as const;
const ENDS = ['ended', 'invalid-link', 'taken', 'unsupported', 'other-type'] as const;

export type ScreenName = 'idle' | 'joining' | 'unreachable' | (typeof JOINED)[number] | (typeof ENDS)[number];

interface Row {
  readonly event: string;
  readonly from: readonly ScreenName[];
  /** `next`: the first step that the user has not done yet. */
  readonly to: ScreenName | 'next';
  readonly when: string;
}

/** THE SCREENS. An event without a row for the current screen changes nothing. */
// biome-ignore format: one row a line
export const MOVES = [
  { event: 'no_link', from: ['joining'], to: 'idle', when: 'the page was opened by itself' },
  { event: 'no_answer', from: ['joining'], to: 'unreachable', when: 'no answer came while the link was valid' },
  { event: 'retry', from: ['unreachable'], to: 'joining', when: 'the user tries again' },
  { event: 'refused', from: ['joining', ...JOINED], to: 'invalid-link', when: 'the link or the app token is not valid' },
  { event: 'too_late', from: ['joining'], to: 'taken', when: 'another app has joined' },
  { event: 'device_unfit', from: ['joining'], to: 'unsupported', when: 'this browser or device cannot take part' },
  { event: 'type_unknown', from: ['joining'], to: 'other-type', when: 'the session is not about a fingerprint' },

  { event: 'joined', from: ['joining'], to: 'next', when: 'this app has joined, now or before a reload' },
  { event: 'confirmed', from: ['number'], to: 'next', when: 'the number of the join check was right' },
  { event: 'consented', from: ['consent'], to: 'next', when: 'the user agrees' },
  { event: 'finger_chosen', from: ['finger'], to: 'next', when: 'the user chooses a finger to enroll' },
  { event: 'finger_dropped', from: ['capture'], to: 'finger', when: 'the user wants another finger' },

  { event: 'pressed', from: ['capture'], to: 'reading', when: 'a picture was taken' },
  { event: 'read', from: ['reading'], to: 'review', when: 'the engine has read it, or failed' },
  { event: 'look_failed', from: ['capture'], to: 'review', when: 'the engine failed while the camera was open' },
  { event: 'seal_failed', from: ['sending'], to: 'review', when: 'the engine failed before the captures were sealed' },
  { event: 'again', from: ['review'], to: 'capture', when: 'the next capture, or this one once more' },
  { event: 'complete', from: ['review'], to: 'sending', when: 'the last capture was accepted' },
  { event: 'passkey_wanted', from: ['sending'], to: 'device', when: 'the device is asked for a passkey' },
  { event: 'passkey_over', from: ['device'], to: 'sending', when: 'the device gave one, or the user goes on without it' },

  { event: 'given_up', from: JOINED, to: 'sending', when: 'the user declines, or the app cannot capture' },
  { event: 'received', from: JOINED, to: 'sending', when: 'the service has the capture' },
  { event: 'finished', from: ['joining', ...JOINED], to: 'ended', when: 'the session has ended' },
] as const satisfies readonly Row[];

export type ScreenEvent = (typeof MOVES)[number]['event'];

/** Returns undefined if the event changes nothing. */
export const moveFor = (event: ScreenEvent, from: ScreenName): Row['to'] | undefined =>
  MOVES.find((row: Row) => row.event === event && row.from.includes(from))?.to;

export const OVER: ReadonlySet<ScreenName> = new Set(ENDS);
/** No session goes on: another link opens without a question. */
export const FREE: ReadonlySet<ScreenName> = new Set([...ENDS, 'idle', 'unreachable']);
