// Folders of `finger_impression.png|pgm`, the layout of the public fingerprint sets.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Print {
  readonly file: string;
  readonly finger: string;
  readonly impression: string;
}

export interface PrintSet {
  readonly name: string;
  readonly dpi: number;
  readonly prints: readonly Print[];
}

/** Sets of sensors with another resolution than 500 dpi. */
const KNOWN_DPI: readonly [RegExp, number][] = [
  [/fvc2002.*db2/i, 569],
  [/fvc2004.*db3/i, 512],
];

const PRINT_NAME = /^(.+)_([^_]+)\.(?:png|pgm)$/i;

/** The folder itself if it has images, else each of its folders with images. */
export function findSets(folder: string): PrintSet[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  const own = readSet(folder);
  if (own.prints.length > 0) return [own];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => readSet(join(folder, entry.name)))
    .filter((set) => set.prints.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}

function readSet(folder: string): PrintSet {
  const name = basename(folder);
  const prints = readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const parts = PRINT_NAME.exec(file);
      return parts ? [{ file: join(folder, file), finger: parts[1]!, impression: parts[2]! }] : [];
    });
  return { name, dpi: dpiOf(folder, name), prints };
}

/** A `dpi.json` ({"dpi": 569}) next to the images, else the known value for the name, else 500. */
function dpiOf(folder: string, name: string): number {
  const note = join(folder, 'dpi.json');
  const noted = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { dpi?: number }).dpi : undefined;
  return noted ?? KNOWN_DPI.find(([pattern]) => pattern.test(name))?.[1] ?? 500;
}
