import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Where `npm run build` leaves the service and its command line in a few files. */
export const PROGRAM = { folder: 'node_modules/.cache/authly', entry: 'cli.mjs', madeOf: 'made-of.json' };

/** What changes whenever a file does, also where somebody sets its time back: nobody can set when it was changed in its folder. */
export function stampOf(file) {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return `${size} ${mtimeMs} ${ctimeMs}`;
}

/** The address of the built program, which starts in a third of the time. Undefined where there is none of exactly these sources: then they run themselves. */
export function builtProgram(root) {
  try {
    const madeOf = JSON.parse(readFileSync(`${root}/${PROGRAM.folder}/${PROGRAM.madeOf}`, 'utf8'));
    const isOfThese = Object.entries(madeOf).every(([file, stamp]) => stampOf(`${root}/${file}`) === stamp);
    return isOfThese ? pathToFileURL(`${root}/${PROGRAM.folder}/${PROGRAM.entry}`).href : undefined;
  } catch {
    return undefined;
  }
}
