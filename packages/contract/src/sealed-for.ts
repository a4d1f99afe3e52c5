/** Sealed features: an IV, AES-256-GCM's ciphertext and its tag, one after the other. */
export const SEALED = { keyBytes: 32, ivBytes: 12, tagBytes: 16 } as const;

/** The associated data of sealed features: they open only as the type and the payload (the finger) they were sealed for. */
export const sealedFor = (type: string, payloadKey: string): string => `authly:${type}:v1:${payloadKey}`;
