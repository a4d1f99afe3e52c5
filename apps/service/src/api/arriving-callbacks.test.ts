import { expect, it } from 'vitest';
import type { RequestBody } from '../http/limits/request-body.ts';
import { ArrivingCallbacks } from './arriving-callbacks.ts';

it('of three callbacks of a session, each newer one ends the one before', async () => {
  const arriving = new ArrivingCallbacks();
  const abandoned: number[] = [];
  const arrives = (id: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const body = { abandon: () => (abandoned.push(id), resolve()) } as Partial<RequestBody> as RequestBody;
    return arriving.read('ses_1', body, () => promise);
  };
  const first = arrives(1);
  void arrives(2);
  await first;
  void arrives(3);
  expect(abandoned).toEqual([1, 2]);
});
