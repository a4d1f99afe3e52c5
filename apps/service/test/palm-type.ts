import type { CaptureType } from '../src/capture/biometric-type.ts';
import type { Template } from '../src/capture/matcher.ts';
import type { Simulations } from '../src/sandbox/simulations.ts';

/** An app's capture of this palm: any text in a format of the type. */
export const palm = (hand: 'L' | 'R', pose: 'flat' | 'bent', pattern: string) => ({
  hand,
  pose,
  features: Buffer.from(pattern).toString('base64'),
  enc_key: `key of ${hand}/${pose}`,
});

/** A biometric type for tests. It differs from a fingerprint in every possible way. */
export const palmType: CaptureType = {
  fields: {
    hand: { codes: ['L', 'R'], description: 'Left or right hand.', unsupported: 'invalid_request' },
    pose: { codes: ['flat', 'bent'], description: 'How it is held.', unsupported: 'invalid_request' },
  },
  mismatch: 'capture_failed',
  open: async ({ payload, features, encKey }) =>
    encKey === `key of ${payload['hand']}/${payload['pose']}`
      ? Uint8Array.from(Buffer.from(features, 'base64'))
      : undefined,
  mark: async ({ encKey }) => `mark of ${encKey}`,
  createMatcher: () => ({
    warm: async () => {},
    inspect: async ({ length }) => (length >= 4 ? { fit: true } : { failure: 'quality_too_low' }),
    compare: async (probe, enrolled) => ({ matched: patternOf(probe) === patternOf(enrolled) }),
    close: async () => {},
  }),
};

const patternOf = (template: Template): string => Buffer.from(template).toString();

export const palmSimulations: Simulations = {
  async palm({ payload, merchantUserRef }) {
    const { features, enc_key: encKey } = palm('R', 'flat', merchantUserRef);
    return { payload: { hand: 'R', pose: 'flat', ...payload }, features, encKey };
  },
};
