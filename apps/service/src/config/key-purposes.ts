/** Purposes of keys that operators rotate. */
export const KEY_PURPOSES = [
  'bio-signing',
  'access-token',
  'hosted-token',
  'audit-head',
  'capture-sealing',
  'cell-transfer',
] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];
/** The store secret is never rotated: what is derived from it stays the same for the life of the store. */
export const STORED_PURPOSES = [...KEY_PURPOSES, 'store-secret'] as const;
export type StoredPurpose = (typeof STORED_PURPOSES)[number];
export const SIGNING_PURPOSES = ['bio-signing', 'access-token', 'audit-head'] as const satisfies readonly KeyPurpose[];
export type SigningPurpose = (typeof SIGNING_PURPOSES)[number];
/** Purposes of keys that a token can hold. The hosted-token secret must be readable, so it stays in the store. */
export const TOKEN_PURPOSES = [...SIGNING_PURPOSES, 'capture-sealing'] as const satisfies readonly KeyPurpose[];
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];
