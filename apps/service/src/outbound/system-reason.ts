import { ForbiddenAddressError } from './address-guard.ts';

const MAX_CAUSES = 4;

/** A system code such as ECONNREFUSED or CERT_HAS_EXPIRED. Never a message, which may contain sent data. */
export function systemReason(error: unknown): string | null {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth++, at = at.cause) {
    if (at instanceof ForbiddenAddressError) return 'FORBIDDEN_ADDRESS';
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,59}$/.test(code)) return code;
  }
  return null;
}
