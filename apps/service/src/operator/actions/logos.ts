import { LogoError } from '../../merchants/logo/logo-error.ts';
import { logoOf, type Logo } from '../../merchants/logo/logo.ts';
import { OperatorError, type Operator } from './operator.ts';

export interface LogoFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Null removes the logo. Returns the changed field. */
export async function setLogo(
  { store, auditEntry }: Operator,
  merchantId: string,
  file: LogoFile | null,
): Promise<{ readonly logoId: string | null }> {
  const logo = file && parseLogo(file);
  await store.merchants.setLogo(merchantId, logo, auditEntry('merchant.set', merchantId, { changed: 'logoFile' }));
  return { logoId: logo?.id ?? null };
}

export function parseLogo({ name, bytes }: LogoFile): Logo {
  try {
    return logoOf(bytes);
  } catch (error) {
    throw error instanceof LogoError ? new OperatorError(`${name}: ${error.message}`, 'logo') : error;
  }
}
