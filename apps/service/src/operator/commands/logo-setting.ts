import { readFileSync } from 'node:fs';
import { LogoError } from '../../merchants/logo/logo-error.ts';
import { logoOf, type Logo } from '../../merchants/logo/logo.ts';
import { OperatorError } from '../operator-error.ts';
import type { Row } from '../output.ts';
import type { StoreContext } from '../store-context.ts';

interface LogoChange {
  readonly changed: { readonly logoId: string | null };
  /** What of the file was not taken over, where anything was not. */
  readonly told: Row;
}

/** `none` takes the logo away. */
export async function setLogo({ store, act }: StoreContext, merchantId: string, file: string): Promise<LogoChange> {
  const { logo, leftOut } = file === 'none' ? { logo: null, leftOut: [] } : read(file);
  await store.merchants.setLogo(merchantId, logo, act('merchant.set', merchantId, { changed: 'logoFile' }));
  return {
    changed: { logoId: logo?.id ?? null },
    told: leftOut.length > 0 ? { logo_left_out: leftOut.join(' ') } : {},
  };
}

function read(file: string): { logo: Logo; leftOut: readonly string[] } {
  const bytes = readFileSync(file);
  try {
    return logoOf(bytes);
  } catch (error) {
    throw error instanceof LogoError ? new OperatorError(`${file}: ${error.message}`) : error;
  }
}
