import type { TokenSettings } from '@authly/pkcs11';
import type { SigningPurpose } from './key-record.ts';

export interface Pkcs11Settings extends TokenSettings {
  /** New keys of these purposes are made in the token. */
  readonly purposes: readonly SigningPurpose[];
}
