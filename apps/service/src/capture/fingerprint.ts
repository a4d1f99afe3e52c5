import { sealedFor } from '@authly/contract/wire/sealing';
import { BIOMETRIC_TYPES, payloadKey } from '@authly/contract/wire/biometric-types';
import type { CaptureType } from './biometric-type.ts';
import { EngineMatcher } from './engine-matcher.ts';
import { HttpMatcher } from './http-matcher.ts';
import { openFeatures } from './sealed-features.ts';

const type = BIOMETRIC_TYPES.fingerprint;

/** Features are an ISO/IEC 19794-2 finger minutiae record, sealed for its finger. */
export const fingerprint: CaptureType = {
  ...type,
  mismatch: 'finger_mismatch',
  open: (capture) =>
    openFeatures(capture, sealedFor('fingerprint', capture.context, payloadKey(type, capture.payload))),
  createMatcher({ matcherUrl, matcherToken, ...settings }) {
    const engine = new EngineMatcher(settings);
    if (matcherUrl === undefined) return engine;
    const { clock, onRefused } = settings;
    return new HttpMatcher({ type: 'fingerprint', url: matcherUrl, token: matcherToken, engine, clock, onRefused });
  },
};
