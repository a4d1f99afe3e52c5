import { dirname, join } from 'node:path';

const IMPORT = /^import \{([^}]*)\} from '(\.\/[^']+)'/gm;

/** The numbers that a test imports from the code next to it. Such a test follows a wrong number instead of finding it. */
export function ownNumbers(file: string, textOf: (file: string) => string): string[] {
  if (!/^(?!test\/).*\.test\.ts$/.test(file)) return [];
  const test = textOf(file);
  const isHeld = (name: string): boolean => new RegExp(`expect\\(.*\\b${name}\\b.*\\)\\.to\\w+\\(.*\\d`).test(test);
  return [...test.matchAll(IMPORT)].flatMap(([, names = '', from = '']) => {
    const code = textOf(join(dirname(file), from));
    const isNumber = (name: string): boolean => new RegExp(`^export const ${name}\\b[^=]*= \\d`, 'm').test(code);
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]\w*_\w+$/.test(name) && isNumber(name) && !isHeld(name))
      .map((name) => `${file}: imports the number ${name} from ${from}: write the number`);
  });
}
