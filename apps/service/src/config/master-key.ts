export const MASTER_KEY_BYTES = 32;

/** The key that everything at rest is sealed under. It comes from outside the database and is never written by the service. */
export interface MasterKey {
  readonly bytes: Uint8Array;
  /** What was sealed under this one opens too, until everything is sealed anew. Nothing is sealed under it. */
  readonly previous?: Uint8Array;
}

/** Base64 of exactly 32 bytes; undefined for anything else, so that the caller names the setting that is wrong. */
export function parseMasterKey(text: string): MasterKey | undefined {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === MASTER_KEY_BYTES ? { bytes } : undefined;
}
