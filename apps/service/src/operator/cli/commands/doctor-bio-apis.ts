import { bioCertificate } from '../../actions/bio-certificate.ts';
import type { Merchant } from '../../../merchants/merchant.ts';
import type { StoreContext } from '../store-context.ts';
import { CERTIFICATE_WARNING_DAYS, counted, type Found } from './doctor-finding.ts';

const AT_ONCE = 16;
const TIMEOUT_MS = 5000;

/** A merchant that is down is that merchant's outage, not a fault of this installation: only certificates fail the check. */
const UNREACHABLE = /^(E[A-Z_]+|ABORT_ERR|TimeoutError)$/;

interface Examined {
  readonly id: string;
  readonly expiresInDays?: number;
  readonly trouble?: string;
  readonly isReachable: boolean;
}

export async function examineBioApis(context: StoreContext): Promise<Found> {
  const merchants = (await context.store.merchants.list()).filter(({ suspendedAt }) => suspendedAt === null);
  if (merchants.length === 0) return { note: 'no merchants that may call' };
  const examined: Examined[] = [];
  const waiting = merchants.values();
  const examineNext = async (): Promise<void> => {
    for (const merchant of waiting) examined.push(await examine(context, merchant));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, examineNext));
  return summary(examined);
}

async function examine(context: StoreContext, merchant: Merchant): Promise<Examined> {
  const { id } = merchant;
  try {
    const { expiresInDays } = await bioCertificate(merchant, context, AbortSignal.timeout(TIMEOUT_MS));
    const isLate = expiresInDays < CERTIFICATE_WARNING_DAYS;
    return { id, expiresInDays, isReachable: true, ...(isLate && { trouble: `expires in ${expiresInDays} days` }) };
  } catch (error) {
    const { code, name, message } = error as Error & { readonly code?: unknown };
    const trouble = typeof code === 'string' ? code : name === 'Error' ? message : name;
    return { id, trouble, isReachable: !UNREACHABLE.test(trouble) };
  }
}

function summary(examined: readonly Examined[]): Found {
  const named = (each: Examined): string => `${each.id} (${each.trouble})`;
  const bad = examined.filter(({ trouble, isReachable }) => trouble !== undefined && isReachable);
  if (bad.length > 0) throw new Error(`certificates to replace: ${bad.map(named).join(', ')}`);
  const away = examined.filter(({ isReachable }) => !isReachable);
  const missed = away.length === 0 ? '' : `not reachable: ${away.map(named).join(', ')}`;
  if (away.length === examined.length) return { note: missed };
  const soonest = Math.min(...examined.map(({ expiresInDays }) => expiresInDays ?? Infinity));
  const held = counted(examined.length - away.length, 'certificate');
  return `${held} verified, the first expires in ${soonest} days${missed && `; ${missed}`}`;
}
