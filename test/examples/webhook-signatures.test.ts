import { tmpdir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { proveWebhookSignatures } from './webhook-signatures.ts';

it('the Node program of the webhook guide prints the signature of its test vector', async () => {
  using log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await proveWebhookSignatures(tmpdir(), ['node'])).toBe(true);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('webhook signature in node'));
});
