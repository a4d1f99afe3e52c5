import type { Image } from '@authly/fingerprint';

/** Each has a sentence, `reader_fault_…`, that says what to do. */
export type ReaderFaultCode = 'capture_again' | 'no_finger' | 'no_reader' | 'no_images' | 'busy' | 'failed';

export class ReaderFault extends Error {
  readonly code: ReaderFaultCode | 'not_paired' | 'absent';

  /** `not_paired`: the page shows a code again. `absent`: no reader's program answers. */
  constructor(code: ReaderFault['code']) {
    super(code);
    this.name = 'ReaderFault';
    this.code = code;
  }
}

export type ReaderKind = 'agent' | 'secugen' | 'digitalpersona';

/** A reader that a program on this machine gives out. */
export interface LocalReader {
  readonly kind: ReaderKind;
  /** Whether the page has to show a code first. */
  readonly isPaired: boolean;
  /** Waits for one capture. Rejects with a `ReaderFault`; with anything else where the program does not answer. */
  capture(signal: AbortSignal): Promise<Image>;
}

/** More than any reader's plate has. */
const MAX_SIDE = 2000;

/** Checks an image from a program on this computer. */
export function imageOf(width: unknown, height: unknown, dpi: unknown, pixels: Uint8Array): Image {
  const isSide = (side: unknown): side is number =>
    typeof side === 'number' && Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
  const isDpi = typeof dpi === 'number' && dpi >= 100 && dpi <= 4000;
  if (!isSide(width) || !isSide(height) || !isDpi || pixels.length !== width * height) throw new ReaderFault('failed');
  return { width, height, dpi, pixels };
}

export function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64 as string), (character) => character.charCodeAt(0));
  } catch {
    throw new ReaderFault('failed');
  }
}
