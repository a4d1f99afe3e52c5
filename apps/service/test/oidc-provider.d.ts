/** The part that tests and bench use: the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    readonly oidc: {
      readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => Grant };
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
    };
  }
  interface Settings {
    readonly clients: readonly object[];
    readonly claims?: Readonly<Record<string, readonly string[]>>;
    readonly conformIdTokenClaims?: boolean;
    readonly ttl: Readonly<Record<string, number>>;
    readonly cookies: object;
    readonly features: object;
    readonly jwks?: { readonly keys: readonly object[] };
    readonly routes?: Readonly<Record<string, string>>;
    readonly scopes?: readonly string[];
    readonly findAccount?: (context: Context, id: string) => { accountId: string; claims: () => object };
    readonly loadExistingGrant?: (context: Context) => Promise<Grant>;
  }
  export default class Provider {
    constructor(issuer: string, settings: Settings);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
