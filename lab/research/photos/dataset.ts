// The public sets, with the folders and names of their repositories.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PhotoFault } from '../../../packages/fingerprint/src/index.ts';

export interface PhotoFile {
  readonly file: string;
  readonly set: string;
  /** It is undefined if nobody knows. */
  readonly finger: string | undefined;
  /** A capture by a sensor at 500 dpi, of a finger that was photographed too. */
  readonly isCapture: boolean;
  /** The expected fault, if any; undefined if unknown. */
  readonly reason: PhotoFault | undefined;
}

interface Naming {
  readonly set: string;
  readonly name: RegExp;
  readonly finger?: (parts: RegExpExecArray) => string;
  readonly isCapture?: boolean;
  readonly reason?: PhotoFault;
}

const FINGERS = ['Index', 'Middle', 'Ring', 'Little'];

// biome-ignore format: one row a line
const NAMINGS: readonly Naming[] = [
  // github.com/bhavinjawade/Contactless-Fingerprint-Gradio-Demo: session_phone_person_background_hand_…_finger.png. Nothing but blur is wrong with any, as one sees
  { set: 'ridgebase', reason: 'blurred', name: /^\d_[A-Za-z]+_(\d+)_\d_(LEFT|RIGHT)_image_fingerprint\w{8}_(?:[\d.]+_)?(\d)\.png$/, finger: ([, person, hand, finger]) => `${person} ${hand} ${finger}` },
  // The same persons on a sensor, and their hands, which are to be refused as several fingers
  { set: 'ridgebase', isCapture: true, name: /^\d_(\d+)_(Left|Right)_(Index|Middle|Ring|Little)\.bmp$/, finger: ([, person, hand, finger]) => `${person} ${hand!.toUpperCase()} ${FINGERS.indexOf(finger!)}` },
  { set: 'ridgebase hands', reason: 'several_fingers', name: /^\d_[A-Za-z]+_(?:\d+_)?\d_(?:LEFT|RIGHT)_image_fingerprint\w{8}\.png$/ },
  // github.com/mohd-Shoaib-ali/contactless-fingerprint-qc, test_dataset
  { set: 'qc good', name: /^good_\d+\.jpe?g$/ },
  { set: 'qc dark', reason: 'too_dark', name: /^dark_\d+\.jpe?g$/ },
  { set: 'qc glare', reason: 'too_bright', name: /^glare_\d+\.jpe?g$/ },
  { set: 'qc blurry', reason: 'blurred', name: /^blurry_\d+\.jpe?g$/ },
];

/** Every photo below the folder whose name is known. Empty files and the output of other programs are left out. */
export function findPhotos(folder: string): PhotoFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(?:^|\/)(?:output|rotated|\.git)\//.test(path))
    .sort()
    .flatMap((path) => {
      const file = join(folder, path);
      const found = naming(basename(path));
      return found && statSync(file).size > 0 ? [{ file, ...found }] : [];
    });
}

function naming(name: string): Omit<PhotoFile, 'file'> | undefined {
  for (const each of NAMINGS) {
    const parts = each.name.exec(name);
    if (parts)
      return { set: each.set, finger: each.finger?.(parts), isCapture: each.isCapture ?? false, reason: each.reason };
  }
  return undefined;
}
