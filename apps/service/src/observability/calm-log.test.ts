import { expect, it } from 'vitest';
import { TestClock } from '../../test/test-clock.ts';
import { calmLog } from './calm-log.ts';
import { createLog } from './log.ts';

class Outage extends Error {}

it('an outage logs one line per second without a stack, with the number of omitted lines; other errors are all logged', () => {
  const lines: Record<string, unknown>[] = [];
  const clock = new TestClock();
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = calmLog(createLog({ level: 'info', secretFields: [], destination: { write } }), {
    isOutage: (error) => error instanceof Outage,
    clock,
  });
  for (let i = 0; i < 100; i++) log.error({ request_id: `r${i}`, err: new Outage('gone') }, 'request failed');
  clock.move(999);
  log.warn({ err: new Outage('gone') }, 'cleanup failed');
  clock.move(1);
  log.warn({ err: new Outage('still gone') }, 'cleanup failed');
  log.error({ err: new Error('a defect') }, 'request failed');
  log.error('plain');
  log.info({ status: 503 }, 'request');
  expect(lines).toMatchObject([
    {
      level: 'error',
      msg: 'database unavailable',
      request_id: 'r0',
      during: 'request failed',
      reason: 'gone',
      left_out: 0,
    },
    { level: 'error', during: 'cleanup failed', reason: 'still gone', left_out: 100 },
    { level: 'error', msg: 'request failed', err: { message: 'a defect', stack: expect.any(String) as string } },
    { level: 'error', msg: 'plain' },
    { level: 'info', status: 503 },
  ]);
  expect(JSON.stringify(lines.slice(0, 2))).not.toContain('stack');
});
