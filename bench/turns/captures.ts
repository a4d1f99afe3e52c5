import { sealedFor } from '@authly/contract/app/sealed-for';
import { encodeTemplate, extract, synthesize } from '@authly/fingerprint';
import { sealFeatures } from '../../apps/service/src/capture/seal-features.ts';

/** What travels of a finger: the app's body, or what a merchant keeps of it. */
export interface Sealed {
  readonly finger: 'RI';
  readonly features: string;
  readonly enc_key: string;
}

/** As an app seals a record. */
export function sealedRecord(record: Uint8Array): Sealed {
  const { features, encKey } = sealFeatures(record, sealedFor('fingerprint', 'RI'));
  return { finger: 'RI', features, enc_key: encKey };
}

const sealed = (finger: number, impressions: readonly number[]): Sealed =>
  sealedRecord(encodeTemplate(impressions.map((impression) => extract(synthesize({ finger, impression })))));

export interface Captures {
  readonly probe: Sealed;
  readonly enrolled: Sealed;
}

/** One touch against the three of an enrollment: what the app page sends. */
export const ordinary = (): Captures => ({ probe: sealed(12, [1]), enrolled: sealed(12, [0, 2, 3]) });

/** As many views as a record may have on either side. */
export const heaviest = (): Captures => ({ probe: sealed(31, [1, 2, 3]), enrolled: sealed(12, [0, 2, 3, 4, 5, 6]) });
