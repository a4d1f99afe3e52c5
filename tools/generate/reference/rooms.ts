import { ROOMS } from '../../import-rules/rules.ts';
import { code, table } from '../markdown.ts';

const SERVICE = 'apps/service/src/';

/** The rooms of the service from the ground up, with what each may import. */
export const rooms = (): string =>
  table(
    ['Room', 'What it does', 'Imports'],
    ROOMS.map(({ folder, promise, mayImport }) => [
      code(folder.slice(SERVICE.length, -1)),
      promise,
      mayImport
        .filter((each) => each.startsWith(SERVICE))
        .map((each) => code(each.slice(SERVICE.length, -1)))
        .join(', '),
    ]),
  );
