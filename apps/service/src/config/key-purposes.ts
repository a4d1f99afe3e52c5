/** What a key is for. Each purpose seals under its own derived key. */
export const KEY_PURPOSES = ['bio-signing', 'access-token', 'hosted-token', 'audit-head'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];
/** Of keys that sign, and so may be kept in a token. What hosted tokens are derived from is read, not signed with. */
export const SIGNING_PURPOSES = ['bio-signing', 'access-token', 'audit-head'] as const satisfies readonly KeyPurpose[];
export type SigningPurpose = (typeof SIGNING_PURPOSES)[number];
