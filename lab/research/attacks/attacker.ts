import type { Lab } from './lab.ts';

/** An attacker who knows the engine and forges records. */
export interface Attacker {
  readonly name: string;
  /** One line. */
  readonly tries: string;
  make(lab: Lab): Uint8Array[];
}
