import type { CurveName } from './curves.ts';

export interface TokenSettings {
  readonly module: string;
  /** Label of the token. */
  readonly token: string;
  readonly pinFile: string;
}

export type TokenCall =
  | { readonly call: 'sign' | 'derive'; readonly keyId: string; readonly data: Uint8Array }
  | { readonly call: 'check'; readonly keyIds: readonly string[] }
  | { readonly call: 'make'; readonly keyId: string; readonly curve: CurveName }
  | { readonly call: 'destroy'; readonly keyId: string };
export type TokenRequest = { readonly id: number } & TokenCall;
export type TokenResponse = { readonly id: number } & (
  | { readonly result: Uint8Array | null }
  | { readonly error: string; readonly isMissing: boolean }
);
