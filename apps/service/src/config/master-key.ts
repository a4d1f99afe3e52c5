export const MASTER_KEY_BYTES = 32;

/** Encrypts the stored keys. The service never writes it. */
export interface MasterKey {
  readonly bytes: Uint8Array;
  /** Decrypts keys that are not rewrapped yet. */
  readonly previous?: Uint8Array;
}

export function parseMasterKey(text: string): MasterKey | undefined {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === MASTER_KEY_BYTES ? { bytes } : undefined;
}
