// The separate process uses it. Loaded here as well, so that a service without it fails at its start.
import 'koffi';

export { Pkcs11Token } from './pkcs11-token.ts';
export type { TokenSettings } from './token-calls.ts';
