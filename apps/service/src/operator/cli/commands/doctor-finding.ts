import { fileErrorInWords } from '../file-errors.ts';

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** Nothing was checked: worth knowing, and neither good nor bad. */
  readonly note?: true;
  readonly detail: string;
}

/** What a check found; `note` where there was nothing to check. */
export type Found = string | { readonly note: string };

/** Runs a check. It throws what is wrong. */
export async function finding(check: string, look: () => Found | Promise<Found>): Promise<Finding> {
  try {
    const found = await look();
    return typeof found === 'string'
      ? { check, ok: true, detail: found }
      : { check, ok: true, note: true, detail: found.note };
  } catch (error) {
    const detail = fileErrorInWords(error) ?? (error instanceof Error ? error.message : String(error));
    return { check, ok: false, detail };
  }
}

export const CERTIFICATE_WARNING_DAYS = 21;

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
