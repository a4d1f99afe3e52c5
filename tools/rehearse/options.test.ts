import { describe, expect, it } from 'vitest';
import { parseOptions, REHEARSALS } from './options.ts';

describe('npm run rehearse', () => {
  it('rehearses everything by default', () => {
    expect(parseOptions([])).toEqual({ rehearsals: REHEARSALS, json: false });
    expect(parseOptions(['dump', '--json'])).toEqual({ rehearsals: ['dump'], json: true });
  });

  it('refuses an unknown rehearsal', () => {
    expect(() => parseOptions(['fire'])).toThrow('there is no rehearsal "fire"');
  });
});
