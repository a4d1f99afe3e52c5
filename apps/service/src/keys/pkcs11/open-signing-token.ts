import type { Clock } from '../../clock.ts';
import type { SigningToken } from '../signing-token.ts';
import { Pkcs11Token } from './pkcs11-token.ts';
import type { Pkcs11Settings } from './settings.ts';

/** Undefined: signing keys are sealed in the store. */
export function openSigningToken(
  settings: Pkcs11Settings | undefined,
  parts: { readonly clock: Clock; readonly onTrouble: (error: Error) => void },
  opened: AsyncDisposableStack,
): SigningToken | undefined {
  return settings && opened.adopt(new Pkcs11Token(settings, parts), (token) => token.close());
}
