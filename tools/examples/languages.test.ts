import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

describe.each(['bio-api', 'backend'])('examples/%s', (kind) => {
  it('has one folder for each language of `npm run examples`', () => {
    expect(readdirSync(join(EXAMPLES, kind)).toSorted()).toEqual(LANGUAGES.map(({ name }) => name).toSorted());
  });

  it.each(LANGUAGES.map(({ name }) => name))('%s: one or two files and a README with the commands', (name) => {
    const files = readdirSync(join(EXAMPLES, kind, name)).filter((file) => file !== 'README.md' && file !== 'go.mod');
    expect(files.length).toBeLessThanOrEqual(2);
    expect(readFileSync(join(EXAMPLES, kind, name, 'README.md'), 'utf8')).toContain('```sh');
  });
});
