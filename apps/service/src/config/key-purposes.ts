/** What a key is for. Each purpose seals under its own derived key. */
export const KEY_PURPOSES = ['bio-signing', 'access-token', 'hosted-token', 'audit-head', 'capture-sealing'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];
/** Of keys that sign. */
export const SIGNING_PURPOSES = ['bio-signing', 'access-token', 'audit-head'] as const satisfies readonly KeyPurpose[];
export type SigningPurpose = (typeof SIGNING_PURPOSES)[number];
/** Of keys that a token can hold. What hosted tokens are derived from is read, and so stays in the store. */
export const TOKEN_PURPOSES = [...SIGNING_PURPOSES, 'capture-sealing'] as const satisfies readonly KeyPurpose[];
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];
