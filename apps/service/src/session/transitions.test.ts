import { SESSION_STATES, type SessionStatus } from '@authly/contract/wire/states';
import { describe, expect, it } from 'vitest';
import { transitionFor, SESSION_EVENTS, TRANSITIONS, type SessionEvent } from './transitions.ts';

const stays = '=';
const invalid = 'invalid_session_transition';
const finalized = 'session_finalized';
const claimed = 'session_already_claimed';

/** Written by hand from the contract and the decisions: each event in each of the nine states, in the contract's order. */
const STATES: readonly SessionStatus[] = [
  'created',
  'opened',
  'app_launched',
  'callback_received',
  'processing',
  'succeeded',
  'failed',
  'expired',
  'canceled',
];
const EXPECTED: Record<SessionEvent, readonly string[]> = {
  //            created    opened          app_launched         callback_received  processing   succeeded  failed     expired    canceled
  open: ['→opened', stays, stays, stays, stays, finalized, finalized, finalized, finalized],
  claim: [invalid, '→app_launched', claimed, claimed, claimed, finalized, finalized, finalized, finalized],
  callback: [invalid, invalid, '→callback_received', stays, stays, stays, stays, finalized, finalized],
  process: [invalid, invalid, invalid, '→processing', invalid, finalized, finalized, finalized, finalized],
  succeed: [invalid, invalid, invalid, invalid, '→succeeded', finalized, finalized, finalized, finalized],
  fail: [invalid, invalid, invalid, '→failed', '→failed', finalized, finalized, finalized, finalized],
  app_failure: [invalid, invalid, '→failed', invalid, invalid, finalized, finalized, finalized, finalized],
  cancel: [invalid, '→canceled', '→canceled', invalid, invalid, finalized, finalized, finalized, finalized],
  expire: ['→expired', '→expired', '→expired', invalid, invalid, finalized, finalized, finalized, finalized],
  interrupt: [invalid, invalid, invalid, '→failed', '→failed', finalized, finalized, finalized, finalized],
};

function inWords(event: SessionEvent, from: SessionStatus): string {
  const transition = transitionFor(event, from);
  if ('to' in transition) return `→${transition.to}`;
  return 'stay' in transition ? stays : transition.refusal;
}

const pairs = SESSION_EVENTS.flatMap((event) => STATES.map((from, i) => [event, from, EXPECTED[event][i]!] as const));

describe('the transition table', () => {
  it.each(pairs)('%s in %s: %s', (event, from, expected) => {
    expect(inWords(event, from)).toBe(expected);
  });

  it('has ten events and nine states', () => {
    expect(Object.keys(EXPECTED)).toEqual(SESSION_EVENTS);
    expect(STATES).toEqual(SESSION_STATES);
    expect(TRANSITIONS.reduce((sum, { from }) => sum + from.length, 0)).toBe(90);
  });

  it('every row moves, stays or refuses, and has a reason', () => {
    for (const row of TRANSITIONS) {
      expect([row.to, row.refusal].filter((part) => part !== undefined)).toHaveLength(1);
      expect(row.when).not.toBe('');
    }
  });
});
