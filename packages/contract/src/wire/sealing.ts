/** The content key is encrypted for the service by HPKE, so a merchant's store opens nothing. */
export const SEAL_VERSION = 2;

/** Sealed features: IV, AES-256-GCM ciphertext, tag. The HPKE ciphertext of the key follows its encapsulated key. */
export const SEALED = { keyBytes: 32, ivBytes: 12, tagBytes: 16, pointBytes: 65 } as const;

/** `base64`: encapsulated key and ciphertext. */
export const encKeyText = (keyId: string, base64: string): string => `v${SEAL_VERSION}.${keyId}.${base64}`;

/** The additional data of both ciphertexts: the claim's context, the type and the payload. */
export const sealedFor = (type: string, context: string, payloadKey: string): string =>
  `authly:${type}:v${SEAL_VERSION}:${context}:${payloadKey}`;
