import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BIOMETRIC_TYPES, biometricType, DEFAULT_BIOMETRIC_TYPE } from '../src/wire/biometric-types.ts';
import { DEFAULT_CANCEL_REASON } from '../src/operations/cancel-session.ts';
import { FINGERS } from '../src/wire/fingers.ts';
import { COMPLETION_SIGNAL } from '../src/wire/hosted/completion-signal.ts';
import { parseScopes, SCOPE_ALLOWS, SCOPES } from '../src/wire/scopes.ts';
import { FINAL_STATES, isFinal, MODES, NON_FINAL_STATES, SESSION_STATES } from '../src/wire/states.ts';
import { AUDIENCE } from '../src/schemas/access-token.ts';
import { GRANT_TYPE } from '../src/operations/issue-token.ts';

describe('states', () => {
  it('are the five non-final and four final ones of the contract', () => {
    expect(NON_FINAL_STATES).toEqual(['created', 'opened', 'app_launched', 'callback_received', 'processing']);
    expect(FINAL_STATES).toEqual(['succeeded', 'failed', 'expired', 'canceled']);
    expect(SESSION_STATES).toEqual([...NON_FINAL_STATES, ...FINAL_STATES]);
  });

  it('are final exactly when the contract says so', () => {
    expect(SESSION_STATES.filter(isFinal)).toEqual(FINAL_STATES);
  });

  it('modes are enroll and verify', () => {
    expect(MODES).toEqual(['enroll', 'verify']);
  });
});

describe('scopes', () => {
  it('are the four of the contract, in its order, each with what it allows', () => {
    expect(SCOPES).toEqual(['enrollment:create', 'verification:create', 'result:read', 'session:cancel']);
    expect(Object.keys(SCOPE_ALLOWS)).toEqual(SCOPES);
  });

  it('are returned once each and in table order', () => {
    const words = fc.array(fc.constantFrom(...SCOPES), { maxLength: 12 });
    const gap = fc.integer({ min: 1, max: 3 }).map((length) => ' '.repeat(length));
    fc.assert(
      fc.property(words, gap, (asked, separator) => {
        expect(parseScopes(asked.join(separator))).toEqual(SCOPES.filter((scope) => asked.includes(scope)));
      }),
    );
  });

  it.each([
    'admin',
    'result:read admin',
    'RESULT:READ',
    'result:read,session:cancel',
    'result:read\tsession:cancel',
    'result:',
    '__proto__',
  ])('an unknown scope is refused: %j', (text) => {
    expect(parseScopes(text)).toBeUndefined();
  });

  it('an empty text has no scopes', () => {
    expect(parseScopes('')).toEqual([]);
    expect(parseScopes('  ')).toEqual([]);
  });
});

describe('fixed words of the wire', () => {
  it('finger codes are LI, LM, RI, RM', () => {
    expect(FINGERS).toEqual(['LI', 'LM', 'RI', 'RM']);
  });

  it('fingerprint is the default type and the only one', () => {
    expect(Object.keys(BIOMETRIC_TYPES)).toEqual(['fingerprint']);
    expect(DEFAULT_BIOMETRIC_TYPE).toBe('fingerprint');
  });

  it.each(['iris', 'Fingerprint', 'fingerprint ', 'toString', '__proto__', ''])('%j is no biometric type', (name) => {
    expect(biometricType(BIOMETRIC_TYPES, name)).toBeUndefined();
  });

  it('audience, grant type, default cancel reason and completion signal are the agreed ones', () => {
    expect([AUDIENCE, GRANT_TYPE, DEFAULT_CANCEL_REASON, COMPLETION_SIGNAL]).toEqual([
      'authly-api',
      'client_credentials',
      'user_cancel',
      'authly.session.final',
    ]);
  });
});
