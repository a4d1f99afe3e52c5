/** The interface between the console's page and its server. Nothing else uses it. */

export type Role = 'read' | 'admin' | 'merchant';

/** `webhook pause` is at `/api/webhook/pause`. */
export const callPath = (name: string): string => `/api/${name.replaceAll(' ', '/')}`;

/** The fragment with the reason of a refused sign-in at the provider. */
export const REFUSED_FRAGMENT = 'refused';
export const PROVIDER_CALLBACK_PATH = '/oidc/callback';
export type SignInRefusal = 'provider_unavailable' | 'not_signed_in' | 'not_allowed';

/** Sent with every POST: no page of another origin can know its value. */
export const PROOF_HEADER = 'authly-console';
/** Sent with requests that the page makes on its own: they do not extend the sign-in. */
export const BY_ITSELF_HEADER = 'authly-by-itself';

export interface Presence {
  readonly signedIn: boolean;
  readonly hasProvider: boolean;
  readonly environment: 'test' | 'production';
  readonly version: string;
  /** Base URL of the API, which serves the docs too. */
  readonly baseUrl: string;
  /** The name of the signed-in operator. */
  readonly actor?: string;
  readonly signInId?: string;
  readonly role?: Role;
  /** With the role `merchant`. */
  readonly merchantId?: string | null;
  /** The calls that this sign-in may make. */
  readonly calls?: readonly string[];
  readonly proof?: string;
}

/** A Bio API error is a session that failed with a code that begins with this. */
export const BIO_ERROR = 'merchant_bio';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
export const RANGES = {
  hour: { ms: HOUR, stepMs: MINUTE },
  day: { ms: DAY, stepMs: HOUR },
  week: { ms: 7 * DAY, stepMs: 6 * HOUR },
  month: { ms: 30 * DAY, stepMs: DAY },
} as const;
export type Range = keyof typeof RANGES;

export { ENDS, STAGES, type End, type Stage } from '../../session/progress.ts';
