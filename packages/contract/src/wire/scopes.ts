/** In the order of the contract's table, which answers use. */
export const SCOPES = ['enrollment:create', 'verification:create', 'result:read', 'session:cancel'] as const;
/** Scopes of an access token. */
export type Scope = (typeof SCOPES)[number];

export const SCOPE_ALLOWS: Record<Scope, string> = {
  'enrollment:create': 'create enrollment session',
  'verification:create': 'create verification session',
  'result:read': 'read enrollment/verification result',
  'session:cancel': 'cancel session',
};

const known: ReadonlySet<string> = new Set(SCOPES);

/** The scopes of a space-separated text, in table order. Undefined if one does not exist. */
export function parseScopes(text: string): Scope[] | undefined {
  const named = new Set(text.split(' ').filter((word) => word !== ''));
  for (const word of named) if (!known.has(word)) return undefined;
  return SCOPES.filter((scope) => named.has(scope));
}
