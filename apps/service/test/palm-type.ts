import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import { encKeyText, SEALED } from '@authly/contract/wire/sealing';
import type { CaptureType } from '../src/capture/biometric-type.ts';
import type { Template } from '../src/capture/matcher.ts';

interface Palm {
  readonly hand: 'L' | 'R';
  readonly pose: 'flat' | 'bent';
  readonly features: string;
}

/** An app's capture of this palm: any text in a format of the type. */
export const palm = (hand: Palm['hand'], pose: Palm['pose'], pattern: string): Palm => ({
  hand,
  pose,
  features: Buffer.from(pattern).toString('base64'),
});

/** Its `enc_key` says which palm it opens. */
export function sealedPalm({ key_id }: ClaimSeal, capture: Palm): Palm & { readonly enc_key: string } {
  const named = Buffer.alloc(SEALED.pointBytes + SEALED.keyBytes + SEALED.tagBytes);
  named.write(`key of ${capture.hand}/${capture.pose}`);
  return { enc_key: encKeyText(key_id, named.toString('base64')), ...capture };
}

/** A biometric type for tests. It differs from a fingerprint in every possible way. */
export const palmType: CaptureType = {
  fields: {
    hand: { codes: ['L', 'R'], description: 'Left or right hand.', unsupported: 'invalid_request' },
    pose: { codes: ['flat', 'bent'], description: 'How it is held.', unsupported: 'invalid_request' },
  },
  mismatch: 'capture_failed',
  open: async ({ payload, features, encKey: { encapsulated } }) =>
    Buffer.from(encapsulated).toString().startsWith(`key of ${payload['hand']}/${payload['pose']}\0`)
      ? Uint8Array.from(Buffer.from(features, 'base64'))
      : undefined,
  createMatcher: () => ({
    warm: async () => {},
    inspect: async ({ length }) => (length >= 4 ? { fit: true } : { failure: 'quality_too_low' }),
    compare: async (probe, enrolled) => ({ matched: patternOf(probe) === patternOf(enrolled) }),
    close: async () => {},
  }),
};

const patternOf = (template: Template): string => Buffer.from(template).toString();
