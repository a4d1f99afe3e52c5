import type { SigningPurpose } from '../key-record.ts';

/** Which token, and what opens it. */
export interface TokenPlace {
  /** The file of its module. */
  readonly module: string;
  /** Its label; or else its slot. */
  readonly token: string | undefined;
  readonly slot: number | undefined;
  readonly pinFile: string;
}

export interface Pkcs11Settings extends TokenPlace {
  /** New keys of these purposes are made in it. */
  readonly purposes: readonly SigningPurpose[];
}
