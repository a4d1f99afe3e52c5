import { createHash } from 'node:crypto';
import { seal } from '@authly/app-client/seal.ts';
import type { Finger } from '@authly/contract/fingers';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import { Piscina } from 'piscina';
import type { SealedCapture } from '../capture/biometric-type.ts';
import { wipe, type Template } from '../capture/matcher.ts';
import type { Session } from '../session/session.ts';
import type { SyntheticCapture } from './synthesis-worker.ts';

/** The simulated app's captures, by biometric type. */
export type Simulations = Readonly<Record<string, (session: Session, to: ClaimSeal) => Promise<SealedCapture>>>;

const DEFAULT_FINGER = 'RI';
const SYNTHETIC_FINGERS = 1000;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** One separate thread synthesizes fingers, so that captures do not wait for them. */
export function openSimulations(opened: AsyncDisposableStack): Simulations {
  const synthesizer = new Piscina<SyntheticCapture, Template>({
    filename: new URL('./synthesis-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    // An error event without a listener would end the process.
  }).on('error', () => {});
  opened.defer(() => synthesizer.destroy());
  return {
    /** Each user has one synthetic finger for each position. A verification is another impression of it. */
    async fingerprint(session, to) {
      const finger = session.payload['finger'] ?? DEFAULT_FINGER;
      const digest = sha256(`${session.merchantId}\n${session.merchantUserRef}\n${finger}`);
      const impression = session.mode === 'enroll' ? 0 : 1 + (sha256(session.id)[0]! % 7);
      const template = await synthesizer.run({ finger: digest.readUInt32BE(0) % SYNTHETIC_FINGERS, impression });
      const sealed = await seal(template, finger as Finger, to).finally(() => wipe(template));
      return { payload: { finger }, features: sealed.features, encKey: sealed.enc_key };
    },
  };
}
