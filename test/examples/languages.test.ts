import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

describe.each(['bio-api', 'backend'])('examples/%s', (kind) => {
  it('has one folder for each language of `npm run examples`', () => {
    expect(readdirSync(join(EXAMPLES, kind)).toSorted()).toEqual(LANGUAGES.map(({ name }) => name).toSorted());
  });

  it.each(LANGUAGES.map(({ name }) => name))('%s: one or two source files and a README with the commands', (name) => {
    // The folder also has the data of an example that was run there.
    const sources = readdirSync(join(EXAMPLES, kind, name)).filter((file) => /\.(?:go|java|php|py)$/.test(file));
    expect([1, 2]).toContain(sources.length);
    expect(readFileSync(join(EXAMPLES, kind, name, 'README.md'), 'utf8')).toContain('```sh');
  });
});
