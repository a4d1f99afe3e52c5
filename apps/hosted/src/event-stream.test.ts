import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamReader } from './event-stream.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const readWhole = (text: string): string[] => new EventStreamReader().push(bytes(text)).map(({ data }) => data);

describe('EventStreamReader', () => {
  it('reads data, skips comments and other fields', () => {
    expect(readWhole(': still here\n\nevent: session\nid: 1\ndata: {"a":1}\n\n:\n\ndata:{"b":2}\n\n')).toEqual([
      '{"a":1}',
      '{"b":2}',
    ]);
  });

  it('an event name applies to one event only', () => {
    const events = new EventStreamReader().push(bytes('event: time\ndata: a\n\ndata: b\n\n'));
    expect(events.map(({ name }) => name)).toEqual(['time', 'message']);
  });

  it('reads the same for any chunks, even if they split a character', () => {
    const text =
      'event: session\ndata: {"merchant_name":"카페 – Köln ☕️"}\n\n: still here\n\nevent: session\r\ndata: {"status":"opened"}\r\n\r\ndata: x\n\n';
    const whole = bytes(text);
    const expected = readWhole(text);
    expect(expected).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: whole.length })), (cuts) => {
        const reader = new EventStreamReader();
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const read = edges
          .slice(1)
          .flatMap((end, index) => reader.push(whole.slice(edges[index], end)).map(({ data }) => data));
        expect(read).toEqual(expected);
      }),
    );
  });
});
