import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { codeOf } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';
import { LoadGate } from './load-gate.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Blocks the event loop. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('closes after the event loop was late for a second, and opens when it recovers', async () => {
  const gate = new LoadGate();
  block(1000);
  expect(gate.isClosed).toBe(false);
  for (let ms = 0; ms <= 1000; ms += 1000) {
    await setTimeout(1);
    block(1000);
  }
  expect(gate.isClosed).toBe(true);
  await expect.poll(() => gate.isClosed).toBe(false);
  gate.stop();
});

it('while closed: 503 unavailable with Retry-After, counted; the operations port answers', async () => {
  const lines: string[] = [];
  const service = await TestService.start({ logTo: { write: (line) => void lines.push(line) } });
  vi.spyOn(LoadGate.prototype, 'isClosed', 'get').mockReturnValue(true);
  const answers = await Promise.all([service.get('/v1/signing-keys'), service.get('/docs')]);
  for (const answer of answers)
    expect([codeOf(answer), answer.headers['retry-after']]).toEqual([[503, 'unavailable'], '1']);
  const paths = ['/healthz', '/readyz', '/metrics'];
  const statuses = await Promise.all(paths.map(async (path) => (await service.ops(path)).status));
  expect(statuses).toEqual([200, 200, 200]);
  expect((await service.ops('/metrics')).text).toMatch(/^authly_http_unavailable_total\{why="shed"\} 2$/m);
  expect(lines.filter((line) => line.includes('"why":"shed"'))).toHaveLength(2);
  vi.restoreAllMocks();
  expect((await service.get('/v1/signing-keys')).status).toBe(200);
  await service.stop();
});
