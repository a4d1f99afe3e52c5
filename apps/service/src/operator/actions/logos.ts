import { LogoError } from '../../merchants/logo/logo-error.ts';
import { logoOf, logoTypeOf, type Logo } from '../../merchants/logo/logo.ts';
import { OperatorError, type Operator } from './operator.ts';
import { bytesOf, type GivenFile } from './params.ts';

/** Null removes the logo. Returns the changed field. */
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

/** How many merchants have a logo, and which of those pages no longer show. */
export async function checkLogos({ store }: Operator): Promise<{ readonly count: number; readonly unshown: string[] }> {
  const stored = (await store.merchants.list()).filter(({ logoId }) => logoId !== null);
  return {
    count: stored.length,
    unshown: stored.filter(({ logoId }) => logoTypeOf(logoId!) === undefined).map(({ id }) => id),
  };
}
