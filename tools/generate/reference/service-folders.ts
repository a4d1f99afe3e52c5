import { SERVICE_FOLDERS } from '../../import-rules/rules.ts';
import { code, table } from '../markdown.ts';

const SERVICE = 'apps/service/src/';

/** The folders of the service from the ground up, with what each may import. */
export const serviceFolders = (): string =>
  table(
    ['Folder', 'What it does', 'Imports'],
    SERVICE_FOLDERS.map(({ folder, promise, mayImport }) => [
      code(folder.slice(SERVICE.length, -1)),
      promise,
      mayImport
        .filter((each) => each.startsWith(SERVICE))
        .map((each) => code(each.slice(SERVICE.length, -1)))
        .join(', '),
    ]),
  );
