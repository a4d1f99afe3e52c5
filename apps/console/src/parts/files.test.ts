import { expect, it } from 'vitest';
import { csvOf } from './files.ts';

it('writes CSV with a header line, without formulas or line breaks in cells', () => {
  expect(
    csvOf([
      { id: 'ses_1', note: 'a "b", c\n', count: 2 },
      { id: '=1+1', note: null, count: -1 },
      { id: '\t=1', note: '\r=1', count: 0 },
    ]),
  ).toBe('id,note,count\r\nses_1,"a ""b"", c\n",2\r\n\'=1+1,,\'-1\r\n\'\t=1,"\'\r=1",0\r\n');
  expect(csvOf([])).toBe('\r\n');
});
