import type { Merchant } from '../../merchants/merchant.ts';
import { bioCertificate } from './bio-certificate.ts';
import { daysUntil } from './certificates.ts';
import { plural } from '../../cli/terminal/output.ts';
import { type CheckDetail } from './check.ts';
import type { Operator } from '../row/operator.ts';

const AT_ONCE = 16;
const TIMEOUT_MS = 5000;

/** The outage of a merchant is no fault of this installation: only certificates fail the check. */
const UNREACHABLE = /^(E[A-Z_]+|ABORT_ERR|TimeoutError)$/;

interface Examined {
  readonly id: string;
  readonly expiresInDays?: number;
  readonly trouble?: string;
}

export async function checkBioCertificates(context: Operator): Promise<CheckDetail> {
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

async function examine(context: Operator, merchant: Merchant): Promise<Examined> {
  const { id } = merchant;
  try {
    const { life } = await bioCertificate(merchant, context, AbortSignal.timeout(TIMEOUT_MS));
    const expiresInDays = daysUntil(life.until);
    return { id, expiresInDays, ...(Date.now() >= life.lateAt && { trouble: `expires in ${expiresInDays} days` }) };
  } catch (error) {
    const { code, name, message } = error as Error & { readonly code?: unknown };
    return { id, trouble: typeof code === 'string' ? code : name === 'Error' ? message : name };
  }
}

function summary(examined: readonly Examined[]): CheckDetail {
  const listed = (all: readonly Examined[]): string => all.map(({ id, trouble }) => `${id} (${trouble})`).join(', ');
  const away = examined.filter(({ trouble }) => UNREACHABLE.test(trouble ?? ''));
  const bad = examined.filter((each) => each.trouble !== undefined && !away.includes(each));
  if (bad.length > 0) throw new Error(`certificates to replace: ${listed(bad)}`);
  const missed = away.length === 0 ? '' : `not reachable: ${listed(away)}`;
  if (away.length === examined.length) return { note: missed };
  const soonest = Math.min(...examined.map(({ expiresInDays }) => expiresInDays ?? Infinity));
  const held = plural(examined.length - away.length, 'certificate');
  return `${held} verified, the first expires in ${soonest} days${missed && `; ${missed}`}`;
}
