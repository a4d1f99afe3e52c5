import { decode } from 'fast-png';
import type { Image } from '../../../packages/fingerprint/src/types.ts';
import { ImageFileError } from './error.ts';
import { checkSize } from './limits.ts';

/** A PNG of 8-bit gray. */
export function decodePng(bytes: Uint8Array): Omit<Image, 'dpi'> {
  const { width, height, channels, depth, data } = decoded(bytes);
  checkSize(width, height);
  if (channels !== 1 || depth !== 8) throw new ImageFileError('unread_content', 'Of PNG only 8-bit gray is read.');
  return { width, height, pixels: Uint8Array.from(data) };
}

function decoded(bytes: Uint8Array): ReturnType<typeof decode> {
  try {
    return decode(bytes);
  } catch (error) {
    throw new ImageFileError('damaged', `The PNG cannot be read: ${String(error)}`);
  }
}
