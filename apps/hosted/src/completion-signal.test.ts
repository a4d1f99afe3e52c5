import { describe, expect, it } from 'vitest';
import { sendCompletionSignal } from './completion-signal.ts';

function opener(): { sent: unknown[][]; postMessage: Window['postMessage'] } {
  const sent: unknown[][] = [];
  return { sent, postMessage: ((...message: unknown[]) => void sent.push(message)) as Window['postMessage'] };
}

const SESSION = { session_id: 'ses_1', mode: 'verify', status: 'succeeded' } as const;

describe('the completion signal', () => {
  it('goes to the origin of return_url and does not contain the outcome', () => {
    const shop = opener();
    sendCompletionSignal(shop, SESSION, 'https://shop.test:8443');
    expect(shop.sent).toEqual([
      [{ type: 'authly.session.final', version: 1, session_id: 'ses_1', mode: 'verify' }, 'https://shop.test:8443'],
    ]);
  });

  it.each([
    undefined,
    '',
    '*',
    'null',
    '/',
    'https://shop.test/back',
    'http://shop.test',
    'data:text/html,x',
    'javascript:alert(1)',
  ])('is not sent to %s', (origin) => {
    const shop = opener();
    sendCompletionSignal(shop, SESSION, origin);
    expect(shop.sent).toEqual([]);
  });

  it('does nothing without an opener or with a closed one', () => {
    expect(() => sendCompletionSignal(null, SESSION, 'https://shop.test')).not.toThrow();
    const closed = {
      postMessage() {
        throw new Error('closed');
      },
    };
    expect(() => sendCompletionSignal(closed, SESSION, 'https://shop.test')).not.toThrow();
  });
});
