import type * as Pkcs11 from '@authly/pkcs11';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { SigningUnavailableError } from './key-signer.ts';
import type { Pkcs11Settings } from '../config/key-settings.ts';
import type { SigningToken } from './signing-token.ts';

interface Options {
  readonly clock?: Clock;
  readonly onTrouble?: (error: Error) => void;
  readonly load?: () => Promise<typeof Pkcs11>;
}

/** Loads the optional package. Undefined without settings: signing keys are then sealed in the store. */
export async function openSigningToken(
  settings: Pkcs11Settings | undefined,
  { clock = systemClock, onTrouble = () => {}, load = () => import('@authly/pkcs11') }: Options = {},
): Promise<SigningToken | undefined> {
  if (settings === undefined) return undefined;
  const { Pkcs11Token } = await load().catch((cause: unknown) => {
    throw new SigningUnavailableError(
      'AUTHLY_SIGNING_PKCS11_MODULE is set, but the optional package @authly/pkcs11 cannot be loaded. Install it with: npm ci --include=optional',
      { cause },
    );
  });
  const { purposes, ...location } = settings;
  const unavailable = (message: string): Error => new SigningUnavailableError(message);
  return Object.assign(new Pkcs11Token(location, { clock, onTrouble, unavailable }), { purposes });
}
