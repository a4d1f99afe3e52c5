import { describe, expect, it } from 'vitest';
import { parseOptions, REHEARSALS } from './options.ts';

describe('npm run rehearse', () => {
  it('rehearses everything by default', () => {
    expect(parseOptions([])).toEqual({ rehearsals: REHEARSALS, times: 20 });
    expect(parseOptions(['patroni', '--times', '3'])).toEqual({ rehearsals: ['patroni'], times: 3 });
  });

  it('refuses an unknown rehearsal', () => {
    expect(() => parseOptions(['fire'])).toThrow('there is no rehearsal "fire"');
  });
});
