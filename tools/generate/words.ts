import * as en from '../../packages/ui/src/words/en.ts';
import { LANGUAGES } from '../../packages/ui/src/words/languages.ts';

/** A list for each section, so that a bundler leaves the words of other pages out. */
export function wordsText(): string {
  const languages = [...LANGUAGES].sort();
  const imports = languages.map((language) => `import * as ${language} from './${language}.ts';`);
  const lists = Object.keys(en).map(
    (section) =>
      `export const ${section}: Readonly<Record<Language, Words<'${section}'>>> = {\n${languages
        .map((language) => `  ${language}: ${language}.${section},\n`)
        .join('')}};\n`,
  );
  return `// Written by \`npm run generate\` from languages.ts: each section in every language.
${imports.join('\n')}
import type { Language, Words } from './languages.ts';

${lists.join('\n')}`;
}
