/** Version 2: the content key is encrypted for the service by HPKE, so that a merchant’s store opens nothing. */
export const SEAL_VERSION = 2;

/** Sealed features: an IV, AES-256-GCM’s ciphertext and its tag, one after the other. The HPKE ciphertext of the key follows its encapsulated key. */
export const SEALED = { keyBytes: 32, ivBytes: 12, tagBytes: 16, pointBytes: 65 } as const;

/** What opens sealed features again: its first two parts, and the base64 of encapsulated key and ciphertext. */
export const encKeyText = (keyId: string, base64: string): string => `v${SEAL_VERSION}.${keyId}.${base64}`;

/** What both ciphertexts are bound to: the context of the claim, the type and the payload (the finger). */
export const sealedFor = (type: string, context: string, payloadKey: string): string =>
  `authly:${type}:v${SEAL_VERSION}:${context}:${payloadKey}`;
