import { NO_SOFT_HSM, softHsmModule } from './find-soft-hsm.ts';

/** For the whole test run: where there is no SoftHSM, the run ends by saying what was not run. */
export default function setup(): (() => void) | undefined {
  if (softHsmModule() !== undefined) return undefined;
  return () => console.warn(`\n${NO_SOFT_HSM} NOT RUN: apps/service/src/keys/pkcs11/`);
}
