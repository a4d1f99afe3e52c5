import type { Lab } from './lab.ts';

/** Somebody who knows the engine and makes records that no finger made, or not this one. */
export interface Attacker {
  readonly name: string;
  /** One line: what is tried. */
  readonly tries: string;
  make(lab: Lab): Uint8Array[];
}
