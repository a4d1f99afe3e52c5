import { describe, expect, it } from 'vitest';
import { parseOptions, REHEARSALS } from './options.ts';

describe('npm run rehearse', () => {
  it('rehearses everything unless told otherwise', () => {
    expect(parseOptions([])).toEqual({ rehearsals: REHEARSALS, from: undefined, json: false });
    expect(parseOptions(['dump', '--json'])).toEqual({ rehearsals: ['dump'], from: undefined, json: true });
  });

  it('refuses what it does not know, and what is no commit', () => {
    expect(() => parseOptions(['fire'])).toThrow('there is no rehearsal "fire"');
    expect(() => parseOptions(['upgrade', '--from=-x'])).toThrow('--from must name a commit');
    expect(() => parseOptions(['upgrade', '--from', 'a b'])).toThrow('--from must name a commit');
  });
});
