import { createHash } from 'node:crypto';
import type { Finger } from '@authly/contract/fingers';
import { sealedFor } from '@authly/contract/sealing';
import { seal } from '@authly/app-client/seal.ts';
import { BIOMETRIC_TYPES, payloadKey } from '@authly/contract/biometric-types';
import type { CaptureType } from './biometric-type.ts';
import { EngineMatcher } from './engine-matcher.ts';
import { HttpMatcher } from './http-matcher.ts';
import { wipe } from './matcher.ts';
import { openFeatures } from './sealed-features.ts';

const type = BIOMETRIC_TYPES.fingerprint;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const DEFAULT_FINGER = 'RI';
const SYNTHETIC_FINGERS = 1000;

/** One synthetic finger for each user and finger; a verification is another impression of it. */
const simulate: CaptureType['simulate'] = async (session, matcher, to) => {
  const payload = { finger: session.payload['finger'] ?? DEFAULT_FINGER };
  const digest = sha256(`${session.merchantId}\n${session.merchantUserRef}\n${payload.finger}`);
  const impression = session.mode === 'enroll' ? 0 : 1 + (sha256(session.id)[0]! % 7);
  const touch = { finger: digest.readUInt32BE(0) % SYNTHETIC_FINGERS, impression };
  const template = await matcher.synthesize(touch, session);
  if (template === undefined) return undefined;
  const { features, enc_key: encKey } = await seal(template, payload.finger as Finger, to).finally(() =>
    wipe(template),
  );
  return { payload, features, encKey };
};

/** Features are an ISO/IEC 19794-2 finger minutiae record, sealed for its finger. */
export const fingerprint: CaptureType = {
  ...type,
  mismatch: 'finger_mismatch',
  open: ({ payload, ...sealed }, keyOf) =>
    openFeatures(sealed, keyOf, (context) => sealedFor('fingerprint', context, payloadKey(type, payload))),
  createMatcher({ matcherUrl, clock, onThreadError, threads }) {
    const engine = new EngineMatcher({ clock, onThreadError, started: threads });
    return matcherUrl === undefined ? engine : new HttpMatcher({ type: 'fingerprint', url: matcherUrl, engine, clock });
  },
  simulate,
};
