import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTooManyParts } from './json-structure.ts';
import { LIMITS } from './limits.ts';

const MAX = LIMITS.jsonStructure;

/** Counted one by one, as documented. */
function structureOf(json: string): number {
  let count = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    if (json[i] === '"') inString = !inString;
    else if (inString && json[i] === '\\') i++;
    else if (!inString && ',:[{'.includes(json[i]!)) count++;
  }
  return count;
}

const filledTo = (parts: number, json: string): string => `[${json}${',1'.repeat(parts - 1 - structureOf(json))}]`;

describe('the structure of a JSON text', () => {
  it.each<[string, string]>([
    ['commas', '1'],
    ['objects and lists', '{"a":[{},[]],"b":{"c":1}}'],
    ['structure inside of strings', JSON.stringify({ 'k,:[{': ',:[{'.repeat(2000) })],
    ['quotes inside of strings', JSON.stringify({ 'a"b': '",{"'.repeat(2000), c: '\\"' })],
    ['backslashes at the end of strings', JSON.stringify(['\\', '\\\\', ',\\'.repeat(3000), '\\,'])],
    ['space before strings', '{ "a" :\n\t"x,y" , "b" : [ "," ] }'],
  ])(`%s: ${MAX} are let in, one more is not`, (_, json) => {
    expect([hasTooManyParts(filledTo(MAX, json)), hasTooManyParts(filledTo(MAX + 1, json))]).toEqual([false, true]);
  });

  it('is counted by its definition in any document', () => {
    const texts = fc
      .tuple(fc.json({ maxDepth: 6 }), fc.integer({ min: 0, max: 8 }))
      .map(([json, indent]) => JSON.stringify(JSON.parse(json), null, indent))
      .filter((text) => structureOf(text) < MAX / 2);
    fc.assert(
      fc.property(texts, fc.constantFrom(MAX, MAX + 1), (text, parts) => {
        expect(hasTooManyParts(filledTo(parts, text))).toBe(parts > MAX);
      }),
    );
  });

  it.each([
    ['a string that does not end', `["${'x\\n'.repeat(300_000)}`],
    ['nothing but quotes', '"'.repeat(1_000_000)],
    ['nothing but backslashes', `["${'\\'.repeat(1_000_000)}`],
    ['nothing', ''],
  ])('looks through what is no JSON: %s', (_, text) => {
    expect(hasTooManyParts(text)).toBe(false);
  });
});
