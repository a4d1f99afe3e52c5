import { Reader } from '../../../../packages/fingerprint/src/record/reader.ts';
import type { Image } from '../../../../packages/fingerprint/src/types.ts';
import { ImageFileError } from '../error.ts';
import { checkSize } from '../limits.ts';
import { dequantise } from './dequantise.ts';
import { readBlock } from './entropy.ts';
import { MARKER, readMarker } from './markers.ts';
import { leavesOf } from './subbands.ts';
import { newTables, readFrame, readTable, type Frame, type Tables } from './tables.ts';
import { reconstruct } from './wavelet.ts';

/** SOI. */
export const WSQ_START: readonly number[] = [0xff, 0xa0];
const USUAL_DPI = 500;

/** Decodes WSQ, the FBI's wavelet compression of gray fingerprints (IAFIS-IC-0110). */
export function decodeWsq(bytes: Uint8Array): Image {
  const reader = new Reader(bytes);
  reader.bytes(WSQ_START.length);
  const tables = newTables();
  let frame: Frame | undefined;
  let coefficients: Int32Array | undefined;
  let filled = 0;
  for (let marker = readMarker(reader); marker !== MARKER.end; marker = readMarker(reader)) {
    if (marker === MARKER.frame) {
      if (frame) throw new ImageFileError('damaged', 'The file has two frames.');
      frame = readFrame(reader);
      checkSize(frame.width, frame.height);
      coefficients = new Int32Array(frame.width * frame.height);
    } else if (marker === MARKER.block) {
      if (!coefficients) throw new ImageFileError('damaged', 'The image’s size comes after its content.');
      filled = readBlock(bytes, reader, tables, coefficients, filled);
    } else readTable(marker, reader, tables);
  }
  if (!frame || !coefficients) throw new ImageFileError('damaged', 'The file has no frame.');
  return { ...imageOf(frame, tables, coefficients), dpi: tables.dpi ?? USUAL_DPI };
}

function imageOf(frame: Frame, tables: Tables, coefficients: Int32Array): Omit<Image, 'dpi'> {
  const { width, height, shift, scale } = frame;
  const plane = dequantise(coefficients, tables, leavesOf(width, height), width, height);
  reconstruct(plane, width, height, tables);
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const gray = Math.floor(plane[i]! * scale + shift + 0.5);
    pixels[i] = gray < 0 ? 0 : gray > 255 ? 255 : gray;
  }
  return { width, height, pixels };
}
