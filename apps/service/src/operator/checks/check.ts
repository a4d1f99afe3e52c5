import { fileErrorInWords } from '../row/file-errors.ts';

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** Nothing was checked: the detail is neither good nor bad. */
  readonly note?: true;
  readonly detail: string;
}

/** What a check says that found nothing wrong. */
export type CheckDetail = string | { readonly note: string };

/** Runs a check, which throws what is wrong. */
export async function runCheck(check: string, look: () => CheckDetail | Promise<CheckDetail>): Promise<Finding> {
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
