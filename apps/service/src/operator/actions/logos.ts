import { LogoError } from '../../merchants/logo/logo-error.ts';
import { logoOf, type Logo } from '../../merchants/logo/logo.ts';
import { OperatorError, type Operator } from './operator.ts';
import { bytesOf, type GivenFile } from './params.ts';

/** Null removes the logo. */
export async function setLogo(
  { store, auditEntry }: Operator,
  merchantId: string,
  file: GivenFile | null,
): Promise<{ readonly logoId: string | null }> {
  const logo = file && parseLogo(file);
  await store.merchants.setLogo(merchantId, logo, auditEntry('merchant.set', merchantId, { changed: 'logoFile' }));
  return { logoId: logo?.id ?? null };
}

export function parseLogo(file: GivenFile): Logo {
  try {
    return logoOf(bytesOf(file));
  } catch (error) {
    throw error instanceof LogoError ? new OperatorError(`${file.name}: ${error.message}`, 'logo') : error;
  }
}
