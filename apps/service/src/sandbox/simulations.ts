import { hash } from 'node:crypto';
import { withDevice } from '@authly/app-client/device.ts';
import { seal } from '@authly/app-client/seal.ts';
import type { BoundDevice } from '@authly/contract/wire/device';
import deviceVectors from '@authly/contract/device-vectors.json' with { type: 'json' };
import type { Finger } from '@authly/contract/wire/fingers';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { SealedCapture } from '../capture/biometric-type.ts';
import { engineThreads } from '../capture/engine-threads.ts';
import { wipe, type Template } from '../capture/matcher.ts';
import type { Session } from '../session/session.ts';
import type { SyntheticCapture } from './synthesis-worker.ts';

/** The simulated app's captures, by biometric type. `device`: an enrollment is bound to it. */
export type Simulations = Readonly<
  Record<string, (session: Session, to: ClaimSeal, device?: BoundDevice) => Promise<SealedCapture>>
>;

/** A published key pair, so that no phone of a person has it. */
export const SIMULATED_DEVICE = deviceVectors.vectors[0]!.device as BoundDevice;

const DEFAULT_FINGER = 'RI';
const SYNTHETIC_FINGERS = 1000;

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** One separate thread synthesizes fingers, so that captures do not wait for them. */
export function openSimulations(opened: AsyncDisposableStack): Simulations {
  const worker = new URL('./synthesis-worker.ts', import.meta.url);
  const synthesizer = engineThreads<SyntheticCapture, Template>({ most: 1, worker });
  opened.defer(() => synthesizer.destroy());
  return {
    /** Each user has one synthetic finger for each position. A verification is another impression of it. */
    async fingerprint(session, to, device) {
      const finger = session.payload['finger'] ?? DEFAULT_FINGER;
      const digest = sha256(`${session.merchantId}\n${session.merchantUserRef}\n${finger}`);
      const impression = session.mode === 'enroll' ? 0 : 1 + (sha256(session.id)[0]! % 7);
      const template = await synthesizer.run({ finger: digest.readUInt32BE(0) % SYNTHETIC_FINGERS, impression });
      const record = device ? withDevice(template, device) : template;
      const sealed = await seal(record, finger as Finger, to).finally(() => [template, record].forEach(wipe));
      return { payload: { finger }, features: sealed.features, encKey: sealed.enc_key };
    },
  };
}
