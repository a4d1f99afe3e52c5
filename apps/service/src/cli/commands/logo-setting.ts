import { readFileSync } from 'node:fs';
import { LogoError } from '../../merchants/logo/logo-error.ts';
import { logoOf, type Logo } from '../../merchants/logo/logo.ts';
import { OperatorError } from '../operator-error.ts';
import type { StoreContext } from '../store-context.ts';

/** `none` takes the logo away. Returns the changed field. */
export async function setLogo(
  { store, act }: StoreContext,
  merchantId: string,
  file: string,
): Promise<{ readonly logoId: string | null }> {
  const logo = file === 'none' ? null : read(file);
  await store.merchants.setLogo(merchantId, logo, act('merchant.set', merchantId, { changed: 'logoFile' }));
  return { logoId: logo?.id ?? null };
}

function read(file: string): Logo {
  const bytes = readFileSync(file);
  try {
    return logoOf(bytes);
  } catch (error) {
    throw error instanceof LogoError ? new OperatorError(`${file}: ${error.message}`) : error;
  }
}
